import sql from 'sql-template-tag'
import type { Executor } from '../db/database.ts'

/**
 * Ages in seconds. The master key is as old as the wrap of the root key, which is wrapped again only when the master key
 * changes. A key that there is not has no age.
 */
export async function readKeyAges(on: Executor): Promise<Record<string, number>> {
  const { rows } = await on.execute<{ name: string; since: number | null }>(sql`
    select name, extract(epoch from now() - at)::float8 as since from (
      select 'data' as name, max(created_at) as at from stored_keys where use = 'data'
      union all select 'master', max(wrapped_at) from stored_keys where use = 'root'
      union all select 'encryption', max(created_at) from encryption_keys) ages`)
  return Object.fromEntries(rows.flatMap(({ name, since }) => (since === null ? [] : [[name, since]])))
}
