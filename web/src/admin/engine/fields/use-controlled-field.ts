import { useController, useFormContext } from 'react-hook-form'
import type { FieldInputProps } from './field.ts'

/** Ties a control that holds something else than text to the form around it; the counterpart of `useField`. */
export function useControlledField<Value>({ name, label, hint, required }: FieldInputProps) {
  const form = useFormContext()
  const { field, fieldState } = useController({ name })

  function onChange(value: Value) {
    field.onChange(value)
    if (fieldState.error) void form.trigger(name)
  }

  // An error in one of several values stands at that one.
  const error = fieldState.error?.message ?? firstOf(fieldState.error)
  const { ref, onBlur } = field
  return { ref, onBlur, value: field.value as Value, onChange, error, label, hint, ...(required && { required }) }
}

function firstOf(error: unknown): string | undefined {
  if (!Array.isArray(error)) return undefined
  return error.find((one) => one?.message)?.message
}
