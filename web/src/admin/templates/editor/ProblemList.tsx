import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import './problem-list.css'
import type { Problem } from './problems.ts'

type Props = {
  problems: readonly Problem[]
  /** Removes the removable problems. */
  onRemove?: () => void
}

/** The problems of a text, each once with its lines. Screen readers announce changes. */
export function ProblemList({ problems, onRemove }: Props) {
  const { t } = useTranslation()
  const texts = [...new Set(problems.map(({ message }) => message))]
  const messages = texts.map((text) => ({ text, lines: linesOf(problems.filter(({ message }) => message === text)) }))
  const removable = problems.filter(({ isRemovable }) => isRemovable).length
  return (
    <>
      <ul className="problem-list" aria-live="polite" tabIndex={messages.length > 6 ? 0 : undefined}>
        {messages.map(({ text, lines }) => (
          <li key={text}>
            <TriangleAlert size={14} aria-hidden />
            <span>
              {lines !== '' && <b>{t('Line {{lines}}:', { lines })} </b>}
              {text}
            </span>
          </li>
        ))}
      </ul>
      {onRemove && removable > 0 && (
        <p className="problem-list-remove">
          <Button variant="neutral" onClick={onRemove}>
            {t('Remove these')}
          </Button>
          <span className="field-hint">
            {t('Only the listed items are removed. Press Ctrl Z in the source to undo.')}
          </span>
        </p>
      )}
    </>
  )
}

const linesOf = (places: readonly Problem[]) =>
  [...new Set(places.map(({ line }) => line).filter((line) => line !== null))].join(', ')
