import { type ReactNode, useState } from 'react'
import './folded-field.css'

type Props = { label: string; value: string; hasError: boolean; children: ReactNode }

/** A setting that is rarely changed: its value as text, and its controls once it is opened. */
export function FoldedField({ label, value, hasError, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="folded-field"
      open={isOpen || hasError}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        {label}: {value}
      </summary>
      <div className="folded-field-controls">{children}</div>
    </details>
  )
}
