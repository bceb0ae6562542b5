import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './factor-list.css'

type Shown = { _id: string; name: string }

type Props<Factor extends Shown> = {
  factors: readonly Factor[]
  icon: LucideIcon
  /** What is said of one, each a short sentence. */
  details: (factor: Factor) => string[]
  /** What can be done with one. */
  actions: (factor: Factor) => ReactNode
}

/** What a person signs in with, one line each. */
export function FactorList<Factor extends Shown>({ factors, icon: Icon, details, actions }: Props<Factor>) {
  return (
    <ul className="factors">
      {factors.map((factor) => (
        <li key={factor._id}>
          <Icon size={22} aria-hidden />
          <div className="factors-text">
            <p className="factors-name">{factor.name}</p>
            <p className="factors-detail">
              {details(factor).map((detail) => (
                <span key={detail}>{detail}</span>
              ))}
            </p>
          </div>
          <div className="factors-actions">{actions(factor)}</div>
        </li>
      ))}
    </ul>
  )
}
