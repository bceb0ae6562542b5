import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { TextArea } from './TextArea.tsx'

type Props = Omit<ComponentProps<typeof ConfirmDialog>, 'isBlocked' | 'onConfirm'> & {
  /** Fields below the reason. */
  further?: ReactNode
  onConfirm: (reason: string) => void
}

/** Asks before something is done that needs a reason. */
export function ReasonDialog({ hasUnsaved = false, further, onConfirm, children, ...dialog }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      {...dialog}
      hasUnsaved={hasUnsaved || reason !== ''}
      isBlocked={reason.trim() === ''}
      onConfirm={() => onConfirm(reason)}
    >
      {children}
      <TextArea
        label={t('Reason')}
        value={reason}
        maxLength={500}
        required
        onChange={(event) => setReason(event.target.value)}
      />
      {further}
    </ConfirmDialog>
  )
}
