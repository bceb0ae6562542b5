import { type ChangeEvent, type InputHTMLAttributes, type Ref, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatAmount, formatRupees } from '../i18n/format.ts'
import { isWorded, readAmount } from '../i18n/money.ts'
import { describedBy, Field, type FieldProps } from './Field.tsx'
import './money-field.css'

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    /** Rupees, or what was typed where it is no amount. */
    value: number | null | string
    onChange: (rupees: number | null | string) => void
    ref?: Ref<HTMLInputElement>
  }

/**
 * An amount in rupees, as people write it, also as '5 lakh'; grouped as in India while nobody types in it. What is no amount
 * stays as it was typed, for the form to refuse it: nothing is guessed.
 */
export function MoneyField({ label, error, hint: ownHint, action, value, onChange, onBlur, ...input }: Props) {
  const id = useId()
  /** What is typed, kept as it is until the field is left: '12.' is on its way to '12.5'. */
  const [draft, setDraft] = useState<string | null>(null)
  const isAmount = typeof value === 'number'
  const shown = draft ?? (isAmount ? formatAmount(value) : (value ?? ''))
  const isUnderstood = draft !== null && isAmount && isWorded(draft)
  const hint = isUnderstood ? `= ${formatRupees(value)}` : ownHint

  /** Takes the commas away for typing. What is selected stays so, and the caret stays between the same digits. */
  function ungroup(input: HTMLInputElement) {
    if (draft !== null || !isAmount) return
    const start = digitsBefore(shown, input.selectionStart)
    const end = digitsBefore(shown, input.selectionEnd)
    flushSync(() => setDraft(String(value)))
    input.setSelectionRange(start, end)
  }

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    setDraft(event.target.value)
    onChange(readAmount(event.target.value))
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
          value={shown}
          onClick={({ currentTarget }) => ungroup(currentTarget)}
          onKeyDown={({ currentTarget }) => ungroup(currentTarget)}
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

const digitsBefore = (amount: string, at: number | null) => amount.slice(0, at ?? 0).replaceAll(',', '').length
