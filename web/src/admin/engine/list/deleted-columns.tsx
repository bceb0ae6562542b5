import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { Moment } from '../../../ui/Moment.tsx'
import { type Column, STATUS } from '../screen.ts'

/** The columns of deleted records: without status, but with the time and author of the deletion. */
export function deletedColumns<Row extends RecordRow>(columns: readonly Column<Row>[]): Column<Row>[] {
  return [
    ...columns.filter(({ label }) => label !== STATUS),
    {
      label: 'Deleted',
      sort: 'deletedAt',
      cell: ({ deletedAt }) => deletedAt && <Moment at={deletedAt} />,
    },
    { label: 'Deleted by', cell: ({ deletedBy }) => deletedBy },
  ]
}
