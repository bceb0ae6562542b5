import { useEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api-error.ts'

/**
 * Shows the messages of a refused call at their fields, and puts the focus on the first of them.
 *
 * @param names the fields of the call that have another name in the form
 */
export function usePlacedError<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
  names: Record<string, FieldPath<Values>> = {},
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error
  useEffect(() => {
    const messages = error instanceof ApiError ? error.data.fields : null
    if (typeof messages !== 'object' || messages === null) return
    const own = Object.keys(form.getValues())
    const placed = Object.entries(messages)
      .map(([name, message]) => [names[name] ?? name, String(message)] as [FieldPath<Values>, string])
      .filter(([name]) => own.includes(name.split('.')[0] ?? name))
    for (const [name, message] of placed) form.setError(name, { message })
    if (placed[0]) form.setFocus(placed[0][0])
  }, [error])
}
