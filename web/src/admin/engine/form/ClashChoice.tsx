import { useId } from 'react'
import { get } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldValue } from '../fields/FieldValue.tsx'
import type { FormField } from '../fields/field.ts'
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
  const options: [Side, string][] = [
    ['theirs', t('Theirs')],
    ['mine', t('Mine')],
  ]
  return (
    <fieldset className="clash">
      <legend>{fields.map(({ label }) => t(label)).join(', ')}</legend>
      {options.map(([side, label]) => (
        <label key={side} className="clash-side">
          <input type="radio" name={`${id}${first?.name}`} checked={chosen === side} onChange={() => onChoose(side)} />
          <span className="clash-whose">{label}</span>
          <span className="clash-value">
            {fields.map((field) => (
              <FieldValue key={field.name} field={field} value={get(values[side], field.name)} />
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
