import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor } from '../../../db/database.ts'
import { isCurrent } from '../../../db/is-current.ts'

/** A role by its name in lower case, of one client, or of any (`null`). */
export type Holder = { clientId: string | null; role: string }

export const holderKey = (holder: Holder | undefined) => `${holder?.clientId ?? ''} ${holder?.role}`

/** More names than these are found in one pass through the assignments of the application. */
const NAMES_LOOKED_UP = 8

/**
 * How many active people have each of these roles of an application, by `holderKey`; a role that nobody has is not there.
 *
 * @param upTo `one`: whether anybody has it, at most 1 where that is faster
 */
export async function countHolders(
  on: Executor,
  applicationId: string,
  holders: readonly Holder[],
  upTo: 'one' | 'all',
): Promise<ReadonlyMap<string, number>> {
  const each = [...new Map(holders.map((holder) => [holderKey(holder), holder])).values()]
  const ofClients = each.filter(({ clientId }) => clientId !== null)
  const names = each.filter(({ clientId }) => clientId === null).map(({ role }) => role)
  // People, and the roles below, are looked up one by one by their index: before the database has statistics, it would compare each with each.
  const people = (which: Sql) => sql`assignments s
    cross join lateral (select from users z where z.id = s.user_id and z.is_active and z.deleted_at is null offset 0) u
    where s.application_id = ${applicationId} and ${which} and ${raw(isCurrent('s'))}`
  const limit = upTo === 'one' ? 1 : null
  const looked = (which: Sql) =>
    sql`(select count(*)::int from (select from ${people(which)} limit ${limit}::bigint) counted)`
  const isLookedUp = upTo === 'one' && names.length <= NAMES_LOOKED_UP
  const statements = [
    ofClients.length > 0 &&
      sql`select w.client_id as "clientId", w.role, ${looked(sql`s.client_id = w.client_id and lower(s.role) = w.role`)} as count
        from unnest(${ofClients.map(({ clientId }) => clientId)}::uuid[], ${ofClients.map(({ role }) => role)}::text[]) w(client_id, role)`,
    names.length > 0 &&
      (isLookedUp
        ? sql`select null as "clientId", w.role, ${looked(sql`lower(s.role) = w.role`)} as count from unnest(${names}::text[]) w(role)`
        : sql`select null as "clientId", lower(s.role) as role, count(distinct s.user_id)::int as count
            from ${people(sql`lower(s.role) = any(${names}::text[])`)} group by lower(s.role)`),
  ].filter((statement) => statement !== false)
  const found = new Map<string, number>()
  for (const statement of statements) {
    const { rows } = await on.execute<Holder & { count: number }>(statement)
    for (const row of rows) if (row.count > 0) found.set(holderKey(row), row.count)
  }
  return found
}
