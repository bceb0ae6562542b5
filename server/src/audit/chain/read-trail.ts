import sql, { type Sql } from 'sql-template-tag'
import type { Executor } from '../../db/database.ts'
import { LINE_COLUMNS, lineOf, type TrailLine } from './lines.ts'
import { newestSeal, readSeals, type Seal } from './seals.ts'
import type { Entry, SealedEntry, StoredLeaf, TrailItem } from './trail.ts'

const SEALS = 500
const LINES = 2000

export type Period = { since?: string | undefined; until?: string | undefined }

/**
 * The trail as the database has it, in batches; the caller's transaction must see one state of it (repeatable read).
 * With a period: the seals that have lines of it, and all in between, without the unsealed lines.
 */
export async function* readTrail(on: Executor, period: Period = {}): AsyncGenerator<TrailItem> {
  const range = isWhole(period) ? { from: 1, to: Number.MAX_SAFE_INTEGER } : await rangeOf(on, period)
  if (range === null) return
  const entries = sealedEntries(on, range)
  let next = await entries.next()
  for await (const seal of seals(on, range)) {
    // Leaves of a seal that is not there come before the next one.
    for (; !next.done && next.value.leaf.seal < seal.sequence; next = await entries.next()) yield next.value
    yield { seal }
    for (; !next.done && next.value.leaf.seal === seal.sequence; next = await entries.next()) yield next.value
  }
  for (; !next.done; next = await entries.next()) yield next.value
  if (isWhole(period)) yield* unsealedLines(on)
}

export const isWhole = ({ since, until }: Period) => since === undefined && until === undefined

type Range = { from: number; to: number }

async function rangeOf(on: Executor, { since = '-infinity', until = 'infinity' }: Period): Promise<Range | null> {
  const removed = (await newestSeal(on))?.removedThrough ?? 0
  const { rows } = await on.execute<{ from: string | null; to: string | null }>(sql`
    select min(sequence) as from, max(sequence) as to from audit_seals
    where sequence > ${removed} and newest_at >= ${since}::timestamptz and oldest_at < ${until}::timestamptz`)
  const { from = null, to = null } = rows[0] ?? {}
  return from === null || to === null ? null : { from: Number(from), to: Number(to) }
}

async function* seals(on: Executor, { from, to }: Range): AsyncGenerator<Seal> {
  for (let next = from; ; ) {
    const page = await readSeals(
      on,
      sql`where s.sequence >= ${next} and s.sequence <= ${to} order by s.sequence limit ${SEALS}`,
    )
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    next = last.sequence + 1
  }
}

type LineRow = Omit<TrailLine, 'number'> & { number: string }
type Row = { [Column in keyof LineRow]: LineRow[Column] | null } & {
  leafNumber: string
  leafId: string
  seal: string
  position: number
  leaf: string
  salt: string | null
  detailsHash: string | null
}

async function* sealedEntries(on: Executor, { from, to }: Range): AsyncGenerator<SealedEntry, undefined> {
  let after: StoredPlace = { seal: from, position: -1, number: 0 }
  for (;;) {
    const page = await readPage(
      on,
      sql`(l.seal, l.position, l.number) > (${after.seal}, ${after.position}, ${after.number}) and l.seal <= ${to}`,
    )
    yield* page
    const last = page.at(-1)
    if (last === undefined) return undefined
    after = last.leaf
  }
}

type StoredPlace = Pick<StoredLeaf, 'seal' | 'position' | 'number'>
type Place = Omit<StoredPlace, 'number'>

/** The entries after one place in the chain, up to another one. */
export const readEntries = (on: Executor, after: Place, through: Place): Promise<SealedEntry[]> =>
  readPage(
    on,
    sql`(l.seal, l.position) > (${after.seal}, ${after.position})
      and (l.seal, l.position) <= (${through.seal}, ${through.position})`,
  )

async function readPage(on: Executor, condition: Sql): Promise<SealedEntry[]> {
  const { rows } = await on.execute<Row>(sql`
    select l.number as "leafNumber", l.id as "leafId", l.seal, l.position, encode(l.leaf, 'hex') as leaf,
      encode(l.salt, 'hex') as salt, encode(l.details_hash, 'hex') as "detailsHash", ${LINE_COLUMNS}
    from audit_leaves l left join audit_events e on e.id = l.id
    where ${condition} order by l.seal, l.position, l.number limit ${LINES}`)
  return rows.map(entryOf)
}

function entryOf({ leafNumber, leafId, seal, position, leaf, salt, detailsHash, ...line }: Row): SealedEntry {
  const stored: StoredLeaf = {
    ...{ number: Number(leafNumber), id: leafId, seal: Number(seal) },
    ...{ position, leaf, salt, detailsHash },
  }
  // Without a line all its columns are null; with one, those are not null that may not be.
  return { leaf: stored, line: line.id === null ? null : lineOf(line as LineRow) }
}

async function* unsealedLines(on: Executor): AsyncGenerator<Entry> {
  let after = 0
  for (;;) {
    const { rows } = await on.execute<LineRow>(sql`
      select ${LINE_COLUMNS} from audit_events e left join audit_leaves l on l.number = e.number
      where l.id is distinct from e.id and e.number > ${after} order by e.number limit ${LINES}`)
    for (const row of rows) yield { leaf: null, line: lineOf(row) }
    const last = rows.at(-1)
    if (last === undefined) return
    after = Number(last.number)
  }
}

/** The lines of a period, oldest first, in batches. */
export async function* readLines(
  on: Executor,
  { since = '-infinity', until = 'infinity' }: Period,
): AsyncGenerator<TrailLine[]> {
  let after = { at: since, number: -1 }
  for (;;) {
    const { rows } = await on.execute<LineRow>(sql`
      select ${LINE_COLUMNS} from audit_events e
      where (e.at, e.number) > (${after.at}::timestamptz, ${after.number}::bigint) and e.at < ${until}::timestamptz
      order by e.at, e.number limit ${LINES}`)
    const page = rows.map(lineOf)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last
  }
}
