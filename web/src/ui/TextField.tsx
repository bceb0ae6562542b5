import type { InputHTMLAttributes, Ref } from 'react'
import { useId } from 'react'
import { describedBy, Field, type FieldProps } from './Field.tsx'

type Props = FieldProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function TextField({ label, error, hint, action, ...input }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <input type="text" {...input} id={id} className="control" {...describedBy(id, { error, hint })} />
    </Field>
  )
}
