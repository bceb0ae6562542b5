import { type ReactNode, useLayoutEffect, useRef } from 'react'
import './decisions.css'
import { giveBackFocus, withPartsAround } from './give-back-focus.ts'

type Props = {
  /** One button for each answer. */
  children: ReactNode
}

/** The answers that somebody can give, in the row of a list or below a notice: buttons that look the same everywhere. */
export function Decisions({ children }: Props) {
  const answers = useRef<HTMLDivElement>(null)

  // What is decided goes away and must not take the focus along: it stays in the part of the page around it, or in its content.
  useLayoutEffect(() => {
    const part = answers.current
    return () => {
      if (part?.contains(document.activeElement)) giveBackFocus(withPartsAround(part))
    }
  }, [])

  return (
    <div ref={answers} className="decisions">
      {children}
    </div>
  )
}
