import type { ReactNode } from 'react'
import { FieldMessages } from './FieldMessages.tsx'
import './field.css'

/** What every labelled control takes. `error` is the English message; it is translated here. */
export type FieldProps = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** A link at the right end of the label's line. */
  action?: ReactNode
}

type Props = FieldProps & { id: string; children: ReactNode }

/** Label, control and messages of one field; the control itself is the child. */
export function Field({ id, label, error, hint, action, children }: Props) {
  return (
    <div className="field">
      <div className="field-head">
        <label id={labelIdOf(id)} htmlFor={id}>
          {label}
        </label>
      </div>
      {children}
      {/* After the control: Tab reaches that first. */}
      {action && <div className="field-action">{action}</div>}
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  )
}

/**
 * For controls with a list of choices: while that is open, all else is hidden from screen readers, and a hidden label
 * names its control only where it is referred to.
 */
export const labelIdOf = (id: string) => `${id}-label`

/** The attributes that tie a control to its messages. */
export function describedBy(id: string, { error, hint }: Pick<FieldProps, 'error' | 'hint'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined }
}
