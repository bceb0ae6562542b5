import { Fragment } from 'react'
import type { TableColumn } from '../DataTable.tsx'

/** Boxes that are laid out in another way than a table lose its roles. */
const CELL = { role: 'cell' }

/** The most letters that take two lines in a narrow column. */
const TWO_LINES = 32

type Props<Row> = {
  column: TableColumn<Row>
  /** On a phone, the columns of the title. */
  names: readonly TableColumn<Row>[]
  row: Row
}

/** What a column says about a row. On a phone: the title of its entry, its status, or one of its facts. */
export function TableCell<Row>({ column, names, row }: Props<Row>) {
  if (names.length === 0) {
    const content = column.cell(row)
    const isLong = typeof content === 'string' && content.length > TWO_LINES
    return (
      <td className={classOf(column)} data-long={isLong || undefined}>
        {content}
      </td>
    )
  }
  if (column === names[0])
    return (
      <td {...CELL} className="entry-title">
        {names.map((name) => (
          <Fragment key={name.label}>{name.cell(row)} </Fragment>
        ))}
      </td>
    )
  if (column.isStatus)
    return (
      <td {...CELL} className="data-table-status">
        {column.cell(row)}
      </td>
    )
  return (
    <td {...CELL} className="entry-fact" data-label={column.isPlainOnPhones ? undefined : column.label}>
      <div className={column.isNumber ? 'entry-value data-table-number' : 'entry-value'}>{column.cell(row)}</div>
    </td>
  )
}

function classOf<Row>({ isStatus, isQuantity, isNumber, isWhole }: TableColumn<Row>): string | undefined {
  if (isStatus) return 'data-table-status'
  if (isQuantity) return 'data-table-number data-table-quantity'
  if (isWhole) return 'data-table-whole'
  return isNumber ? 'data-table-number' : undefined
}
