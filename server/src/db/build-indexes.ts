import type pg from 'pg'
import { makeClient } from './make-client.ts'
import { plainIndexes, readMigrations } from './migrations.ts'

/** A number that no other program on the database uses for an advisory lock. */
const INDEX_LOCK = 7_142_006
/** Building an index on a large table may take longer than the usual limits. */
const NO_LIMITS = '-c statement_timeout=0 -c lock_timeout=0'

/**
 * Builds the indexes of migrations that the database does not have yet, while the product is in use: an ordinary
 * `create index` blocks every change of its table, for minutes on a large one (ADR 0037). An index that a former
 * attempt left unfinished is built again. One server does it; the others have nothing to do. Afterwards the tables are
 * analysed: without statistics of its expression, an index is not used where it should be.
 *
 * @throws Error that names the indexes that could not be built, after trying all others
 */
export async function buildIndexes(connection: pg.ClientConfig): Promise<void> {
  const failed = new Map<string, Error>()
  await whileNoOtherBuilds(connection, async (client) => {
    const known = readMigrations()
    const { rows } = await client.query<{ tag: string }>('select tag from migrations')
    // A newer release may have removed some of our indexes.
    if (rows.some(({ tag }) => !known.some((one) => one.tag === tag))) return
    const found = await client.query<{ name: string; isWhole: boolean }>(`
      select c.relname as name, i.indisvalid as "isWhole" from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace`)
    const isWhole = new Map(found.rows.map((one) => [one.name, one.isWhole]))
    const missing = [...plainIndexes(known)].filter(([name]) => !isWhole.get(name))
    for (const [name, statements] of missing)
      await build(client, name, statements).catch((error: Error) => failed.set(name, error))
    const built = missing.filter(([name]) => !failed.has(name))
    for (const table of new Set(built.map(([, [statement = '']]) => TABLE.exec(statement)?.[1] ?? '')))
      await client.query(`analyze "${table}"`).catch((error: Error) => failed.set(`statistics of ${table}`, error))
  })
  if (failed.size === 0) return
  const reasons = [...failed].map(([name, { message }]) => `${name} (${message})`)
  throw new Error(`not built: ${reasons.join(', ')}`, { cause: [...failed.values()][0] })
}

const TABLE = / on "?(\w+)"?/i

async function build(client: pg.Client, name: string, [making = '', ...changes]: string[]) {
  const { rows } = await client.query("select from pg_class where oid = to_regclass($1) and relkind = 'p'", [
    TABLE.exec(making)?.[1],
  ])
  // PostgreSQL builds none over partitions concurrently. Nobody waits for the one table that has some (ADR 0105).
  const how = rows.length > 0 ? '' : 'concurrently'
  await client.query(`drop index ${how} if exists "${name}"`)
  await client.query(making.replace(/create index/i, `create index ${how}`))
  for (const change of changes) await client.query(change)
}

/**
 * The lock is held by a separate transaction, so that it works behind a pooler, too: an index cannot be built inside
 * one.
 */
async function whileNoOtherBuilds(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<void>) {
  const locking = await connect(connection)
  try {
    await locking.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await locking.query<{ held: boolean }>(`select pg_try_advisory_xact_lock(${INDEX_LOCK}) as held`)
    if (!rows[0]?.held) return
    const building = await connect({ ...connection, options: NO_LIMITS }).catch((error: Error) => {
      // A pooler refuses the parameter; and a setting on a shared connection would affect the next user of that
      // connection.
      if (/unsupported startup parameter/.test(error.message)) return connect(connection)
      throw error
    })
    await work(building).finally(() => building.end().catch(() => undefined))
  } finally {
    await locking.end().catch(() => undefined)
  }
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = makeClient({ ...connection, keepAlive: true })
  await client.connect()
  return client
}
