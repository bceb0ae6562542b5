import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { type Column, STATUS } from '../screen.ts'

/** The columns of deleted records: without status, but with the time and author of the deletion. */
export function deletedColumns<Row extends RecordRow>(
  columns: readonly Column<Row>[],
  language: string,
): Column<Row>[] {
  return [
    ...columns.filter(({ label }) => label !== STATUS),
    {
      label: 'Deleted',
      sort: 'deletedAt',
      cell: ({ deletedAt }) => deletedAt && formatMoment(new Date(deletedAt), new Date(), language),
    },
    { label: 'Deleted by', cell: ({ deletedBy }) => deletedBy },
  ]
}
