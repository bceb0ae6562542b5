import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { COUNTED_EVENTS } from '../src/audit/activity-counts.ts'
import { activityByDay } from '../src/audit/read-activity.ts'
import { aPerson } from './builders.ts'
import { aRoamingBrowser, signInAcross, twoServers } from './cluster.ts'

// Two servers count activity on one database; one is killed while it counts.

const servers = twoServers()
const HOUR_MS = 3_600_000

async function sums() {
  const { db } = servers.cluster
  const days = await activityByDay(db, [new Date(Date.now() - 240 * HOUR_MS), new Date(Date.now() + HOUR_MS)])
  const { rows } = await db.execute<{ lines: number; queued: number }>(sql`
    select (select count(*)::int from audit_events where event = any(${COUNTED_EVENTS}::text[])) as lines,
      (select count(*)::int from activity_queue) as queued`)
  const counted = COUNTED_EVENTS.flatMap((event) => days[event]).reduce((sum, count) => sum + count, 0)
  return { counted, ...(rows[0] as { lines: number; queued: number }) }
}

test('if a server is killed while it counts activity, nothing is lost and nothing is counted twice', async () => {
  const { db } = servers.cluster
  const [first, second] = servers.members
  const { email } = await aPerson(servers.cluster)
  await signInAcross(aRoamingBrowser(), email, first, second)
  await db.execute(sql`
    insert into audit_events (id, event, at)
    select gen_random_uuid(), 'signin.completed', now() - n * interval '2 seconds' from generate_series(1, 100000) n`)
  const all = await sums()
  expect(all.lines).toBe(100_001)
  // One server has begun to count and has not committed.
  await expect.poll(() => sums().then(({ queued }) => queued), { interval: 5 }).toBeLessThan(all.lines)
  first.kill('SIGKILL')
  await first.exit
  expect(await sums()).toMatchObject({ counted: all.lines })
  servers.members = [await servers.cluster.start(), second]
  await expect.poll(sums).toEqual({ counted: all.lines, lines: all.lines, queued: 0 })
})
