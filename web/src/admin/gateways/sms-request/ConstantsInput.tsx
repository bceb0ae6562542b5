import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { TextInput } from '../../engine/fields/TextInput.tsx'
import { onTheRight } from './mapping.tsx'

const MAX = 20
const ValueInput = onTheRight(TextInput)

/** Names and values that are sent unchanged. */
export function ConstantsInput({ name, label, hint }: FieldInputProps) {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ name })
  return (
    <fieldset className="sms-constants">
      <legend>{label}</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="sms-constant">
          <TextInput name={`${name}.${index}.attribute`} label={t('Attribute {{number}}', { number: index + 1 })} />
          <ValueInput name={`${name}.${index}.value`} label={t('Value {{number}}', { number: index + 1 })} />
          <Button
            variant="neutral"
            className="sms-constant-remove"
            aria-label={t('Remove attribute {{number}}', { number: index + 1 })}
            onClick={() => remove(index)}
          >
            <Trash2 size={16} aria-hidden />
          </Button>
        </div>
      ))}
      <p className="field-hint">{hint}</p>
      {fields.length < MAX && (
        <Button variant="neutral" className="sms-constants-add" onClick={() => append({ attribute: '', value: '' })}>
          <Plus size={16} aria-hidden />
          {t('Add attribute')}
        </Button>
      )}
    </fieldset>
  )
}
