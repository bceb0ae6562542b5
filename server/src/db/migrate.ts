import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { seed } from './seed.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const BREAK = '--> statement-breakpoint'
/** Any number that no other program on the database would use for an advisory lock. */
const MIGRATION_LOCK = 7_142_002

type Migration = { tag: string; hash: string; statements: string[] }

/**
 * Brings the schema up to date, forward only; servers that start at once wait for one another. The SQL is generated
 * from `schema/` and applied in the order of its journal.
 *
 * @throws Error with a sentence for the operator when the database is of a newer version, or a migration was edited
 */
export async function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'create table if not exists migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ tag: string; hash: string }>('select tag, hash from migrations')
    const applied = new Map(rows.map(({ tag, hash }) => [tag, hash]))
    const known = readMigrations()
    refuseStrangers(applied, known)
    for (const migration of known) if (!applied.has(migration.tag)) await apply(client, migration)
    await seed(client)
  } finally {
    await client.end()
  }
}

function readMigrations(): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return entries.map(({ tag }) => {
    const text = readFileSync(join(FOLDER, `${tag}.sql`), 'utf8')
    return { tag, hash: createHash('sha256').update(text).digest('hex'), statements: text.split(BREAK) }
  })
}

function refuseStrangers(applied: Map<string, string>, known: Migration[]) {
  const hashes = new Map(known.map(({ tag, hash }) => [tag, hash]))
  for (const [tag, hash] of applied) {
    if (!hashes.has(tag))
      throw new Error(`The database was used by a newer version of Gatehouse (${tag}). Start that version.`)
    if (hashes.get(tag) !== hash) throw new Error(`The migration ${tag} was changed after it had been applied.`)
  }
}

async function apply(client: pg.Client, { tag, hash, statements }: Migration) {
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  await client.query('insert into migrations (tag, hash) values ($1, $2)', [tag, hash])
  await client.query('commit')
}
