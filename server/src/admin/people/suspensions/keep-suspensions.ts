import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { today } from '../../../db/today.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { PORTAL } from '../../engine/store.ts'
import { deactivateSuspended, dropSuspension } from './drop.ts'
import { setActive } from './update-part.ts'

/** People in one round. */
const BATCH = 100

type Needs = Pick<Deps, 'db' | 'keys' | 'config' | 'outbox' | 'matrices' | 'log'>

/** Begins and ends suspensions on their days. Every server calls it; each one is dealt with once. */
export async function keepSuspensions(deps: Needs): Promise<void> {
  await forEach(deps, sql`suspended_from <= now() and is_active`, (tx, id) => begin(deps, tx, id))
  await forEach(deps, sql`suspended_until <= now() and not is_active`, (tx, id) => end(deps, tx, id))
}

async function forEach(
  { db, outbox, log }: Needs,
  isDue: Sql,
  work: (tx: Tx, userId: string) => Promise<void>,
): Promise<void> {
  const due = sql`suspended_from is not null and deleted_at is null and ${isDue}`
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from users where ${due} order by suspended_from limit ${BATCH}`)
  for (const { id } of rows) {
    try {
      await db.transaction(async (tx) => {
        const { rowCount } = await tx.execute(sql`
          select 1 from users where id = ${id} and ${due} for no key update skip locked`)
        if (rowCount === 1) await work(tx, id)
      })
      outbox.wake()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, userId: id }, 'a suspension could not begin or end on its day')
      if (error.key === 'last_administrator') await db.transaction((tx) => giveUp(tx, id))
    }
  }
}

const begin = (deps: Needs, tx: Tx, id: string) => setActive(deps, tx, PORTAL, id, false)

/** Somebody whose last day has passed meanwhile stays away. */
async function end(deps: Needs, tx: Tx, id: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    select 1 from users where id = ${id} and last_day < ${today(deps.config.timeZone)}`)
  if (rowCount === 0) return setActive(deps, tx, PORTAL, id, true)
  await deactivateSuspended(deps, tx, PORTAL, id)
}

/** Everybody else who could administer the portal has left meanwhile: nobody could end this suspension. */
const giveUp = (tx: Tx, id: string) => dropSuspension(tx, PORTAL, id)
