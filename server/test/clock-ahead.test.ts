import { startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { listGatewayHealth } from '@gatehouse/contract/admin/messages/messages.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { sealLines } from '../src/audit/chain/seal-lines.ts'
import { claimStream, makeCursor } from '../src/audit/stream/cursor.ts'
import { claimBackup } from '../src/backup/backup-table.ts'
import { newId } from '../src/crypto/ids.ts'
import { prune } from '../src/db/prune.ts'
import { claimResealing } from '../src/keyring/reseal-steps.ts'
import { notify } from '../src/notifications/notify.ts'
import { anAddress, aPerson, PASSWORD, signIn } from './builders.ts'
import { anAdministrator } from './console.ts'
import { environmentOf, runGatehouse } from './gatehouse.ts'
import { jobOf, runJobs } from './jobs.ts'
import { useTestServer } from './server.ts'

// The database's clock was thirty days ahead for a moment and is right again: what was written meanwhile holds up nothing.

const server = useTestServer({ config: { mode: 'production' } })
beforeEach(() => server.db.execute(sql`truncate throttles`))

const WRONG = 'Wrong#Password1'
const aBrowser = (ip = anAddress()) => server.visitor({ ip })

describe('limits', () => {
  /** As if all that is counted now had been counted thirty days ahead. */
  const wereAhead = () =>
    server.db.execute(sql`
      update throttles set window_ends_at = window_ends_at + interval '30 days', blocked_until = blocked_until + interval '30 days'`)

  test('that were reached meanwhile refuse nobody, and what their commands show agrees', async () => {
    const { email, id } = await aPerson(server)
    const ip = anAddress()
    for (let times = 0; times < 21; times++)
      await aBrowser(times < 6 ? ip : anAddress()).call(login, { email, password: WRONG })
    expect(await aBrowser(ip).call(login, { email, password: PASSWORD })).toMatchObject({ status: 429 })
    await server.db.execute(sql`update throttles set blocked_until = window_ends_at where blocked_until is not null`)
    const shown = () => runGatehouse(['users', 'show', id], environmentOf(server, '/nonexistent'))
    expect((await shown()).out).toContain('password-typed')
    await wereAhead()
    expect((await shown()).out).not.toContain('password-typed')
    expect(await aBrowser(ip).call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  test('count again from now on, and for no longer than their window', async () => {
    const { email } = await aPerson(server)
    const ip = anAddress()
    for (let times = 0; times < 4; times++) await aBrowser(ip).call(login, { email, password: WRONG })
    await wereAhead()
    const answers = []
    for (let times = 0; times < 6; times++)
      answers.push((await aBrowser(ip).call(login, { email, password: WRONG })).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
    const { rows } = await server.db.execute(sql`
      select bucket from throttles where window_ends_at > now() + interval '2 days' and bucket like 'password-%' and bucket <> 'password-account'`)
    expect(rows).toEqual([])
  })

  test('of one address for everything end, too, also where a server has refused it before', async () => {
    const visitor = aBrowser()
    expect(await visitor.call(getSession)).toMatchObject({ status: 200 })
    await server.db.execute(sql`
      update throttles set count = 1200, blocked_until = window_ends_at where bucket = 'any-requests'`)
    await wereAhead()
    const statuses = new Set<number>()
    for (let times = 0; times < 60; times++) statuses.add((await visitor.call(getSession)).status)
    expect([...statuses]).toEqual([200])
  })

  test('go on where two servers begin a window at almost the same moment', async () => {
    const { email } = await aPerson(server)
    const ip = anAddress()
    for (let times = 0; times < 4; times++) await aBrowser(ip).call(login, { email, password: WRONG })
    // Written by a transaction that began 20 seconds after this one.
    await server.db.execute(sql`update throttles set window_ends_at = window_ends_at + interval '20 seconds'`)
    expect(await aBrowser(ip).call(login, { email, password: WRONG })).toMatchObject({ status: 401 })
    expect(await aBrowser(ip).call(login, { email, password: PASSWORD })).toMatchObject({ status: 429 })
  })

  test('are recorded again when they refuse somebody', async () => {
    const { email } = await aPerson(server)
    const lines = async () => {
      const { rows } = await server.db.execute(
        sql`select from audit_events where event = 'signin.throttled' and detail->>'limit' = 'password-typed'`,
      )
      return rows.length
    }
    const refuse = async () => {
      for (let times = 0; times < 21; times++) await aBrowser().call(login, { email, password: WRONG })
    }
    const before = await lines()
    await refuse()
    await expect.poll(lines).toBe(before + 1)
    await wereAhead()
    await refuse()
    await expect.poll(lines).toBe(before + 2)
  })
})

test('a paused lane sends again, and says so', async () => {
  const { visitor } = await anAdministrator(server)
  const person = await aPerson(server)
  await server.db.execute(sql`
    insert into outbox_lanes (lane, per_second, failures, paused_until, filled_at)
    values ('email', 5, 5, now() + interval '30 days', now() + interval '30 days')
    on conflict (lane) do update set per_second = 5, paused_until = excluded.paused_until, filled_at = excluded.filled_at`)
  expect((await visitor.call(listGatewayHealth, {})).data.every(({ pausedUntil }) => pausedUntil === null)).toBe(true)
  await server.db.transaction((tx) => notify(server, tx, 'password-changed', person.id))
  server.outbox.wake()
  await expect.poll(async () => (await server.inbox(person.email)).length).toBe(1)
})

test('what was to be sent at that time is sent after the next round that removes what is old', async () => {
  const person = await aPerson(server)
  await server.db.transaction(async (tx) => {
    await notify(server, tx, 'password-changed', person.id)
    tx.atCommit(sql`update outbox set run_at = now() + interval '30 days' where user_id = ${person.id}`)
  })
  await prune(server.db, async () => undefined)
  server.outbox.wake()
  await expect.poll(async () => (await server.inbox(person.email)).length).toBe(1)
})

test('another server takes the job, the backup and the audit stream of one that died meanwhile', async () => {
  const admin = (await anAdministrator(server)).visitor
  const ids = [(await aPerson(server)).id, (await aPerson(server)).id]
  const { data } = await admin.call(startBulkJob, { change: { action: 'deactivate' }, ids })
  const id = data._id
  await server.db.execute(
    sql`update jobs set state = 'running', claimed_until = now() + interval '30 days' where id = ${id}`,
  )
  await runJobs(server)
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'done' })

  await server.db.execute(sql`
    insert into backups (id, file, claimed_until, state, started_at, finished_at) values
      (${newId()}, 'one', now() + interval '30 days', 'running', now() + interval '30 days', null),
      (${newId()}, 'two', now() + interval '30 days', 'done', now() + interval '30 days', now() + interval '30 days'),
      (${newId()}, 'three', now() + interval '30 days', 'failed', now() + interval '30 days', now() + interval '30 days')`)
  // The one that runs has failed: the next attempt waits for a while, as after every failure.
  expect(await claimBackup(server.db, 24, server.config.masterKey)).toBe(null)
  await server.db.execute(sql`update backups set finished_at = now() - interval '1 hour' where file = 'one'`)
  expect(await claimBackup(server.db, 24, server.config.masterKey)).not.toBe(null)

  await makeCursor(server.db)
  await sealLines(server.db, server)
  await server.db.execute(sql`update audit_stream set holder = ${newId()}, leased_until = now() + interval '30 days'`)
  expect(await claimStream(server.db, newId())).not.toBe(null)
})

test('a session that was used meanwhile counts as used at its next use, and ends as idle from then on', async () => {
  const { email, id } = await aPerson(server)
  const browser = aBrowser()
  await signIn(server, browser, email)
  await server.db.execute(sql`update sessions set last_seen_at = now() + interval '30 days'`)
  expect((await browser.call(getSession)).data.session).toMatchObject({ user: { email } })
  const { rows } = await server.db.execute(sql`select from sessions where user_id = ${id} and last_seen_at > now()`)
  expect(rows).toEqual([])
})

test('a data key that was made meanwhile counts as made now, and values are sealed again with it', async () => {
  const id = newId()
  await server.db.execute(sql`
    insert into stored_keys (id, use, version, form, wrapped, master_key_id, created_at, claimed_until)
    select ${id}, 'data', coalesce(max(version), 0) + 1, 2, '', '', now() + interval '30 days', now() + interval '30 days'
    from stored_keys`)
  expect(await claimResealing(server.db, id)).toBe(id)
  const { rows } = await server.db.execute(sql`
    select from stored_keys where created_at <= now() and claimed_until < now() + interval '1 minute' and id = ${id}`)
  expect(rows).toHaveLength(1)
})
