import sql from 'sql-template-tag'
import { lastDecision } from '../../../audit/decided-meanwhile.ts'
import type { Tx } from '../../../db/database.ts'
import { today } from '../../../db/today.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { findAccountById } from '../../../identity/users.ts'
import { auditBy } from '../../engine/changes.ts'
import type { Touched } from '../../engine/guard/guard.ts'
import { type By, readsPeople } from '../../engine/store.ts'
import { lockUser } from '../roles.ts'
import { dropSuspension } from './drop.ts'
import { readSuspension } from './read.ts'
import { setActive } from './update-part.ts'

type Asked = { from: string; until?: string | null | undefined; reason: string }

/**
 * Suspends a person from the beginning of a day to the end of another one. Today: at once.
 *
 * @throws AppError not_found, account_inactive, already_suspended, last_administrator, invalid_request
 */
export async function suspend(
  deps: Deps,
  tx: Tx,
  by: By,
  { id }: Touched<'standing'>,
  { from, until = null, reason }: Asked,
): Promise<void> {
  const { timeZone } = deps.config
  const { name } = await lockUser(tx, id)
  const account = await findAccountById(tx, id)
  if ((await readSuspension(tx, id, timeZone)) !== null) throw new AppError('already_suspended')
  if (!account?.isActive) throw new AppError('account_inactive')
  await requireDays(tx, from, until, timeZone)
  const startOf = (day: string, daysLater: number) =>
    sql`(${day}::date + ${daysLater}::int)::timestamp at time zone ${timeZone}`
  const { rows } = await tx.execute<{ isDue: boolean }>(sql`
    update users set suspended_from = ${startOf(from, 0)}, suspended_until = ${until === null ? null : startOf(until, 1)},
      suspension_reason = ${reason}
    where id = ${id} returning suspended_from <= now() as "isDue"`)
  await auditBy(tx, by, 'users.suspended', id, { name, from, until, reason })
  if (rows[0]?.isDue) await setActive(deps, tx, by, id, false)
}

/**
 * Ends a suspension before its time.
 *
 * @throws AppError not_found, changed_meanwhile, suspension_over
 */
export async function endSuspension(deps: Deps, tx: Tx, by: By, { id }: Touched<'standing'>): Promise<void> {
  await lockUser(tx, id)
  const account = await findAccountById(tx, id)
  const suspension = await readSuspension(tx, id, deps.config.timeZone)
  if (account === null || suspension === null) {
    // The line of a former suspension says nothing here. One may have none: earlier releases wrote it of some ends only.
    const during = sql`e.at >= (select max(s.at) from audit_events s where s.subject_id = ${id} and s.event = 'users.suspended')`
    const ended = await lastDecision(
      tx,
      { 'users.suspension-ended': 'ended' },
      { subjectId: id, during },
      readsPeople(by.person),
    )
    throw ended ?? new AppError('suspension_over')
  }
  // Becoming active ends it, too.
  if (account.isActive) await dropSuspension(tx, by, id)
  else await setActive(deps, tx, by, id, true)
}

async function requireDays(tx: Tx, from: string, until: string | null, timeZone: string): Promise<void> {
  const { rows } = await tx.execute<{ isPast: boolean; isReversed: boolean }>(sql`
    select ${from}::date < ${today(timeZone)} as "isPast", coalesce(${until}::date < ${from}::date, false) as "isReversed"`)
  if (rows[0]?.isPast) throw new AppError('invalid_request', { msg: 'The first day is over. Choose another one.' })
  if (rows[0]?.isReversed) throw new AppError('invalid_request', { msg: 'The last day is before the first one.' })
}
