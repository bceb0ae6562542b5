import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './facts.css'

export type Fact = {
  /** Translated, as all of it. */
  label: string
  value: ReactNode
  /** Under the value. */
  note?: string | undefined
}

type Props = {
  heading: string
  facts: readonly Fact[]
  /** The labels of those without a value: they are named together instead of taking a line each. */
  unset?: readonly string[]
}

/** What is known of a record, one fact beside the other. */
export function Facts({ heading, facts, unset = [] }: Props) {
  const { t, i18n } = useTranslation()
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
        {unset.length > 0 && (
          <div className="facts-unset">
            <dt>{t('Not set')}</dt>
            <dd>{new Intl.ListFormat(i18n.language).format(unset)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
