import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { useId } from 'react'
import { describedBy, Field, type FieldProps } from './Field.tsx'
import './select.css'

type Props = FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement>; children: ReactNode }

export function Select({ label, error, hint, action, children, ...select }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <select {...select} id={id} className="control select" {...describedBy(id, { error, hint })}>
        {children}
      </select>
    </Field>
  )
}
