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
  /** Why it cannot be done now; the button then does nothing. */
  isBlocked?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done. Stays until it is done: whoever closed it would not learn what came of it. */
export function ConfirmDialog({ title, confirmLabel, tone = 'primary', onConfirm, onClose, ...rest }: Props) {
  const { t } = useTranslation()
  const { isBusy = false, error, isBlocked = false, keepLabel = t('Cancel'), children } = rest
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
      <div className="form">
        {children}
        <FormEnd error={error}>
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
