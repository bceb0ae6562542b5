import type { ReactNode } from 'react'
import './decisions.css'

type Props = {
  /** One button for each answer. */
  children: ReactNode
}

/** The answers that somebody can give, in the row of a list or below a notice: buttons that look the same everywhere. */
export function Decisions({ children }: Props) {
  return <div className="decisions">{children}</div>
}
