import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { maskEmail } from '../../../identity/identifiers.ts'
import { auditBy } from '../../engine/changes.ts'
import type { By } from '../../engine/store.ts'
import { requireMayVoid } from './require-may-void.ts'

/** Voids invitations that are open or have expired. @returns how many. @throws AppError grants_more */
export async function revokeAll(tx: Tx, by: By, ids: readonly string[]): Promise<number> {
  await requireMayVoid(tx, by, sql`i.id = any(${[...ids]}::uuid[])`)
  const { rows } = await tx.execute<{ id: string; email: string }>(sql`
    with found as (select id from invitations where id = any(${[...ids]}::uuid[]) order by email_key for update)
    update invitations i set state = 'revoked', settled_at = now() from found
    where i.id = found.id and i.state = 'open' returning i.id, i.email`)
  for (const { id, email } of rows) await auditBy(tx, by, 'invitations.revoked', id, { name: maskEmail(email) })
  return rows.length
}
