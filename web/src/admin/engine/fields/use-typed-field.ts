import { useFormContext } from 'react-hook-form'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** Ties a control to the form whose value stays a text while it cannot be read; leaving it says so at once. */
export function useTypedField(props: FieldInputProps) {
  const form = useFormContext()
  const field = useControlledField<number | null | string>(props)

  function onBlur() {
    field.onBlur()
    if (typeof field.value === 'string') void form.trigger(props.name)
  }

  return { ...field, onBlur }
}
