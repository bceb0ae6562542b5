import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { type Column, STATUS } from '../screen.ts'

/** The columns of a screen as a table shows them. */
export function useTableColumns<Row>(columns: readonly Column<Row>[]): TableColumn<Row>[] {
  const { t } = useTranslation()
  return columns.map((column) => ({ ...column, label: t(column.label), isStatus: column.label === STATUS }))
}
