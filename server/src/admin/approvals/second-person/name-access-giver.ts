import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Author } from '../../engine/store.ts'

/**
 * Says in the transaction whether its author may give access, for the trigger `guard_approval_row`: where a matrix decides about
 * requests for access, it refuses all others (ADR 0109). An operator at the command line is not judged.
 */
export async function nameAccessGiver(tx: Tx, { person }: Author): Promise<void> {
  const givesAccess = person.permissions.includes('users:write') ? 'on' : 'off'
  await tx.execute(sql`select set_config('gatehouse.gives_access', ${givesAccess}, true)`)
}
