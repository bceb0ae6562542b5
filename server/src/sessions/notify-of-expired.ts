import sql from 'sql-template-tag'
import { enqueueLogouts } from '../access/logout-notices.ts'
import type { Db } from '../db/database.ts'

/** The row of `installation` with the time up to which expired sessions were looked for. */
const KEY = 'sessions-expired-until'

/**
 * Enqueues the logout notices of the sessions whose maximum time has ended since the last call, in the order of an index.
 * Their rows are not written. A session that is over because nobody has used the portal for a while sends none: the
 * applications that were opened in it go on.
 *
 * @returns how many notices
 */
export async function notifyOfExpired(db: Db): Promise<number> {
  await db.execute(
    sql`insert into installation (key, value) values (${KEY}, to_jsonb(now())) on conflict (key) do nothing`,
  )
  // One statement: the time moves on exactly with the notices. Of two servers at once, one finds the row.
  const { rowCount } = await db.execute(sql`
    with former as (
      select (value #>> '{}')::timestamptz as at from installation where key = ${KEY} for update skip locked),
    moved as (
      update installation set value = to_jsonb(now()) where key = ${KEY} and exists (select from former))
    ${enqueueLogouts(sql`o.session_id in (
      select s.id from sessions s, former where s.expires_at > former.at and s.expires_at <= now()
        and (s.ended_at is null or s.ended_at >= s.expires_at))`)}`)
  return rowCount ?? 0
}
