import { useController, useFormContext } from 'react-hook-form'
import type { FieldInputProps } from './field.ts'

/** Connects a control whose value is not text to the surrounding form; the counterpart of `useField`. */
export function useControlledField<Value>({ name, label, hint, required }: FieldInputProps) {
  const form = useFormContext()
  const { field, fieldState } = useController({ name })

  function onChange(value: Value) {
    field.onChange(value)
    if (fieldState.error) void form.trigger(name)
  }

  // An error of one of several values is shown at that value.
  const error = fieldState.error?.message ?? firstOf(fieldState.error)
  const { ref, onBlur } = field
  return { ref, onBlur, value: field.value as Value, onChange, error, label, hint, ...(required && { required }) }
}

function firstOf(error: unknown): string | undefined {
  if (!Array.isArray(error)) return undefined
  return error.find((one) => one?.message)?.message
}
