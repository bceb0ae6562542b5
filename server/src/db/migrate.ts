import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { seed } from './seed.ts'
import { whileNoOtherStarts } from './start-lock.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const BREAK = '--> statement-breakpoint'

type Migration = { tag: string; hash: string; statements: string[] }

/**
 * Brings the schema up to date, forward only, all of it or nothing; servers that start at once wait for one another. The
 * SQL is generated from `schema/` and applied in the order of its journal.
 *
 * @throws Error with a sentence for the operator when the database is of a newer version, or a migration was edited
 */
export function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  return whileNoOtherStarts(connection, async (client) => {
    await client.query(
      'create table if not exists migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ tag: string; hash: string }>('select tag, hash from migrations')
    const applied = new Map(rows.map(({ tag, hash }) => [tag, hash]))
    const known = readMigrations()
    checkApplied(applied, known)
    for (const migration of known) if (!applied.has(migration.tag)) await apply(client, migration)
    await seed(client)
  })
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

function checkApplied(applied: Map<string, string>, known: Migration[]) {
  const hashes = new Map(known.map(({ tag, hash }) => [tag, hash]))
  for (const [tag, hash] of applied) {
    if (!hashes.has(tag))
      throw new Error(`The database was used by a newer version of Gatehouse (${tag}). Start that version.`)
    if (hashes.get(tag) !== hash) throw new Error(`The migration ${tag} was changed after it had been applied.`)
  }
}

async function apply(client: pg.Client, { tag, hash, statements }: Migration) {
  for (const statement of statements) await client.query(statement)
  await client.query('insert into migrations (tag, hash) values ($1, $2)', [tag, hash])
}
