import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = {
  /** Translated. */
  title: string
  onRemove: () => Promise<void>
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

/** Asks before a way to sign in is removed, and removes it. */
export function RemoveFactor({ title, onRemove, onClose, children }: Props) {
  const { t } = useTranslation()
  const removal = useAction(onRemove)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('Remove')}
      tone="danger"
      isBusy={removal.isBusy}
      error={removal.error}
      onConfirm={() => void removal.run()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
