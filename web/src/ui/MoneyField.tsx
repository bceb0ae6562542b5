import { type ChangeEvent, type InputHTMLAttributes, type Ref, useId, useState } from 'react'
import { formatAmount, PAISE_PER_RUPEE, readAmount } from '../i18n/money.ts'
import { describedBy, Field, type FieldProps } from './Field.tsx'
import './money-field.css'

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    /** Paise. */
    value: number | null
    onChange: (paise: number | null) => void
    ref?: Ref<HTMLInputElement>
  }

/** An amount in rupees, as people write it; grouped as in India while nobody types in it. */
export function MoneyField({ label, error, hint, action, value, onChange, onBlur, ...input }: Props) {
  const id = useId()
  /** What is typed, kept as it is until the field is left: '12.' is on its way to '12.5'. */
  const [draft, setDraft] = useState<string | null>(null)

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const typed = readAmount(event.target.value)
    setDraft(typed.text)
    onChange(typed.paise)
  }

  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <div className="money-field">
        <span aria-hidden="true">₹</span>
        <input
          {...input}
          id={id}
          type="text"
          className="control"
          inputMode="decimal"
          autoComplete="off"
          value={draft ?? (value === null ? '' : formatAmount(value))}
          onFocus={() => setDraft(value === null ? '' : String(value / PAISE_PER_RUPEE))}
          onChange={handleChange}
          onBlur={(event) => {
            setDraft(null)
            onBlur?.(event)
          }}
          {...describedBy(id, { error, hint })}
        />
      </div>
    </Field>
  )
}
