import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { useId } from 'react'
import { get } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldValue } from '../fields/FieldValue.tsx'
import { type FormField, WITH_SECRETS } from '../fields/field.ts'
import type { Side } from './ConflictDialog.tsx'

type Props = {
  /** One field, or several that belong together. */
  fields: readonly FormField[]
  values: Record<Side, Record<string, unknown>>
  chosen: Side | undefined
  onChoose: (side: Side) => void
}

/** Chooses one of the two versions of a field. */
export function ClashChoice({ fields, values, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [first] = fields
  const isOfSecrets = first?.together === WITH_SECRETS
  const shown = isOfSecrets
    ? fields.filter(({ name }) => isTold(get(values.theirs, name), get(values.mine, name)))
    : fields
  const options: [Side, string][] = [
    ['theirs', t('Theirs')],
    ['mine', t('Mine')],
  ]
  return (
    <fieldset className="clash">
      <legend>{shown.map(({ label }) => t(label)).join(', ')}</legend>
      {options.map(([side, label]) => (
        <label key={side} className="clash-side">
          <input type="radio" name={`${id}${first?.name}`} checked={chosen === side} onChange={() => onChoose(side)} />
          <span className="clash-whose">{label}</span>
          <span className="clash-value">
            {shown.map((field) => (
              <span key={field.name}>
                {isOfSecrets && `${t(field.label)}: `}
                <FieldValue field={field} value={field.meaningOf?.(values[side]) ?? get(values[side], field.name)} />
              </span>
            ))}
          </span>
        </label>
      ))}
      {isOfSecrets && <p className="clash-secrets">{t('Secrets are not shown, and may have been changed too.')}</p>}
    </fieldset>
  )
}

/** Of the many fields around secrets: those that differ, and secrets, of which nobody sees whether they do. */
function isTold(theirs: unknown, mine: unknown): boolean {
  return theirs === SECRET_MASK || JSON.stringify(theirs ?? '') !== JSON.stringify(mine ?? '')
}
