import { REQUEST_ESCALATION_DAYS, REQUEST_REMINDER_DAYS } from '@gatehouse/contract/access-requests.ts'
import type { NoticeName } from '@gatehouse/contract/notices.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { notify } from '../../../notifications/notify.ts'
import { decidingAdministrators, findDeciders } from './deciders.ts'
import { WAITING_REQUESTS } from './list.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'outbox' | 'matrices'>
type Due = { id: string; person: string; what: string; days: number }

/** SQL: since when the request `r` waits for those who decide now: since it was made, or since a step was approved. */
const WAITS_SINCE = sql`coalesce((select max(p.created_at) from access_request_approvals p where p.request_id = r.id), r.created_at)`

/** Requests in one transaction. */
const BATCH = 50

/**
 * Reminds those who decide about requests that wait, and later notifies administrators. Every server calls it; each request is dealt
 * with once. The request of somebody who cannot sign in waits for nobody.
 */
export async function keepRequestDates(deps: Needs): Promise<void> {
  await inBatches(deps, remind)
  await inBatches(deps, escalate)
}

async function inBatches({ db, outbox, config, matrices }: Needs, work: typeof remind): Promise<void> {
  let count = BATCH
  while (count === BATCH) {
    count = await db.transaction((tx) => work({ config, outbox, matrices }, tx))
    if (count > 0) outbox.wake()
  }
}

type Sender = Pick<Needs, 'config' | 'outbox' | 'matrices'>

async function remind(deps: Sender, tx: Tx): Promise<number> {
  const isDue = sql`r.reminded_at is null and ${WAITS_SINCE} <= now() - make_interval(days => ${REQUEST_REMINDER_DAYS})`
  const due = await take(tx, isDue, sql`reminded_at = now()`)
  for (const request of due) await send(deps, tx, 'access-reminder', request, await findDeciders(deps, tx, request.id))
  return due.length
}

/** Also where administrators decide from the beginning: one of them may have been chosen since. */
async function escalate(deps: Sender, tx: Tx): Promise<number> {
  const isDue = sql`r.escalated_at is null and r.reminded_at <= now() - make_interval(days => ${REQUEST_ESCALATION_DAYS})`
  const due = await take(tx, isDue, sql`escalated_at = now()`)
  for (const request of due)
    await send(deps, tx, 'access-undecided', request, await decidingAdministrators(tx, request.id))
  return due.length
}

/** Locks and marks the requests that are due, without those with which another server, or a decision, is busy. */
async function take(tx: Tx, isDue: Sql, mark: Sql): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    with due as (
      select r.id, ${raw(fullNameIn('u'))} as person, a.name, r.client_id, ${WAITS_SINCE} as since
      ${WAITING_REQUESTS} and u.is_active and ${isDue} order by r.id limit ${BATCH} for update of r skip locked),
    marked as (update access_requests r set ${mark} from due where r.id = due.id)
    select due.id, due.person, due.name || coalesce(' · ' || c.display_name, '') as what,
      floor(extract(epoch from now() - due.since) / 86400)::int as days
    from due left join clients c on c.id = due.client_id order by due.id`)
  return rows
}

type Notice = Extract<NoticeName, 'access-reminder' | 'access-undecided'>

async function send(
  deps: Sender,
  tx: Tx,
  notice: Notice,
  { id, person, what, days }: Due,
  to: string[],
): Promise<void> {
  for (const userId of to)
    await notify(deps, tx, notice, userId, {
      values: { person, requested: what, days: String(days), requestId: id },
    })
}
