import {
  type ChangeEvent,
  type FocusEvent,
  type InputHTMLAttributes,
  type Ref,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { formatAmount, isWorded, readAmount } from '../i18n/money.ts'
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

  const isUnderstood = draft !== null && typeof value === 'number' && isWorded(draft)
  const hint = isUnderstood ? `= ₹${formatAmount(value)}` : ownHint

  const shown = draft ?? (typeof value === 'number' ? formatAmount(value) : (value ?? ''))

  const plain = typeof value === 'number' ? String(value) : (value ?? '')
  // Whoever comes by key replaces all of it: selected anew, because taking the commas away ends a selection.
  const entered = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text that is selected
  useLayoutEffect(() => {
    entered.current?.select()
    entered.current = null
  }, [draft])

  function handleFocus({ currentTarget }: FocusEvent<HTMLInputElement>) {
    // A click places its caret after this, by the text that it was made on.
    if (currentTarget.matches(':active')) return
    entered.current = currentTarget
    setDraft(plain)
  }

  /** Takes the commas away for typing, and leaves the caret between the same digits. */
  function ungroup(input: HTMLInputElement) {
    if (draft !== null) return
    const [start, end] = [input.selectionStart, input.selectionEnd].map((at) =>
      typeof value === 'number' ? digitsBefore(shown, at ?? 0) : (at ?? 0),
    )
    flushSync(() => setDraft(plain))
    input.setSelectionRange(start ?? 0, end ?? 0)
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
          onFocus={handleFocus}
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

const digitsBefore = (text: string, at: number) => text.slice(0, at).replaceAll(',', '').length
