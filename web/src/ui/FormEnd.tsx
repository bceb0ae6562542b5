import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { ErrorAlert } from './ErrorAlert.tsx'
import './form-end.css'
import { ACTION_TOAST_MS, TOAST_MS } from './toast-ms.ts'
import { useSaidAtField } from './use-said-at-field.ts'

/** How long a success is shown before its dialog closes (requirement A19). */
const CLOSE_MS = 1000

export type Success = {
  /** Translated. */
  text: ReactNode
  /** Takes it back. */
  undo?: (() => void) | undefined
}

type Props = {
  /** Why it failed; `null` shows nothing, and so does what a field of the form says. */
  error?: unknown
  /** False where a field takes the focus instead. */
  takesFocus?: boolean
  /** A way out, below the message of the error. */
  wayOut?: ReactNode
  /** Failures that are no single error. */
  failures?: ReactNode
  success?: Success | null
  /** Called when the success was shown for as long as a toast. Without it the success stays. */
  onClear?: () => void
  /** Called when the success was shown for a moment, to close the dialog. */
  onClose?: () => void
  /** The buttons. */
  children?: ReactNode
}

/** How every form and dialog ends: what failed, what succeeded, and the buttons, in this order. */
export function FormEnd({ error, takesFocus = true, wayOut, failures, success = null, children, ...after }: Props) {
  const { t } = useTranslation()
  const latest = useRef(after)
  latest.current = after
  const end = useRef<HTMLDivElement>(null)
  const isSaid = useSaidAtField(error, end)

  useEffect(() => {
    if (!success) return
    const { onClose, onClear } = latest.current
    if (!onClose && !onClear) return
    const ms = onClose ? CLOSE_MS : success.undo ? ACTION_TOAST_MS : TOAST_MS
    const timer = setTimeout(() => (latest.current.onClose ?? latest.current.onClear)?.(), ms)
    return () => clearTimeout(timer)
  }, [success])

  return (
    <div ref={end} className="form-end">
      <ErrorAlert error={isSaid && !wayOut ? null : error} takesFocus={takesFocus}>
        {wayOut}
      </ErrorAlert>
      {failures}
      {success && (
        <Alert tone="success">
          {success.undo ? (
            <span className="alert-line">
              {success.text}
              <Button variant="link" onClick={success.undo}>
                {t('Undo')}
              </Button>
            </span>
          ) : (
            success.text
          )}
        </Alert>
      )}
      {children}
    </div>
  )
}
