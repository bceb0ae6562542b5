import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { requireMayGiveAccess } from '../engine/guard/gives-access.ts'
import type { Author } from '../engine/store.ts'

const NEEDS_MORE =
  'Applications know the people of a client by its id in other systems. To change it while it has people, or to use that of another client, you also need users:write.'

/**
 * Judges a change of the id that a client has in other systems. With the id of another client, its people would enter the applications as those of
 * the other one.
 *
 * @param ids `before` is empty for a new client, and where applications know it by the portal's id
 * @throws AppError not_allowed without `users:write`, where another client has it, or this one has people
 */
export async function judgeOwnId(
  tx: Tx,
  id: string,
  by: Author,
  ids: { before: string; after: string },
): Promise<void> {
  const { before, after } = ids
  if (after === before) return
  const { rows } = await tx.execute(sql`
    select 1 from clients where id <> ${id} and ${after} <> '' and lower(trim(${after})) in (lower(trim(uuid)), id::text)
    union all select 1 from assignments where client_id = ${id} limit 1`)
  if (rows.length > 0) requireMayGiveAccess(by, NEEDS_MORE)
}
