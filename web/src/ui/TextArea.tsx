import type { Ref, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import { describedBy, Field, type FieldProps } from './Field.tsx'

type Props = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ label, error, hint, action, rows = 3, ...textarea }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <textarea
        {...textarea}
        id={id}
        rows={rows}
        className="control control-area"
        {...describedBy(id, { error, hint })}
      />
    </Field>
  )
}
