import sql, { raw, type Sql } from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { type DataKeys, headerOf, seal, unseal } from '../crypto/seal.ts'
import type { Db, Executor } from '../db/database.ts'
import { unlessFault } from '../db/faults.ts'
import { isPending } from '../db/is-pending.ts'
import { SEALED_PLACES, type SealedPlace } from './sealed-places.ts'

const LEASE_SECONDS = 30
/**
 * For so long after a key was made, a server may not know it yet and seal with the former one. The last pass over all
 * values begins later.
 */
const UNKNOWN_SECONDS = 120
/** For so long, servers that still run with the former master key can learn of a new data key. */
const HANDOVER_MINUTES = 60

/** @returns the id of the data key with which values must be sealed again, and whose lease this server now has */
export async function claimResealing(db: Db, newest: string | null): Promise<string | null> {
  if (newest === null) return null
  const { rowCount } = await db.execute(sql`
    update stored_keys set claimed_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      -- Made while the database's clock was ahead, it would be finished at that time only. A pass that began then begins anew.
      created_at = least(created_at, now()), pass_began_at = case when pass_began_at <= now() then pass_began_at end,
      place_number = case when pass_began_at > now() then 0 else place_number end,
      done_through = case when pass_began_at > now() then null else done_through end
    where id = (
      select id from stored_keys
      where id = ${newest}::uuid and resealed_at is null and not ${isPending('claimed_until', UNKNOWN_SECONDS)}
        and version = (select max(version) from stored_keys where use = 'data')
      for update skip locked)`)
  return rowCount === 1 ? newest : null
}

/** Counts the values under former keys, once. */
export async function measure(db: Db, id: string): Promise<void> {
  const { rows } = await db.execute(sql`select from stored_keys where id = ${id}::uuid and total is null`)
  if (rows.length === 0) return
  let total = 0
  for (const place of SEALED_PLACES) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${raw(place.table)} t where ${isFormer(place, id)}`,
    )
    total += rows[0]?.count ?? 0
  }
  await db.execute(sql`update stored_keys set total = ${total} where id = ${id}::uuid`)
}

/** Continues a pass that another server has begun. */
export async function beginPass(db: Db, id: string): Promise<void> {
  await db.execute(
    sql`update stored_keys set pass_began_at = now(), unreadable = 0 where id = ${id}::uuid and pass_began_at is null`,
  )
}

type Cursor = { placeNumber: number; doneThrough: string | null }
type Sealed = { id: string; value: Buffer }

/** Seals the next values again, in one transaction with the progress. `lost`: another server has gone on meanwhile. */
export async function resealStep(
  db: Db,
  keys: DataKeys,
  id: string,
  batch: number,
): Promise<'lost' | { isLast: boolean; unreadable: string[] }> {
  const read = await readCursor(db, id, sql``)
  if (read === null) return 'lost'
  const place = SEALED_PLACES[read.placeNumber]
  if (place === undefined) return { isLast: true, unreadable: [] }
  const rows = await formerValues(db, place, id, read.doneThrough, batch)
  const unreadable: string[] = []
  const again: (Sealed & { sealed: Buffer })[] = []
  for (const row of rows) {
    const where = `${place.table}|${place.column}|${row.id}`
    const plain = await unseal(keys, where, row.value).catch(unlessFault(null))
    if (plain === null) unreadable.push(where)
    else again.push({ ...row, sealed: seal(keys, where, plain) })
  }
  const isPlaceDone = rows.length < batch
  return db.transaction(async (tx) => {
    // Locks the progress; a server that took over the lease waits, or has changed it.
    const held = await readCursor(tx, id, sql`for update`)
    if (held?.placeNumber !== read.placeNumber || held.doneThrough !== read.doneThrough) return 'lost'
    const { rowCount } = await tx.execute(store(place, again))
    await tx.execute(sql`
      update stored_keys set place_number = ${read.placeNumber + (isPlaceDone ? 1 : 0)},
        done_through = ${isPlaceDone ? null : (rows.at(-1)?.id ?? null)}, resealed = resealed + ${rowCount ?? 0},
        unreadable = unreadable + ${unreadable.length}, claimed_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id}::uuid`)
    return { isLast: false, unreadable }
  })
}

async function readCursor(on: Executor, id: string, lock: Sql): Promise<Cursor | null> {
  const { rows } = await on.execute<Cursor>(sql`
    select place_number as "placeNumber", done_through as "doneThrough" from stored_keys
    where id = ${id}::uuid and resealed_at is null ${lock}`)
  return rows[0] ?? null
}

async function formerValues(on: Executor, place: SealedPlace, id: string, after: string | null, batch: number) {
  const key = raw(`t.${place.id}`)
  const later = after === null ? sql`` : sql`and ${key} > ${after}::${raw(place.type)}`
  const { rows } = await on.execute<Sealed>(sql`
    select ${key}::text as id, ${raw(place.column)} as value from ${raw(place.table)} t
    where ${isFormer(place, id)} ${later} order by ${key} limit ${batch}`)
  return rows
}

/** A value that was changed meanwhile is left as it is: it is sealed with the newest key, or found by the last pass. */
function store({ table, column, id, type }: SealedPlace, values: (Sealed & { sealed: Buffer })[]): Sql {
  return sql`
    update ${raw(table)} t set ${raw(column)} = v.sealed
    from unnest(${values.map((one) => one.id)}::${raw(type)}[], ${values.map(({ value }) => value)}::bytea[],
      ${values.map(({ sealed }) => sealed)}::bytea[]) as v (id, former, sealed)
    where t.${raw(id)} = v.id and t.${raw(column)} = v.former`
}

function isFormer({ column }: SealedPlace, id: string): Sql {
  const header = headerOf(id)
  return sql`t.${raw(column)} is not null and substring(t.${raw(column)} from 1 for ${header.length}) <> ${header}`
}

/** Ends the pass: everything is sealed again, or one more pass follows because this one began too early. */
export function endPass(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isDone: boolean; version: number; values: number }>(sql`
      update stored_keys set place_number = 0, done_through = null, pass_began_at = null,
        resealed_at = case when pass_began_at >= created_at + make_interval(secs => ${UNKNOWN_SECONDS}) then now() end,
        claimed_until = created_at + make_interval(secs => ${UNKNOWN_SECONDS})
      where id = ${id}::uuid and resealed_at is null
      returning resealed_at is not null as "isDone", version, resealed as "values"`)
    const [row] = rows
    if (!row?.isDone) return
    const detail = { version: row.version, values: row.values }
    await recordAudit(tx, { event: 'installation.values-sealed-again', detail })
  })
}

/** Releases the lease. */
export async function releaseResealing(db: Db, id: string): Promise<void> {
  await db.execute(sql`update stored_keys set claimed_until = null where id = ${id}::uuid and resealed_at is null`)
}

export async function forgetHandovers(db: Db): Promise<void> {
  await db.execute(sql`
    update stored_keys set handover = null
    where handover is not null and created_at < now() - make_interval(mins => ${HANDOVER_MINUTES})`)
}
