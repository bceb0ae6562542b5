import { Dialog } from '../../../ui/Dialog.tsx'
import { UnsavedQuestion } from '../../../ui/unsaved/UnsavedQuestion.tsx'
import { useUnsaved } from '../../../ui/unsaved/use-unsaved.ts'
import { Checklist } from './Checklist.tsx'
import { type RecordChecklist, useRecordChecklist } from './use-record-checklist.ts'

type Props = RecordChecklist & { title: string; onClose: () => void }

/** Attaches records to another one and detaches them, in one list. */
export function ChecklistDialog({ title, onClose, ...records }: Props) {
  const shown = useRecordChecklist(records)
  const unsaved = useUnsaved(shown.list.changes.length > 0, onClose)
  return (
    <>
      <Dialog title={title} size="large" onClose={onClose} onCloseRequest={unsaved.requestClose}>
        <Checklist {...shown} onClose={unsaved.requestClose} />
      </Dialog>
      <UnsavedQuestion unsaved={unsaved} />
    </>
  )
}
