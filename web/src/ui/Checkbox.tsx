import type { InputHTMLAttributes, Ref } from 'react'
import './checkbox.css'

type Props = InputHTMLAttributes<HTMLInputElement> & { label: string; ref?: Ref<HTMLInputElement> }

export function Checkbox({ label, ...input }: Props) {
  return (
    <label className="checkbox">
      <input {...input} type="checkbox" />
      {label}
    </label>
  )
}
