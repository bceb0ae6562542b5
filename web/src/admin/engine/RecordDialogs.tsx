import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { StartValues } from '../../session/start-values.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { FormDialog } from './form/FormDialog.tsx'
import { HistoryDialog } from './history/HistoryDialog.tsx'
import type { ActionDialog, Screen } from './screen.ts'

/** The dialog that is open, and for which row. */
export type Opened<Row> =
  | { kind: 'form'; row: Row | null; start?: StartValues }
  | { kind: 'delete'; row: Row }
  | { kind: 'history'; row: Row }
  | { kind: 'action'; row: Row; Dialog: ActionDialog<Row>; start?: StartValues }

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  opened: Opened<Row> | null
  /** An action changes its row while its dialog stays open: the row as it is now. */
  latest: (row: Row) => Row
  onClose: () => void
  onSaved: (row: Row) => void
}

/** The dialogs of one record, of which one is open or none. */
export function RecordDialogs<Row extends RecordRow>({ screen, opened, latest, onClose, onSaved }: Props<Row>) {
  if (!opened) return null
  switch (opened.kind) {
    case 'form':
      return <FormDialog screen={screen} row={opened.row} start={opened.start} onClose={onClose} onSaved={onSaved} />
    case 'delete':
      return <DeleteDialog screen={screen} row={opened.row} onClose={onClose} />
    case 'history':
      return <HistoryDialog screen={screen} row={opened.row} onClose={onClose} />
    case 'action':
      return <opened.Dialog row={latest(opened.row)} start={opened.start} onClose={onClose} />
  }
}
