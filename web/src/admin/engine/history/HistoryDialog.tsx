import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Screen } from '../screen.ts'

const HistoryLines = lazyPart(() => import('./HistoryLines.tsx'), 'HistoryLines')

type Props<Row extends RecordRow> = { screen: Screen<Row>; row: Row; onClose: () => void }

/** The changes of a record. The words for each kind of change are loaded when a history is first opened. */
export function HistoryDialog<Row extends RecordRow>({ screen, row, onClose }: Props<Row>) {
  const { t } = useTranslation()
  const { resource, fields, nameOf } = screen
  return (
    <Dialog title={t('History - {{name}}', { name: nameOf(row) })} size="large" onClose={onClose}>
      <HistoryLines resource={resource} id={row._id} fields={fields} />
    </Dialog>
  )
}
