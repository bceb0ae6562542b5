import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Author } from '../../engine/store.ts'

/**
 * Says in the transaction who its author is, for the triggers of a matrix: `raise_approval_version` names them in the version, and
 * `guard_approval_row` refuses who may not give access where a matrix decides about requests for access (ADR 0109). An operator at
 * the command line has no name, and is not judged.
 */
export async function nameAuthor(tx: Tx, { person }: Author): Promise<void> {
  const givesAccess = person.permissions.includes('users:write') ? 'on' : 'off'
  await tx.execute(sql`
    select set_config('gatehouse.author', ${person.userId ?? ''}, true), set_config('gatehouse.gives_access', ${givesAccess}, true)`)
}
