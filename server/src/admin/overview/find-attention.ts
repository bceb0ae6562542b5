import { type Attention, OVERVIEW_COUNTED_MAX } from '@gatehouse/contract/admin/overview/overview.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor } from '../../db/database.ts'
import { listLaneAlarms } from '../../notifications/lane-alarm.ts'
import { SECRET_ENDS_SOON } from '../applications/applications.ts'
import { findMissingApprovals } from '../approvals/missing-approvals.ts'
import { UNASSIGNED } from '../approvals/pages.ts'
import { waitingFor } from '../approvals/second-person/requests.ts'
import { IS_FAILED } from '../jobs/job-table.ts'
import { whereOf as callsWhere } from '../outbound-calls/list.ts'
import { WAITING_REQUESTS } from '../people/access-requests/list.ts'
import { OPEN_RECOVERIES } from '../people/recoveries/is-open.ts'
import { isOverdue } from '../reviews/list.ts'
import { judgeArchive } from '../security/judge-archive.ts'
import { judgeBackups } from '../security/judge-backups.ts'
import { IS_OWNERLESS, KEY_ENDS_SOON } from '../service-accounts/service-accounts.ts'
import { IS_SWITCHED_OFF } from '../webhooks/webhooks.ts'
import type { Asked } from './asked.ts'
import { countMessages } from './count-messages.ts'
import { findPeak } from './find-peak.ts'

/** Messages are sent within seconds. A longer wait needs attention. */
const WAITING_MINUTES = 5
const PLACES_MAX = 10

type Found = Pick<Attention, 'count'> & Partial<Attention>

/** Each kind with its required permission and query. A count of zero is not shown. */
const FINDERS: [Attention['kind'], Permission, (on: Executor, asked: Asked) => Promise<Found>][] = [
  ['lanesFailing', 'messages:read', async (on) => ({ count: (await listLaneAlarms(on)).length })],
  ['messagesFailed', 'messages:read', async (on, { days }) => countMessages(on, 'failed', days.at(-2)?.start)],
  ['partnerCallsFailed', 'messages:read', (on) => countOf(on, callsWhere({ state: 'failed', to: 'partner' }))],
  [
    'backupsFailed',
    'audit:read',
    async (on, { config }) => ({ count: (await judgeBackups(on, config)).state === 'danger' ? 1 : 0 }),
  ],
  [
    'archiveFailing',
    'audit:read',
    async (on, { config }) => ({ count: (await judgeArchive(on, config)).state === 'danger' ? 1 : 0 }),
  ],
  ['approvalsMissing', 'approvals:read', findApprovals],
  [
    'webhooksOff',
    'webhooks:read',
    (on) => countOf(on, sql`from webhooks t where t.deleted_at is null and ${IS_SWITCHED_OFF}`),
  ],
  [
    'signInsFlooded',
    'audit:read',
    (on, { days }) =>
      countOf(on, sql`from audit_events where event = 'signin.flooded' and at >= ${days.at(-2)?.start}`),
  ],
  ['messagesWaiting', 'messages:read', findWaiting],
  ['signInsFailed', 'audit:read', findFailedSignIns],
  ['signInsThrottled', 'audit:read', findThrottled],
  ['publishingWaiting', 'approvals:write', (on, { person }) => countOf(on, waitingFor(person.userId))],
  ['recoveriesOpen', 'users:read', (on) => countOf(on, OPEN_RECOVERIES)],
  ['accessRequested', 'users:read', (on) => countOf(on, WAITING_REQUESTS)],
  [
    'pagesUnassigned',
    'approvals:write',
    (on) =>
      countOf(
        on,
        sql`from pages t join applications a on a.id = t.application_id and a.deleted_at is null
          where t.deleted_at is null and ${raw(UNASSIGNED)}`,
      ),
  ],
  [
    'reviewsOverdue',
    'reviews:read',
    (on, { config }) => countOf(on, sql`from access_reviews v where ${isOverdue(config)}`),
  ],
  ['reviewsRefused', 'reviews:read', (on) => countOf(on, sql`from access_review_causes where refused_at is not null`)],
  [
    'secretsEnding',
    'applications:read',
    (on) => countOf(on, sql`from applications t where t.deleted_at is null and ${SECRET_ENDS_SOON}`),
  ],
  [
    'keysEnding',
    'service-accounts:read',
    (on) => countOf(on, sql`from service_accounts t where t.deleted_at is null and ${KEY_ENDS_SOON}`),
  ],
  [
    'accountsOwnerless',
    'service-accounts:read',
    (on) => countOf(on, sql`from service_accounts t where t.deleted_at is null and ${IS_OWNERLESS}`),
  ],
  [
    'jobsFailed',
    'users:write',
    (on, { person }) => countOf(on, sql`from jobs where created_by = ${person.userId} and ${IS_FAILED}`),
  ],
]

/** What needs attention and the caller may see, the most urgent first. One round trip for all kinds. */
export async function findAttention(on: Executor, asked: Asked): Promise<Attention[]> {
  const { permissions } = asked.person
  const found = await Promise.all(
    FINDERS.filter(([, permission]) => permissions.includes(permission)).map(async ([kind, , find]) => ({
      ...{ kind, hasMore: false, since: null, day: null, usual: null, places: [] },
      ...(await find(on, asked)),
    })),
  )
  return found.filter(({ count }) => count > 0)
}

/** @param from SQL that begins with `from` */
async function countOf(on: Executor, from: Sql): Promise<Found> {
  const { rows } = await on.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 ${from} limit ${OVERVIEW_COUNTED_MAX}) counted`,
  )
  const count = rows[0]?.count ?? 0
  return { count, hasMore: count === OVERVIEW_COUNTED_MAX }
}

async function findApprovals(on: Executor, { config }: Asked): Promise<Found> {
  const places = await findMissingApprovals(on, config.timeZone)
  return { count: places.length, places: places.slice(0, PLACES_MAX) }
}

async function findWaiting(on: Executor): Promise<Found> {
  const [waiting, oldest] = await Promise.all([
    countMessages(on, 'waiting'),
    on.execute<{ since: Date }>(sql`
      select created_at as since from messages where state = 'waiting' and recipient <> ''
        and created_at < now() - make_interval(mins => ${WAITING_MINUTES}) order by id limit 1`),
  ])
  const since = oldest.rows[0]?.since
  return since === undefined ? { count: 0 } : { ...waiting, since: since.toISOString() }
}

async function findFailedSignIns(_on: Executor, { days, activity }: Asked): Promise<Found> {
  const peak = findPeak((await activity())['signin.failed'])
  if (peak === null) return { count: 0 }
  return { count: peak.count, usual: peak.usual, day: days[peak.index]?.date ?? null }
}

async function findThrottled(_on: Executor, { activity }: Asked): Promise<Found> {
  const [yesterday = 0, today = 0] = (await activity())['signin.throttled'].slice(-2)
  return { count: yesterday + today }
}
