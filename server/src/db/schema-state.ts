import sql from 'sql-template-tag'
import type { Executor } from './database.ts'
import { plainIndexes, readMigrations } from './migrations.ts'

export type SchemaState = {
  applied: { tag: string; appliedAt: string }[]
  /** Migrations of this release that were not applied yet. */
  pending: string[]
  /** Applied migrations that this release does not know: the database belongs to a newer one. */
  newer: string[]
  /** Applied migrations whose files differ from those of this release. */
  changed: string[]
  /** Indexes being built now. `done`: the share of the present phase, from 0 to 1; `null`: not known. */
  building: { name: string; phase: string; done: number | null }[]
  /** Plain indexes that are not there yet, or were left unfinished. */
  missingIndexes: string[]
}

/** Compares the schema with the migrations of this release, and changes nothing. */
export async function readSchemaState(on: Executor): Promise<SchemaState> {
  const known = readMigrations()
  const applied = await readApplied(on)
  const tags = new Map(known.map(({ tag, hash }) => [tag, hash]))
  const isNewer = applied.some(({ tag }) => !tags.has(tag))
  const { rows: building } = await on.execute<SchemaState['building'][number]>(sql`
    select coalesce(c.relname, '') as name, p.phase,
      (case when p.blocks_total > 0 then p.blocks_done::float8 / p.blocks_total end) as done
    from pg_stat_progress_create_index p left join pg_class c on c.oid = p.index_relid
    where p.datname = current_database()`)
  const { rows: whole } = await on.execute<{ name: string }>(sql`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and i.indisvalid`)
  const isWhole = new Set(whole.map(({ name }) => name))
  return {
    applied: applied.map(({ tag, appliedAt }) => ({ tag, appliedAt })),
    pending: known.map(({ tag }) => tag).filter((tag) => !applied.some((one) => one.tag === tag)),
    newer: applied.map(({ tag }) => tag).filter((tag) => !tags.has(tag)),
    changed: applied.filter(({ tag, hash }) => tags.has(tag) && tags.get(tag) !== hash).map(({ tag }) => tag),
    building,
    // A newer release may have removed some of our indexes.
    missingIndexes: isNewer ? [] : [...plainIndexes(known).keys()].filter((name) => !isWhole.has(name)),
  }
}

type Applied = { tag: string; hash: string; appliedAt: string }

async function readApplied(on: Executor): Promise<Applied[]> {
  const { rows: found } = await on.execute<{ isThere: boolean }>(
    sql`select to_regclass('migrations') is not null as "isThere"`,
  )
  if (!found[0]?.isThere) return []
  const { rows } = await on.execute<Applied>(sql`
    select tag, hash, to_char(applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "appliedAt"
    from migrations order by tag`)
  return rows
}
