import { type InputHTMLAttributes, type Ref, useId } from 'react'
import { describedBy, type FieldProps } from './Field.tsx'
import { FieldMessages } from './FieldMessages.tsx'
import './switch-field.css'

type Props = Pick<FieldProps, 'label' | 'hint'> &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** Something that is on or off; its label stands beside it. */
export function SwitchField({ label, hint, ...input }: Props) {
  const id = useId()
  return (
    <div className="switch-field">
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox brings its state itself */}
      <input {...input} id={id} type="checkbox" role="switch" className="switch" {...describedBy(id, { hint })} />
      <div>
        <label htmlFor={id}>{label}</label>
        <FieldMessages id={id} hint={hint} />
      </div>
    </div>
  )
}
