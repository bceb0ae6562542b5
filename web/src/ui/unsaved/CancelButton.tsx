import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { useWorkInDialog } from './work-in-dialog.ts'

/** Closes its WorkDialog without saving. */
export function CancelButton({ isIdle, label }: { isIdle?: boolean; label?: string }) {
  const { t } = useTranslation()
  const { requestClose } = useWorkInDialog()
  return (
    <Button variant="neutral" isIdle={isIdle ?? false} onClick={requestClose}>
      {label ?? t('Cancel')}
    </Button>
  )
}
