import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import type { useUnsaved } from './use-unsaved.ts'

/** Asks before unsaved input is lost. */
export function UnsavedQuestion({ unsaved }: { unsaved: ReturnType<typeof useUnsaved> }) {
  const { t } = useTranslation()
  if (!unsaved.isAsking) return null
  return (
    <ConfirmDialog
      title={t('Discard changes?')}
      confirmLabel={t('Discard')}
      keepLabel={t('Keep editing')}
      tone="danger"
      onConfirm={unsaved.discard}
      onClose={unsaved.keep}
    >
      <p>{t('What you entered has not been saved and will be lost.')}</p>
    </ConfirmDialog>
  )
}
