import { variablesOf } from '@gatehouse/contract/notices.ts'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import './variables-panel.css'

/** The variables of the chosen message. A click inserts one at the cursor. */
export function VariablesPanel({ onInsert }: { onInsert: (text: string) => void }) {
  const { t } = useTranslation()
  const name: unknown = useWatch({ name: 'TemplateName' })
  const variables = variablesOf(typeof name === 'string' ? name : '')
  return (
    <details className="variables" open>
      <summary>{t('Variables: select one to insert')}</summary>
      <ul className="variables-list">
        {variables.map((variable) => (
          <li key={variable.name}>
            <button type="button" onClick={() => onInsert(`{{ ${variable.name} }}`)}>
              <code>{variable.name}</code>
              <span className="variables-means">{t(variable.means)}</span>
              <span className="variables-sample">{variable.sample}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="field-hint">
        {t('Conditions and filters:')} <code>{'{% if clientName %} … {% else %} … {% endif %}'}</code>{' '}
        <code>{'{{ firstName | upcase }}'}</code>
      </p>
    </details>
  )
}
