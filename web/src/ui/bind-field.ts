import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Ties a field to a form. It is judged when it is left with something in it, and from the first message on while the
 * person types; a field left empty is not scolded before the form is sent.
 */
export function bindField<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  name: FieldPath<Values>,
) {
  const { error } = form.getFieldState(name, form.formState)
  return {
    ...form.register(name, {
      onBlur: (event) => event.target.value !== '' && form.trigger(name),
      onChange: () => form.getFieldState(name).error && form.trigger(name),
    }),
    error: error?.message,
  }
}
