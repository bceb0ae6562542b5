import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { clientNeeds, needsStrong, roleIdOf } from './sign-in-demand.ts'

/**
 * Condition on a person: their browsers may be remembered. Never with a role or client that needs a strong sign-in, and with
 * permissions in the console only where the role allows it (ADR 0085).
 *
 * @param userId SQL of the person's id
 */
export const mayRemember = (userId: string): Sql =>
  raw(`(exists (select from users mu where mu.id = ${userId} and mu.is_active and mu.deleted_at is null)
    and not exists (
      select from users mu join roles mr on mr.id = ${roleIdOf('mu')}
      where mu.id = ${userId} and (${needsStrong('mr')} or not mr.remembers_browsers
        and (mr.system = 'admin' or exists (select from role_permissions mp where mp.role_id = mr.id))))
    and not ${clientNeeds(needsStrong, userId)})`)

/** @returns how many there were */
export async function forgetBrowsers(tx: Tx, userId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from remembered_browsers where user_id = ${userId}`)
  return rowCount ?? 0
}

/** @returns whether it was one of this person's */
export async function forgetBrowser(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from remembered_browsers where id = ${id} and user_id = ${userId}`)
  return rowCount === 1
}
