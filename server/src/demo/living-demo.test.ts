import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listActivity } from '@gatehouse/contract/admin/activity/activity.ts'
import { listJobs } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { overview } from '@gatehouse/contract/admin/overview/overview.ts'
import { listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { listInvitations } from '@gatehouse/contract/admin/people/invitations.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { listReviews } from '@gatehouse/contract/admin/reviews/reviews.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, anAddress, aPerson, signIn } from '../../test/builders.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'
import { makeActivity } from './demo-activity.ts'
import { makeCrowd, repeatable } from './demo-crowd.ts'
import { installDemo } from './demo-data.ts'
import { DEMO_APPLICATIONS } from './demo-organisations.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'))
const opened: TestServer[] = []
let server: TestServer
let admin: Visitor

async function aServer(folder: string) {
  const one = await startTestServer({ config: { dataDir: join(dataDir, folder) } })
  opened.push(one)
  return one
}
beforeAll(async () => {
  server = await aServer('first')
  const credentials = await installDemo(server)
  const asha = credentials?.people[0]
  admin = server.visitor({ ip: anAddress() })
  await signIn(server, admin, asha?.email ?? '', asha?.password)
})
afterAll(async () => {
  for (const one of opened) await one.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const count = async (from: string, on = server) =>
  (await on.db.execute<{ count: number }>({ name: '', text: `select count(*)::int as count ${from}`, values: [] }))
    .rows[0]?.count ?? 0
const totalOf = async (query: object) =>
  (await admin.call(users.list, { page: 0, ...query })).data as unknown as { total: number }

describe('the living demo', () => {
  test('has dozens of people in all states, each with roles that exist', async () => {
    expect((await totalOf({ isActive: 'true' })).total).toBeGreaterThan(50)
    expect((await totalOf({ isActive: 'false' })).total).toBe(4)
    expect((await totalOf({ deleted: 'true' })).total).toBe(2)
    const never =
      'from users where last_sign_in_at is null and is_active and created_by is not null and deleted_at is null'
    expect(await count(`${never} and password_hash is null`)).toBe(5)
    expect(await count(`${never} and password_hash is not null`)).toBeGreaterThanOrEqual(3)
    expect(await count("from audit_events where event = 'signin.throttled'")).toBeGreaterThan(5)
    // Email and user name of everybody who is not deleted.
    const without = `from users u where deleted_at is null and created_by is not null
      and (select count(*) from user_identifiers where user_id = u.id) <> 2`
    expect(await count(without)).toBe(0)
    const inNoRole = `from assignments s where not exists (select from application_roles r
      where r.application_id = s.application_id and r.client_id = s.client_id and r.name = s.role)`
    expect(await count(inNoRole)).toBe(0)
  })

  test('fills the charts of the overview with a weekly pattern that agrees with the activity', async () => {
    const { data } = await admin.call(overview, { timeZone: 'Asia/Kolkata' })
    const { days, signIns, launches, applications, messages, attention, firstHour } = data
    expect(firstHour).toBeNull()
    const meanOf = (weekday: number) => {
      const counts = days.flatMap((day, index) =>
        index < days.length - 1 && new Date(day).getUTCDay() === weekday ? [signIns?.completed[index] ?? 0] : [],
      )
      return counts.reduce((sum, one) => sum + one, 0) / counts.length
    }
    for (const workday of [1, 2, 3, 4, 5]) expect(meanOf(workday)).toBeGreaterThan(3 * meanOf(0))
    const total = async (event: string) => {
      const from = new Date(`${days[0]}T00:00:00+05:30`).toISOString()
      return ((await admin.call(listActivity, { event, from, page: 0 })).data as unknown as { total: number }).total
    }
    const sum = (counts: number[] | undefined) => (counts ?? []).reduce((all, one) => all + one, 0)
    expect(sum(signIns?.completed)).toBe(await total('signin.completed'))
    expect(sum(signIns?.failed)).toBe(await total('signin.failed'))
    // More people than the list counts exactly.
    expect(sum(launches?.tiles)).toBe(await count("from audit_events where event = 'launch.granted'"))
    expect(sum(launches?.openId)).toBeGreaterThan(100)
    expect(applications).toHaveLength(DEMO_APPLICATIONS.length)
    expect(messages?.sent.count).toBeGreaterThan(0)
    expect(await count("from messages where state = 'failed'")).toBeGreaterThan(2)
    expect(attention.map(({ kind }) => kind)).toContain('jobsFailed')
    const jobs = (await admin.call(listJobs, { isFailed: 'true' })).data
    expect(jobs).toMatchObject([{ failed: 2, total: 4 }])
  })

  test('has requests for applications: two wait, one was declined, and none is for what the person has', async () => {
    const requestsIn = async (state: 'waiting' | 'declined') =>
      (await admin.call(listAccessRequests, { state })).data.rows
    expect(await requestsIn('waiting')).toHaveLength(2)
    expect(await requestsIn('declined')).toMatchObject([{ answer: expect.stringContaining('own receipts') }])
    expect(await count('from application_owners')).toBe(4)
    const had = `from access_requests r join assignments s on s.user_id = r.user_id and s.application_id = r.application_id`
    expect(await count(had)).toBe(0)
    expect(
      await count('from access_requests r join applications a on a.id = r.application_id and a.is_requestable'),
    ).toBe(3)
  })

  test('has open invitations and an expired one, to addresses without an account', async () => {
    const invited = async (state: 'open' | 'expired') => (await admin.call(listInvitations, { state })).data.rows
    expect(await invited('open')).toHaveLength(3)
    expect(await invited('expired')).toMatchObject([{ application: { name: 'Eclaims' }, isSenderActive: true }])
    expect(await count('from invitations i join user_identifiers o on o.value = i.email_key')).toBe(0)
    const withRole = `from invitations i join application_roles r
      on r.application_id = i.application_id and r.client_id = i.client_id and r.name = i.application_role`
    expect(await count(withRole)).toBe(3)
  })

  test('has a review that runs and one that is completed, both with people in them', async () => {
    const { rows } = (await admin.call(listReviews, {})).data
    expect(rows.map(({ state, isOverdue }) => `${state} ${isOverdue}`)).toEqual(['running false', 'completed false'])
    for (const { total, decided } of rows) expect(Math.min(total, decided)).toBeGreaterThan(0)
    const broken = `from access_review_lines l where not exists (select from access_reviewers r where r.line_id = l.id)`
    expect(await count(broken)).toBe(0)
  })

  test('has a group, a description and mostly a picture for each application', async () => {
    const { rows } = await server.db.execute<{ logo: string; summary: string; group: string }>(
      sql`select logo, summary, tile_group as group from applications`,
    )
    expect(rows.every(({ summary }) => summary.length > 20)).toBe(true)
    expect(new Set(rows.map(({ group }) => group)).size).toBeGreaterThanOrEqual(4)
    const logos = rows.filter(({ logo }) => logo !== '')
    expect(logos.length).toBeGreaterThanOrEqual(rows.length - 1)
    for (const { logo } of logos) {
      const answer = await server.app.inject({ url: logo, headers: { host: 'localhost:3000' } })
      expect(answer.headers['content-type']).toBe('image/png')
    }
  })

  test('is the same at each first start, and writes no audit line afterwards', () => {
    const life = (now: Date) => {
      const random = repeatable(1)
      const crowd = makeCrowd(now, random)
      return { crowd, lines: makeActivity(crowd, now, random) }
    }
    const now = new Date('2026-11-20T18:00:00Z')
    expect(life(now)).toEqual(life(now))
    const later = life(new Date('2027-03-19T18:00:00Z'))
    expect(later.crowd.map(({ email }) => email)).toEqual(life(now).crowd.map(({ email }) => email))
    // Both days are Fridays, at least sixteen weeks apart, so the same events happen at the same hours.
    expect(later.lines.length).toBe(life(now).lines.length)
    expect(life(now).lines.filter(({ at }) => at >= now)).toEqual([])
    const times = life(now).lines.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  test('is added once, and never to a portal with data', async () => {
    const before = await count('from users')
    await installDemo(server)
    expect(await count('from users')).toBe(before)

    const used = await aServer('used')
    await aClient(used)
    expect(await installDemo(used)).toBeNull()
    expect(await count('from applications', used)).toBe(0)
    const peopled = await aServer('peopled')
    await aPerson(peopled)
    await aPerson(peopled)
    expect(await installDemo(peopled)).toBeNull()
    expect(await count('from users', peopled)).toBe(2)
    expect(await count("from installation where key = 'demo-data'", peopled)).toBe(0)
  })
})
