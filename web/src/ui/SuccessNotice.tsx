import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { ACTION_TOAST_MS, TOAST_MS } from './use-toasts.ts'

export type Success = {
  /** Translated. */
  text: string
  /** Takes it back. */
  undo?: (() => void) | undefined
}

type Props = { success: Success | null; onClear: () => void }

/** Says in a dialog that stays open what was done, for as long as a toast does. */
export function SuccessNotice({ success, onClear }: Props) {
  const { t } = useTranslation()
  const latest = useRef(onClear)
  latest.current = onClear

  useEffect(() => {
    if (!success) return
    const timer = setTimeout(() => latest.current(), success.undo ? ACTION_TOAST_MS : TOAST_MS)
    return () => clearTimeout(timer)
  }, [success])

  if (!success) return null
  return (
    <Alert tone="success">
      <span className="alert-line">
        {success.text}
        {success.undo && (
          <Button variant="link" onClick={success.undo}>
            {t('Undo')}
          </Button>
        )}
      </span>
    </Alert>
  )
}
