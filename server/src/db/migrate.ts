import type pg from 'pg'
import { forgivingDrop, isPlainIndex, type Migration, readMigrations } from './migrations.ts'
import { seed } from './seed.ts'
import { whileNoOtherStarts } from './start-lock.ts'

/**
 * The last migration of the former release. Its servers keep working on the schema of this release, so that both
 * releases run side by side during an upgrade (ADR 0035).
 */
export const FORMER_RELEASE = '0009_indexes'

/** In a new installation, a sign-in of administrators may be so old before sensitive calls (ADR 0087). */
const ADMIN_CONFIRM_MINUTES = 60

/**
 * Brings the schema up to date, forward only, completely or not at all; servers that start at once wait for one
 * another. The SQL is generated from `schema/` and applied in the order of its journal. Indexes of a database in use
 * are left to `buildIndexes`.
 *
 * @param last the last migration to apply
 * @throws Error with a sentence for the operator when the database belongs to a newer version, or a migration was
 * edited
 */
export function migrateDatabase(connection: pg.ClientConfig, last?: string): Promise<void> {
  return whileNoOtherStarts(connection, async (client) => {
    await applyMigrations(client, { last })
    const isNew = await hasNoRoles(client)
    await seed(client)
    // Of the schema of a former release, the column may not be there yet.
    if (isNew && last === undefined)
      await client.query(`update roles set confirm_minutes = ${ADMIN_CONFIRM_MINUTES} where system = 'admin'`)
  })
}

/** Nothing has ever run on this database. */
async function hasNoRoles(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from roles limit 1')
  return rowCount === 0
}

/**
 * Applies the migrations that are missing, in the transaction of the caller.
 *
 * @param last the last migration to apply
 * @param withIndexes whether plain indexes are made; by default only those of a new database
 */
export async function applyMigrations(
  client: pg.Client,
  { last, withIndexes }: { last?: string | undefined; withIndexes?: boolean },
): Promise<void> {
  await makeJournal(client)
  const { rows } = await client.query<Applied>('select tag, hash, works_since as "worksSince" from migrations')
  const known = readMigrations(last)
  checkApplied(rows, known)
  const applied = new Set(rows.map(({ tag }) => tag))
  for (const migration of known)
    if (!applied.has(migration.tag))
      await apply(client, migration, withIndexes ?? rows.length === 0).catch(explainRefusal)
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

async function apply(client: pg.Client, { tag, hash, statements }: Migration, withIndexes: boolean) {
  for (const statement of statements)
    if (withIndexes || !isPlainIndex(statement)) await client.query(forgivingDrop(statement))
  const row = [tag, hash, FORMER_RELEASE]
  await client.query('insert into migrations (tag, hash, works_since) values ($1, $2, $3)', row)
}
