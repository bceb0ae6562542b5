import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Screen } from '../../screen.ts'
import { RestoreBar } from './RestoreBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { useSelection } from './use-selection.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  isDeleted: boolean
  total: number
  isEstimate: boolean
  selection: ReturnType<typeof useSelection>
}

/** What can be done with all selected rows: by the screen's own job, or deleted ones are restored one after another. */
export function ListSelection<Row extends RecordRow>({ screen, isDeleted, ...selected }: Props<Row>) {
  const cache = useQueryClient()
  const Bulk = isDeleted ? screen.Restore : screen.Bulk
  if (!Bulk) return <RestoreBar {...selected} resource={screen.resource} />

  function handleDone() {
    selected.selection.clear()
    void cache.invalidateQueries()
  }

  return (
    <SelectionBar {...selected}>
      <Bulk selection={selected.selection.toSelection()} onDone={handleDone} />
    </SelectionBar>
  )
}
