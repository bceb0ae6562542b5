import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Attachments, type AttachmentsProps } from './Attachments.tsx'

type Props = AttachmentsProps & { title: string; onClose: () => void }

/** Attaches records to another one and detaches them. */
export function AttachDialog({ title, onClose, ...attachments }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onClose}>
      <Attachments {...attachments}>
        <Button variant="neutral" onClick={onClose}>
          {t('Close')}
        </Button>
      </Attachments>
    </Dialog>
  )
}
