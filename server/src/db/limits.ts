import pg from 'pg'
import { makeClient } from './make-client.ts'
import { ANSWER_MAX_MS, whileNoOtherStarts } from './start-lock.ts'

/** The limits of every statement, lock and transaction, in milliseconds (requirement P24). */
export const LIMITS = { statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 10_000 }

/** A connection that the pool keeps is closed by it long before (`open.ts`). */
const FORGOTTEN = { idle_session_timeout: 60_000 }
const DIRECT = { ...LIMITS, options: `-c idle_session_timeout=${FORGOTTEN.idle_session_timeout}` }

export type Limits = Partial<typeof DIRECT>

/**
 * The parameters with which connections must be opened, so that the limits apply. A pooler that shares connections
 * refuses such parameters, or ignores them: then the limits are stored with the database role (ADR 0034). Without a pooler,
 * PostgreSQL also ends connections that a network has forgotten: nothing tells it that the server is gone (ADR 0102).
 */
export async function settleLimits(connection: pg.ClientConfig): Promise<Limits> {
  if (await limitsHold({ ...connection, ...DIRECT }, { ...LIMITS, ...FORGOTTEN }).catch(refused)) return DIRECT
  if (await limitsHold({ ...connection, ...LIMITS })) return LIMITS
  if (!(await limitsHold(connection))) {
    await whileNoOtherStarts(connection, async (client) => {
      for (const [name, value] of Object.entries(LIMITS)) await client.query(keepWithRole(name, value))
    })
  }
  return {}
}

/** A pooler may know the limits and no options, or an older PostgreSQL not this one. */
function refused(error: unknown): false {
  if (error instanceof pg.DatabaseError) return false
  throw error
}

async function limitsHold(connection: pg.ClientConfig, limits: Record<string, number> = LIMITS): Promise<boolean> {
  const client = makeClient({ ...connection, connectionTimeoutMillis: ANSWER_MAX_MS, query_timeout: ANSWER_MAX_MS })
  try {
    await client.connect()
    const names = Object.keys(limits)
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [names],
    )
    return rows.length === names.length && rows.every(({ name, setting }) => Number(setting) === limits[name])
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
