import type { ReactNode } from 'react'
import './facts.css'

export type Fact = {
  /** Translated, as all of it. */
  label: string
  value: ReactNode
  /** Under the value. */
  note?: string | undefined
}

/** What is known of a record, one fact beside the other. */
export function Facts({ heading, facts }: { heading: string; facts: readonly Fact[] }) {
  return (
    <section className="facts">
      <h2>{heading}</h2>
      <dl>
        {facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {note && <p className="facts-note">{note}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
