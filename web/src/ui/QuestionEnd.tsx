import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { FormEnd } from './FormEnd.tsx'

export type QuestionEndProps = {
  /** What the button does, as a verb. */
  confirmLabel: string
  /** What the other button does; `Cancel` where that says it. */
  keepLabel?: string | undefined
  tone?: 'primary' | 'danger' | undefined
  isBusy?: boolean | undefined
  /** Why it failed. */
  error?: unknown
  /** Failures that are no single error. */
  failures?: ReactNode
  /** Why it cannot be done now; the button then does nothing. */
  isBlocked?: boolean | undefined
  /** Says so beside the button. */
  blockedBy?: ReactNode
  onConfirm: () => void
}

/** How a dialog ends that only asks: why it failed, and the two answers. */
export function QuestionEnd({ confirmLabel, onConfirm, onKeep, ...rest }: QuestionEndProps & { onKeep: () => void }) {
  const { t } = useTranslation()
  const {
    keepLabel = t('Cancel'),
    tone = 'primary',
    isBusy = false,
    isBlocked = false,
    blockedBy,
    error,
    failures,
  } = rest
  const whyId = useId()
  return (
    <FormEnd error={error} failures={failures}>
      {blockedBy && (
        <div id={whyId} className="blocked-by">
          {blockedBy}
        </div>
      )}
      {/* The focus begins on what changes nothing. */}
      <Button variant="neutral" isIdle={isBusy} data-first onClick={onKeep}>
        {keepLabel}
      </Button>
      <Button
        variant={tone}
        isBusy={isBusy}
        disabled={isBlocked}
        aria-describedby={blockedBy ? whyId : undefined}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </FormEnd>
  )
}
