import { type ChangeEvent, type InputHTMLAttributes, type Ref, useState } from 'react'
import { readWholeNumber } from '../i18n/money.ts'
import type { FieldProps } from './Field.tsx'
import { TextField } from './TextField.tsx'

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    /** What was typed, where it is no number. */
    value: number | null | string
    onChange: (value: number | null | string) => void
    ref?: Ref<HTMLInputElement>
  }

/**
 * A whole number, not negative: no arrows that change it, no wheel. What is none stays as it was typed, for the form to
 * refuse it: nothing is guessed.
 */
export function NumberField({ value, onChange, onBlur, ...field }: Props) {
  const [draft, setDraft] = useState<string | null>(null)

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    setDraft(event.target.value)
    onChange(readWholeNumber(event.target.value))
  }

  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? value ?? ''}
      onChange={handleChange}
      onBlur={(event) => {
        setDraft(null)
        onBlur?.(event)
      }}
    />
  )
}
