import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { useWorkInDialog } from './work-in-dialog.ts'

/** Closes its WorkDialog without saving, and asks while it is being sent. */
export function CancelButton({ label }: { label?: string }) {
  const { t } = useTranslation()
  const { requestClose } = useWorkInDialog()
  return (
    <Button variant="neutral" onClick={requestClose}>
      {label ?? t('Cancel')}
    </Button>
  )
}
