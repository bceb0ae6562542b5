import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { requireMayTouch } from '../../engine/guard/guard.ts'
import type { By } from '../../engine/store.ts'

/**
 * Requires that the caller may give the role of each of these invitations `i` that can still be accepted: nobody voids or replaces
 * what somebody with more permissions has given. Locks them.
 *
 * @throws AppError grants_more
 */
export async function requireMayVoid(tx: Tx, { person }: By, which: Sql): Promise<void> {
  const { rows } = await tx.execute<{ roleId: string }>(sql`
    select i.role_id as "roleId" from invitations i
    where ${which} and i.state = 'open' and i.role_id is not null and i.expires_at > now() order by i.email_key for update`)
  for (const roleId of new Set(rows.map((row) => row.roleId)))
    await requireMayTouch(tx, person, 'role-given', roleId).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError('grants_more', { msg: GIVES_MORE }) : error
    })
}

const GIVES_MORE = 'An invitation that is open gives this address more than you may give.'
