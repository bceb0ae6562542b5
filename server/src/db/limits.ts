import pg from 'pg'
import { ANSWER_MAX_MS, whileNoOtherStarts } from './start-lock.ts'

/** The limits of every statement, lock and transaction, in milliseconds (requirement P24). */
export const LIMITS = { statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 10_000 }

/**
 * The parameters with which connections must be opened, so that the limits apply. A pooler that shares connections
 * refuses such parameters, or ignores them: then the limits are stored with the database role (ADR 0034).
 */
export async function settleLimits(connection: pg.ClientConfig): Promise<Partial<typeof LIMITS>> {
  if (await limitsHold({ ...connection, ...LIMITS })) return LIMITS
  if (!(await limitsHold(connection))) {
    await whileNoOtherStarts(connection, async (client) => {
      for (const [name, value] of Object.entries(LIMITS)) await client.query(keepWithRole(name, value))
    })
  }
  return {}
}

async function limitsHold(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: ANSWER_MAX_MS, query_timeout: ANSWER_MAX_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const names = Object.keys(LIMITS)
    const { rows } = await client.query<{ name: keyof typeof LIMITS; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [names],
    )
    return rows.every(({ name, setting }) => Number(setting) === LIMITS[name])
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** For this database only. Names cannot be parameters of this command, so the database puts it together. */
const keepWithRole = (name: string, value: number) => `
  do $$ begin
    execute format('alter role current_user in database %I set ${name} = ${value}', current_database());
  end $$`
