import { randomBytes } from 'node:crypto'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Keys } from '../../crypto/keys.ts'
import type { Db, Tx } from '../../db/database.ts'
import { inTurns } from '../../in-turns.ts'
import { detailsHashOf, instant, LINE_COLUMNS, leafOf, lineOf, type TrailLine } from './lines.ts'
import { merkleRoot } from './merkle.ts'
import { closeSeal, insertSeal, NO_SEAL, newestSeal, type Seal, type SealHeader } from './seals.ts'

/** A number that no other program on the database uses for an advisory lock. */
const CHAIN_LOCK = 7_142_005

/** Lines of one seal at most: what one statement reads, and what retention removes at once. */
const BATCH = 1000
const SALT_BYTES = 16

type Row = Omit<TrailLine, 'number'> & { number: string }
type Signing = { keys: Pick<Keys, 'auditSeals'> }

/**
 * Seals all lines that have been committed, in batches. Of several servers one does it at a time; the others return.
 *
 * @returns the newest seal that this call has made, or `null`
 */
export async function sealLines(db: Db, { keys }: Signing, isStopped: () => boolean = () => false) {
  let made: Seal | null = null
  while (!isStopped() && (await hasUnsealed(db))) {
    const seal = await inChain(db, (tx, newest) => sealBatch(tx, newest, keys))
    if (seal === null) break
    made = seal
  }
  return made
}

/**
 * Work that adds a seal to the chain, while nobody else does; `null` at once when another server is doing so. The lock is
 * taken first: the statements after it see all seals.
 */
export const inChain = <T>(db: Db, work: (tx: Tx, newest: Seal | null) => Promise<T>): Promise<T | null> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${CHAIN_LOCK}) as mine`)
    return rows[0]?.mine ? work(tx, await newestSeal(tx)) : null
  })

/** The seal that follows another, in which some things are different. */
export async function nextSeal(
  tx: Tx,
  newest: Seal | null,
  { keys, ...own }: Signing & Partial<SealHeader>,
): Promise<Seal> {
  const { rows } = await tx.execute<{ time: string }>(sql`select ${raw(instant('clock_timestamp()'))} as time`)
  const header: SealHeader = {
    sequence: (newest?.sequence ?? 0) + 1,
    previous: newest?.hash ?? NO_SEAL,
    root: merkleRoot([]).toString('hex'),
    lines: 0,
    firstNumber: null,
    lastNumber: null,
    oldestAt: null,
    newestAt: null,
    isHistory: false,
    removedThrough: newest?.removedThrough ?? 0,
    sealedAt: rows[0]?.time as string,
    ...own,
  }
  const seal = closeSeal(header, keys.auditSeals)
  await insertSeal(tx, seal)
  return seal
}

async function hasUnsealed(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(sql`
    select exists (select from audit_unsealed) or exists (select from audit_history) as "isThere"`)
  return rows[0]?.isThere ?? false
}

async function sealBatch(tx: Tx, newest: Seal | null, keys: Signing['keys']): Promise<Seal | null> {
  const { rows: history } = await tx.execute<{ next: string; below: string }>(
    sql`select next, below from audit_history`,
  )
  const part = history[0]
  const { rows } = await tx.execute<Row>(part === undefined ? TAKE_QUEUED : historyFrom(part))
  const lines = rows.map(lineOf)
  if (part !== undefined) await passHistory(tx, lines.at(-1)?.number ?? Number(part.below))
  if (lines.length === 0) return null
  const sealed: { leaf: Buffer; salt: Buffer }[] = []
  for await (const line of inTurns(lines, 100)) {
    const salt = randomBytes(SALT_BYTES)
    sealed.push({ salt, leaf: leafOf(line, detailsHashOf(line, salt)) })
  }
  const times = lines.map(({ at }) => at).sort()
  const seal = await nextSeal(tx, newest, {
    keys,
    root: merkleRoot(sealed.map(({ leaf }) => leaf)).toString('hex'),
    lines: lines.length,
    firstNumber: lines[0]?.number ?? null,
    lastNumber: lines.at(-1)?.number ?? null,
    oldestAt: times[0] ?? null,
    newestAt: times.at(-1) ?? null,
    isHistory: part !== undefined,
  })
  await tx.execute(sql`
    insert into audit_leaves (number, id, seal, position, leaf, salt)
    select number, id, ${seal.sequence}, position - 1, leaf, salt
    from unnest(${lines.map(({ number }) => number)}::bigint[], ${lines.map(({ id }) => id)}::uuid[],
      ${sealed.map(({ leaf }) => leaf)}::bytea[], ${sealed.map(({ salt }) => salt)}::bytea[])
      with ordinality as one (number, id, leaf, salt, position)`)
  return seal
}

const TAKE_QUEUED = sql`
  with taken as (
    delete from audit_unsealed where number = any(array(select number from audit_unsealed order by number limit ${BATCH}))
    returning number)
  select ${LINE_COLUMNS} from taken join audit_events e using (number) order by number`

const historyFrom = ({ next, below }: { next: string; below: string }): Sql => sql`
  select ${LINE_COLUMNS} from audit_events e where number >= ${next} and number < ${below} order by number limit ${BATCH}`

/** History is sealed first, so that it is the beginning of the chain. */
const passHistory = async (tx: Tx, last: number) => {
  await tx.execute(sql`update audit_history set next = ${last + 1}`)
  await tx.execute(sql`delete from audit_history where next >= below`)
}
