import type pg from 'pg'
import { forgivingDrop, isPlainIndex, type Migration, readMigrations } from './migrations.ts'
import { seed } from './seed.ts'
import { onOwnConnection, whileNoOtherStarts } from './start-lock.ts'
import { type RunBriefly, whenLocksAreFree } from './wait-for-locks.ts'

/**
 * The last migration of the former release. Its servers keep working on the schema of this release, so that both
 * releases run side by side during an upgrade (ADR 0035).
 */
export const FORMER_RELEASE = '0009_indexes'

/** In a new installation, a sign-in of administrators may be so old before sensitive calls (ADR 0087). */
const ADMIN_CONFIRM_MINUTES = 60

/** A number that no other program on the database uses for an advisory lock. */
const MIGRATION_LOCK = 7_142_007

/**
 * Brings the schema up to date, forward only, each migration completely or not at all; servers that start at once wait
 * for one another. The SQL is generated from `schema/` and applied in the order of its journal. Indexes of a database in
 * use are left to `buildIndexes`.
 *
 * @param last the last migration to apply
 * @param giveUpMs how long it waits for the locks of a migration
 * @throws Error with a sentence for the operator when the database belongs to a newer version, a migration was edited,
 * or a table stays locked
 */
export function migrateDatabase(connection: pg.ClientConfig, last?: string, giveUpMs?: number): Promise<void> {
  return whileNoOtherStarts(connection, async (client) => {
    await applyOneByOne(connection, { beside: client, last, giveUpMs })
    const isNew = await hasNoRoles(client)
    await seed(client)
    // Of the schema of a former release, the column may not be there yet.
    if (isNew && last === undefined)
      await client.query(`update roles set confirm_minutes = ${ADMIN_CONFIRM_MINUTES} where system = 'admin'`)
  })
}

type OneByOne = { beside: pg.Client; last?: string | undefined; giveUpMs?: number | undefined }

/**
 * Each migration in a transaction of its own, on a second connection, while the first one holds the start lock: a lock on
 * a table is held for one migration, and an interrupted update goes on where it stopped (ADR 0121).
 */
async function applyOneByOne(connection: pg.ClientConfig, { beside, last, giveUpMs }: OneByOne) {
  await onOwnConnection(connection, async (client) => {
    const inTurn = <T>(what: string, work: (run: RunBriefly) => Promise<T>) =>
      whenLocksAreFree({ client, beside, what, giveUpMs }, async (run) => {
        // A server that was killed loses the start lock at once, but its last statement may go on in the database.
        await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
        return work(run)
      })
    const { pending, isNew } = await inTurn('the table of the migrations', () => readPending(client, last))
    for (const migration of pending)
      await inTurn(`the migration ${migration.tag}`, async (run) => {
        if (!(await isApplied(client, migration))) await apply(client, run, migration, isNew)
      }).catch(explainRefusal)
  })
}

async function isApplied(client: pg.Client, { tag }: Migration): Promise<boolean> {
  const { rowCount } = await client.query('select from migrations where tag = $1', [tag])
  return rowCount === 1
}

/** Nothing has ever run on this database. */
async function hasNoRoles(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from roles limit 1')
  return rowCount === 0
}

/**
 * Applies the migrations that are missing, without their plain indexes, in the transaction of the caller: for tables
 * that nobody else uses.
 *
 * @param last the last migration to apply
 */
export async function applyMigrations(client: pg.Client, last?: string): Promise<void> {
  const { pending } = await readPending(client, last)
  const run = (statement: string) => client.query(statement)
  for (const migration of pending) await apply(client, run, migration, false).catch(explainRefusal)
}

/** The migrations that are missing, in their order. Makes the table that lists the applied ones. */
async function readPending(client: pg.Client, last: string | undefined) {
  await makeJournal(client)
  const { rows } = await client.query<Applied>('select tag, hash, works_since as "worksSince" from migrations')
  const known = readMigrations(last)
  checkApplied(rows, known)
  const applied = new Set(rows.map(({ tag }) => tag))
  return { pending: known.filter(({ tag }) => !applied.has(tag)), isNew: rows.length === 0 }
}

/** `worksSince`: the oldest migration with which a server still works on this schema. */
type Applied = { tag: string; hash: string; worksSince: string | null }

function checkApplied(applied: Applied[], known: Migration[]) {
  const hashes = new Map(known.map(({ tag, hash }) => [tag, hash]))
  for (const { tag, hash, worksSince } of applied) {
    if (!hashes.has(tag) && !hashes.has(worksSince ?? ''))
      throw new Error(`The database was used by a newer version of Gatehouse (${tag}). Start that version.`)
    if (hashes.has(tag) && hashes.get(tag) !== hash)
      throw new Error(`The migration ${tag} was changed after it had been applied.`)
  }
}

/** Changes nothing where it is complete: the role of a server may have no right to. */
async function makeJournal(client: pg.Client) {
  const { rows } = await client.query<{ isThere: boolean }>(`
    select exists (select from information_schema.columns
      where table_schema = current_schema() and table_name = 'migrations' and column_name = 'works_since') as "isThere"`)
  if (rows[0]?.isThere) return
  await client
    .query(`
      create table if not exists migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now());
      alter table migrations add column if not exists works_since text`)
    .catch(explainRefusal)
}

/** `insufficient_privilege` (PostgreSQL, appendix A). */
const NO_RIGHT = '42501'

function explainRefusal(cause: pg.DatabaseError): never {
  if (cause.code !== NO_RIGHT) throw cause
  throw new Error(
    `This role may not change the tables (${cause.message}). Run gatehouse database migrate with the DATABASE_URL of their owner first.`,
    { cause },
  )
}

async function apply(client: pg.Client, run: RunBriefly, { tag, hash, statements }: Migration, withIndexes: boolean) {
  for (const statement of statements) if (withIndexes || !isPlainIndex(statement)) await run(forgivingDrop(statement))
  const row = [tag, hash, FORMER_RELEASE]
  await client.query('insert into migrations (tag, hash, works_since) values ($1, $2, $3)', row)
}
