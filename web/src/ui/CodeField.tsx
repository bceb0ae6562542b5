import { asciiDigits } from '@gatehouse/contract/ascii-digits.ts'
import type { ChangeEvent, InputHTMLAttributes, Ref } from 'react'
import { useId, useRef } from 'react'
import { describedBy, Field, type FieldProps } from './Field.tsx'

const CODE_LENGTH = 6

type Props = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
    /** The server has refused the code; an alert says why. */
    isRefused?: boolean
    /** Called when a whole code stands there that was not there before: a corrected one goes off by itself too. */
    onComplete?: () => void
  }

/** One field for a one-time code, not six: browsers fill it from a message only then. */
export function CodeField({ label, error, hint, isRefused = false, onChange, onComplete, ...input }: Props) {
  const id = useId()
  const completed = useRef('')

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const code = asciiDigits(event.target.value).replace(/[\s-]/g, '')
    if (code !== event.target.value) event.target.value = code
    onChange?.(event)
    if (code.length === CODE_LENGTH && code !== completed.current) {
      completed.current = code
      onComplete?.()
    }
  }

  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <input
        autoComplete="one-time-code"
        {...input}
        id={id}
        className="control control-code"
        inputMode="numeric"
        spellCheck={false}
        onChange={handleChange}
        {...describedBy(id, { error, hint })}
        {...(isRefused && { 'aria-invalid': true })}
      />
    </Field>
  )
}
