import { cancelJob, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { changesOf, isActive, jobOf, runJobs } from '../../../test/jobs.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import type { Db } from '../../db/database.ts'
import { makeJobRunner } from './runner.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function aJob(visitor: Visitor, count: number) {
  const ids = []
  for (let number = 0; number < count; number++) ids.push((await aPerson(server)).id)
  const { data } = await visitor.call(startBulkJob, { change: { action: 'deactivate' }, ids })
  return { id: data._id, ids }
}

/** A runner on the same database, which awaits `pause` before each transaction. */
function aRunner(pause: (number: number) => Promise<void>) {
  let number = 0
  const db: Db = {
    ...server.db,
    transaction: async (work) => {
      await pause(++number)
      return server.db.transaction(work)
    },
  }
  return makeJobRunner({ ...server, db })
}

const loseLease = (id: string) =>
  server.db.execute(sql`update jobs set claimed_until = now() - interval '1 second' where id = ${id}`)

test('another server continues the job of a killed server and repeats nothing', async () => {
  const { id, ids } = await aJob(admin, 7)
  const died = aRunner(async (number) => {
    if (number >= 4) throw new Error('killed')
  })
  // The state that a killed process leaves: three records done, and a lease that is not returned.
  await expect(died.runAll()).rejects.toThrow('killed')
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'running', position: 3, succeeded: 3 })
  await runJobs(server)
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'running', position: 3 })
  await loseLease(id)
  await runJobs(server)
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'done', position: 7, succeeded: 7, failed: 0 })
  expect(await isActive(server, ids)).toEqual(Array(7).fill(false))
  expect(await changesOf(server, ids, 'users.updated')).toEqual(Array(7).fill(1))
})

test('a slow server that has lost its lease changes nothing more', async () => {
  const { id, ids } = await aJob(admin, 6)
  let wake = () => {}
  let fallAsleep = () => {}
  const asleep = new Promise<void>((resolve) => {
    fallAsleep = resolve
  })
  const awake = new Promise<void>((resolve) => {
    wake = resolve
  })
  const slow = aRunner((number) => {
    if (number !== 3) return Promise.resolve()
    fallAsleep()
    return awake
  })
  const late = slow.runAll()
  await asleep
  await loseLease(id)
  await runJobs(server)
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'done', succeeded: 6 })
  wake()
  await late
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'done', position: 6, succeeded: 6, failed: 0 })
  expect(await changesOf(server, ids, 'users.updated')).toEqual(Array(6).fill(1))
})

test('a record that is locked for the moment does not count as failed: the job continues with it later', async () => {
  const { id, ids } = await aJob(admin, 5)
  const impatient: Db = {
    ...server.db,
    transaction: (work) =>
      server.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '20ms'`)
        return work(tx)
      }),
  }
  const runner = makeJobRunner({ ...server, db: impatient })
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${ids[2]} for update`)
    await runner.runAll()
  })
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'running', position: 2, succeeded: 2, failed: 0 })
  await loseLease(id)
  await runner.runAll()
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'done', position: 5, succeeded: 5, failed: 0 })
  expect(await changesOf(server, ids, 'users.updated')).toEqual(Array(5).fill(1))
})

test('two servers share the jobs, and each job is done once', async () => {
  const jobs = [await aJob(admin, 5), await aJob(admin, 5), await aJob(admin, 5)]
  await Promise.all([runJobs(server), runJobs(server)])
  for (const { id, ids } of jobs) {
    expect((await jobOf(admin, id)).job).toMatchObject({ state: 'done', succeeded: 5 })
    expect(await changesOf(server, ids, 'users.updated')).toEqual(Array(5).fill(1))
  }
})

test('a job stops after the record at which it is cancelled', async () => {
  const { id, ids } = await aJob(admin, 5)
  await aRunner(async (number) => {
    if (number === 3)
      expect(await admin.call(cancelJob, { id })).toMatchObject({ data: { state: 'running', cancelRequested: true } })
  }).runAll()
  const { job } = await jobOf(admin, id)
  expect(job).toMatchObject({ state: 'cancelled', position: 2, succeeded: 2 })
  expect(job.finishedAt).not.toBeNull()
  expect(await isActive(server, ids)).toEqual([false, false, true, true, true])
})

test('a job stops when the person who started it loses the permission', async () => {
  const { visitor, person } = await someoneWith(server, ['users:read', 'users:write'])
  const { id, ids } = await aJob(visitor, 30)
  await aRunner(async (number) => {
    if (number === 5) await server.db.execute(sql`update users set role_id = null where id = ${person.id}`)
  }).runAll()
  const { rows } = await server.db.execute(sql`select state, position, error from jobs where id = ${id}`)
  expect(rows).toEqual([{ state: 'failed', position: 20, error: 'You are not allowed to do this.' }])
  expect((await isActive(server, ids)).slice(20)).toEqual(Array(10).fill(true))
})

test.each(['is_active = false', 'deleted_at = now()'])(
  'a job does not begin if the person who started it has %s',
  async (change) => {
    const { visitor, person } = await someoneWith(server, ['users:read', 'users:write'])
    const { id, ids } = await aJob(visitor, 1)
    await server.db.pool.query(`update users set ${change} where id = '${person.id}'`)
    await runJobs(server)
    const { rows } = await server.db.execute(sql`select state from jobs where id = ${id}`)
    expect(rows).toEqual([{ state: 'failed' }])
    expect(await isActive(server, ids)).toEqual([true])
  },
)

test('a server that stops returns its job at once', async () => {
  const { id, ids } = await aJob(admin, 5)
  const stopping = aRunner(async (number) => {
    if (number === 2) void stopping.stop()
  })
  await stopping.runAll()
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'running', position: 2 })
  await runJobs(server)
  expect((await jobOf(admin, id)).job).toMatchObject({ state: 'done', succeeded: 5 })
  expect(await changesOf(server, ids, 'users.updated')).toEqual(Array(5).fill(1))
})
