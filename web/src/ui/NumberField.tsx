import type { ChangeEvent, InputHTMLAttributes, Ref } from 'react'
import type { FieldProps } from './Field.tsx'
import { TextField } from './TextField.tsx'

type Props = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    value: number | null
    onChange: (value: number | null) => void
    ref?: Ref<HTMLInputElement>
  }

/** More digits would not fit a number exactly. */
const MAX_DIGITS = 15

/** A whole number, not negative. Anything but digits is not taken: no arrows that change it, no wheel, no 'e'. */
export function NumberField({ value, onChange, ...field }: Props) {
  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const digits = event.target.value.replace(/\D/g, '').slice(0, MAX_DIGITS)
    onChange(digits === '' ? null : Number(digits))
  }

  return <TextField {...field} inputMode="numeric" autoComplete="off" value={value ?? ''} onChange={handleChange} />
}
