import { showFirstHour as show } from '@gatehouse/contract/admin/overview/first-hour.ts'
import { OVERVIEW_DAYS, overview } from '@gatehouse/contract/admin/overview/overview.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import { activityByDay, busiestApplications } from '../../audit/read-activity.ts'
import type { Executor } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import type { Caller } from '../../identity/actor.ts'
import { countRows, whereOf } from '../engine/list.ts'
import { usersFilter, usersSource } from '../people/list.ts'
import type { Asked } from './asked.ts'
import { countMessages } from './count-messages.ts'
import { lastDays } from './days.ts'
import { findAttention } from './find-attention.ts'
import { readFirstHour, showFirstHour } from './first-hour.ts'

const APPLICATIONS_MAX = 8

type Overview = Output<typeof overview>

/** The home of administrators. Callers only get the parts that their permissions include. */
export function serveOverview(app: FastifyInstance, deps: Deps) {
  route(app, overview, async ({ input, actor }) => readOverview(deps, actor, input.timeZone))
  route(app, show, async ({ input, actor }) => {
    await showFirstHour(deps.db, actor, input.isShown)
    return {}
  })
}

/** @throws AppError invalid_request for an unknown time zone */
export async function readOverview(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  person: Caller,
  timeZone: string,
): Promise<Overview> {
  const days = lastDays(timeZone, await db.now(), OVERVIEW_DAYS)
  const forHolders = async <Part>(permission: Permission, read: () => Promise<Part>): Promise<Part | null> =>
    person.permissions.includes(permission) ? read() : null
  return db.together(async (on) => {
    let reading: ReturnType<Asked['activity']> | null = null
    const activity = () => {
      reading ??= activityByDay(
        on,
        days.map(({ start }) => start),
      )
      return reading
    }
    const [firstHour, attention, ofDays, applications, people, messages] = await Promise.all([
      readFirstHour(on, { person, hasMailServer: config.smtpUrl !== null }),
      findAttention(on, { person, days, activity, config }),
      forHolders('audit:read', activity),
      forHolders('applications:read', () => readBusiest(on, days)),
      forHolders('users:read', () => countPeople(on, person)),
      forHolders('messages:read', () => readMessages(on, days)),
    ])
    return {
      days: days.map(({ date }) => date),
      firstHour,
      attention,
      signIns: ofDays && { completed: ofDays['signin.completed'], failed: ofDays['signin.failed'] },
      launches: ofDays && { tiles: ofDays['launch.granted'], openId: ofDays['oidc.signed-in'] },
      ...{ applications, people, messages },
    }
  })
}

async function readBusiest(on: Executor, [first]: Asked['days']) {
  const busiest = await busiestApplications(on, first?.start ?? new Date(0), APPLICATIONS_MAX)
  return busiest.map(({ launches, signIns, ...named }) => ({ ...named, tiles: launches, openId: signIns }))
}

/** Counted like their list: exact for small numbers. */
async function countPeople(on: Executor, person: Caller) {
  const count = async (query: { isActive?: boolean; deleted?: boolean }) => {
    const { total, isEstimate } = await countRows(on, whereOf(usersSource, query, usersFilter(query, person)))
    return { count: total, isEstimate }
  }
  const [active, inactive, deleted] = await Promise.all([
    count({ isActive: true }),
    count({ isActive: false }),
    count({ deleted: true }),
  ])
  return { active, inactive, deleted }
}

async function readMessages(on: Executor, days: Asked['days']) {
  const since = days.at(-2)?.start
  const figures = await Promise.all([
    countMessages(on, 'waiting'),
    countMessages(on, 'sent', since),
    countMessages(on, 'failed', since),
  ])
  const [waiting, sent, failed] = figures.map(({ count, hasMore }) => ({ count, isEstimate: hasMore }))
  return { waiting, sent, failed } as NonNullable<Overview['messages']>
}
