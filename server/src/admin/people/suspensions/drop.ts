import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'

/** Forgets the suspension of a person, begun or planned. @returns whether there was one */
export async function dropSuspension(tx: Tx, userId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update users set suspended_from = null, suspended_until = null, suspension_reason = ''
    where id = ${userId} and suspended_from is not null`)
  return rowCount === 1
}
