import { useFormContext } from 'react-hook-form'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** Connects a control whose value stays text while it cannot be parsed. Leaving the control shows the problem. */
export function useTypedField(props: FieldInputProps) {
  const form = useFormContext()
  const field = useControlledField<number | null | string>(props)

  function onBlur() {
    field.onBlur()
    if (typeof field.value === 'string') void form.trigger(props.name)
  }

  return { ...field, onBlur }
}
