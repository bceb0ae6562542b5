import { useTranslation } from 'react-i18next'
import { CancelButton } from '../../../ui/unsaved/CancelButton.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { Checklist } from './Checklist.tsx'
import { type RecordChecklist, useRecordChecklist } from './use-record-checklist.ts'

type Props = RecordChecklist & { title: string; onClose: () => void }

/** Attaches records to another one and detaches them, in one list. */
export function ChecklistDialog({ title, onClose, ...records }: Props) {
  const { t } = useTranslation()
  const shown = useRecordChecklist(records)
  return (
    <WorkDialog
      hasUnsaved={shown.list.changes.length > 0}
      title={title}
      size="large"
      isBusy={shown.list.isBusy}
      success={t('“{{title}}” is done.', { title })}
      onClose={onClose}
    >
      <Checklist {...shown} closing={<CancelButton label={t('Close')} />} />
    </WorkDialog>
  )
}
