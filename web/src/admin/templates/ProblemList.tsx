import { TriangleAlert } from 'lucide-react'
import type { Marked } from '../../ui/html-editor/editor-handle.ts'
import './problem-list.css'

/** What is wrong with a text; read out when it changes. */
export function ProblemList({ problems }: { problems: readonly Marked[] }) {
  return (
    <ul className="problem-list" aria-live="polite">
      {problems.map(({ from, message }) => (
        <li key={`${from} ${message}`}>
          <TriangleAlert size={14} aria-hidden />
          {message}
        </li>
      ))}
    </ul>
  )
}
