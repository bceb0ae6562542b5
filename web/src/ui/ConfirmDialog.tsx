import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormEnd } from './FormEnd.tsx'

type Props = {
  title: string
  /** What the button does, as a verb. */
  confirmLabel: string
  /** What the other button does; `Cancel` where that says it. */
  keepLabel?: string
  tone?: 'primary' | 'danger'
  isBusy?: boolean
  /** Why it failed. */
  error?: unknown
  /** Failures that are no single error. */
  failures?: ReactNode
  /** Why it cannot be done now; the button then does nothing. */
  isBlocked?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done. It stays open until that is done, so that the result is seen. */
export function ConfirmDialog({ title, confirmLabel, tone = 'primary', onConfirm, onClose, ...rest }: Props) {
  const { t } = useTranslation()
  const { isBusy = false, error, failures, isBlocked = false, keepLabel = t('Cancel'), children } = rest
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
      <div className="form">
        {children}
        <FormEnd error={error} failures={failures}>
          {/* The focus begins on what changes nothing. */}
          <Button variant="neutral" isIdle={isBusy} data-first onClick={onClose}>
            {keepLabel}
          </Button>
          <Button variant={tone} isBusy={isBusy} disabled={isBlocked} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </FormEnd>
      </div>
    </Dialog>
  )
}
