import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

export type Row = Record<string, string | number | boolean | null | readonly string[] | object | undefined>

/** Inserts rows that all have the same columns, under their property names, in one statement and in their order. */
export async function insertRows(tx: Tx, table: string, rows: Row[]): Promise<void> {
  const columns = raw(Object.keys(rows[0] ?? {}).join(', '))
  await tx.execute(sql`
    insert into ${raw(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::jsonb)`)
}
