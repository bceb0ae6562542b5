import {
  cancelJob,
  IMPORT_COLUMNS,
  jobFailuresFile,
  runImport,
  startBulkJob,
} from '@gatehouse/contract/admin/jobs/jobs.ts'
import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { changesOf, importCsv, isActive, jobOf, runJobs } from '../../../test/jobs.ts'
import { proofOf } from '../../../test/pictures.ts'
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
function aRunner(pause: (number: number) => Promise<void>, setup: { chunk?: number } = {}) {
  let number = 0
  const db: Db = {
    ...server.db,
    transaction: async (work) => {
      await pause(++number)
      return server.db.transaction(work)
    },
  }
  return makeJobRunner({ ...server, db }, setup)
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

test.each(['is_active = false', 'deleted_at = now()', 'suspended_from = now()'])(
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

let count = 0
const aRow = (email = `new${++count}@example.com`) =>
  `Meera,Nair,${email},7${String(++count).padStart(9, '0')},meera${count},ACTIVE`

/** An import of three new people and two rejected rows, after its dry run. */
async function aCheckedImport() {
  const lines = [IMPORT_COLUMNS.users.join(','), aRow(), aRow('nobody'), aRow(), aRow(), aRow('nothing')]
  const { data } = await importCsv(server, admin, 'users', lines.join('\r\n'))
  await runJobs(server)
  expect(await jobOf(admin, data._id)).toMatchObject({ job: { state: 'checked' }, added: 3, failed: { total: 2 } })
  return data._id as string
}

async function countNew() {
  const { rowCount } = await server.db.execute(sql`select from users where email like 'new%'`)
  return Number(rowCount)
}

/** The file of what failed: the line of each row, and why. */
async function listed(id: string) {
  const options = { method: 'GET', url: jobFailuresFile.path, query: { id }, headers: await proofOf(admin) } as const
  const { body } = await server.app.inject(options)
  const [head = [], ...rows] = parse(body, { bom: true }) as unknown as string[][]
  return rows.map((row) => [row[head.indexOf('line')], row.at(-1)])
}

const WRONG = 'email: Email must be a valid email address'

test('an import that is cancelled in the middle says what was stored, and what was not done', async () => {
  const id = await aCheckedImport()
  const before = await countNew()
  await admin.call(runImport, { id })
  await aRunner(async (number) => {
    if (number === 3) await admin.call(cancelJob, { id })
  }).runAll()
  expect(await jobOf(admin, id)).toMatchObject({
    ...{ job: { state: 'cancelled', succeeded: 2 }, added: 2, changed: 0, notDone: 1 },
    failed: { total: 2 },
  })
  expect((await countNew()) - before).toBe(2)
  expect(await listed(id)).toEqual([
    ['3', WRONG],
    ['5', 'Not done: the job was cancelled.'],
    ['6', WRONG],
  ])
})

test('an import that is cancelled after its dry run says what was stored, and what was not done', async () => {
  const id = await aCheckedImport()
  await admin.call(cancelJob, { id })
  expect(await jobOf(admin, id)).toMatchObject({
    ...{ job: { state: 'cancelled', isDryRun: true }, added: 0, changed: 0, notDone: 3 },
    failed: { total: 2 },
  })
})

test('an import whose starter loses the permission before it runs says what was stored, and what was not done', async () => {
  const id = await aCheckedImport()
  await admin.call(runImport, { id })
  const starter = sql`(select actor_id from audit_events where subject_id = ${id} limit 1)`
  await server.db.execute(sql`update jobs set created_by = ${(await aPerson(server)).id} where id = ${id}`)
  await runJobs(server)
  await server.db.execute(sql`update jobs set created_by = ${starter} where id = ${id}`)
  expect(await jobOf(admin, id)).toMatchObject({ job: { state: 'failed' }, added: 0, changed: 0, notDone: 3 })
  const reasons = (await listed(id)).map(([, why]) => why)
  expect(reasons.filter((why) => why === 'Not done: the job stopped.')).toHaveLength(3)
})

test('a change of all matching people that is cancelled while they are gathered counts those confirmed', async () => {
  for (let number = 0; number < 5; number++) await aPerson(server, { firstName: 'Gathered' })
  const query = { field: 'firstName' as const, search: 'gathered' }
  const start = { change: { action: 'deactivate' as const }, matching: { query, confirmed: 5 } }
  const { data } = await admin.call(startBulkJob, start)
  const cancelAtSecond = async (number: number) => {
    if (number === 2) await admin.call(cancelJob, { id: data._id })
  }
  await aRunner(cancelAtSecond, { chunk: 2 }).runAll()
  expect(await jobOf(admin, data._id)).toMatchObject({ job: { state: 'cancelled', total: 5, position: 0 }, notDone: 5 })
  // Not all of them are known, so that a list of them would be a part only.
  expect(await listed(data._id)).toEqual([])
})
