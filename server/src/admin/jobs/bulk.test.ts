import { cancelJob, countMatching, listJobs, readJob, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson } from '../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../test/console.ts'
import { changesOf, isActive, jobOf, runJobs } from '../../../test/jobs.ts'
import { untilWaiting } from '../../../test/lock-waits.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { makeJobRunner } from './runner.ts'

const server = useTestServer()
let admin: Visitor
let adminId: string
beforeAll(async () => {
  const administrator = await anAdministrator(server)
  admin = administrator.visitor
  adminId = administrator.person.id
})

const NOBODY = '018f0000-0000-7000-8000-000000000000'

async function people(count: number, firstName = 'Asha') {
  const made = []
  for (let number = 0; number < count; number++) made.push(await aPerson(server, { firstName }))
  return made.map(({ id }) => id)
}

async function doAll(visitor: Visitor, input: object) {
  const { data, status, msg } = await visitor.call(startBulkJob, input)
  if (status !== 200) throw new Error(`start answered ${status}: ${msg}`)
  await runJobs(server)
  return jobOf(visitor, data._id)
}

test('people are deactivated and activated, each with a line in the audit', async () => {
  const ids = await people(3)
  const { job } = await doAll(admin, { change: { action: 'deactivate' }, ids: [...ids, ids[0]] })
  expect(job).toMatchObject({ kind: 'deactivate', state: 'done', total: 3, position: 3, succeeded: 3, failed: 0 })
  expect(job.finishedAt).toMatch(/^20.*Z$/)
  expect(await isActive(server, ids)).toEqual([false, false, false])
  expect(await changesOf(server, ids, 'users.updated')).toEqual([1, 1, 1])
  const again = await doAll(admin, { change: { action: 'deactivate' }, ids })
  expect(again.job).toMatchObject({ state: 'done', succeeded: 0, failed: 0 })
  expect(await changesOf(server, ids, 'users.updated')).toEqual([1, 1, 1])
  await doAll(admin, { change: { action: 'activate' }, ids })
  expect(await isActive(server, ids)).toEqual([true, true, true])
  expect((await auditOf(server, job._id)).map(({ event, actorId }) => [event, actorId])).toEqual([
    ['jobs.started', adminId],
  ])
})

test('somebody who is changed at the same moment keeps the change', async () => {
  const { id, phoneNumber } = await aPerson(server)
  const { data } = await admin.call(startBulkJob, { change: { action: 'deactivate' }, ids: [id] })
  const { saved, done } = await server.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${id} for update`)
    const saved = admin.call(users.update, {
      ...{ userId: id, firstName: 'Devika', lastName: 'Rao', email: `moved.${id}@example.com`, phoneNumber },
    })
    await untilWaiting(server, 1)
    const done = runJobs(server)
    await untilWaiting(server, 2)
    return { saved, done }
  })
  expect((await saved).status).toBe(200)
  await done
  expect((await jobOf(admin, data._id)).job).toMatchObject({ state: 'done', succeeded: 1 })
  const { rows } = await server.db.execute(sql`select first_name, email, is_active from users where id = ${id}`)
  expect(rows).toEqual([{ first_name: 'Devika', email: `moved.${id}@example.com`, is_active: false }])
})

test('refused people are reported by name, and the others are changed', async () => {
  const [id = ''] = await people(1)
  const { job, failed } = await doAll(admin, { change: { action: 'delete' }, ids: [adminId, NOBODY, id] })
  expect(job).toMatchObject({ state: 'done', succeeded: 1, failed: 2 })
  expect(failed).toEqual({
    total: 2,
    rows: [
      { number: 1, name: 'Asha Rao', message: 'The last active administrator cannot be removed.' },
      { number: 2, name: '', message: 'Not found' },
    ],
  })
  expect(await changesOf(server, [id, adminId], 'users.deleted')).toEqual([1, 0])
})

test('a caller who may change people but not see them gets refusals without names', async () => {
  const { visitor } = await someoneWith(server, ['users:write'])
  const { failed } = await doAll(visitor, { change: { action: 'deactivate' }, ids: [adminId] })
  expect(failed.rows).toMatchObject([{ number: 1, name: '' }])
})

test('a restore of all deleted people that match a query restores exactly the confirmed number', async () => {
  const ids = await people(4, 'Gayatri')
  await doAll(admin, { change: { action: 'delete' }, ids })
  const query = { deleted: true, field: 'firstName', search: 'gayatri' } as const
  const { total } = (await admin.call(countMatching, { query, except: [ids[0] ?? ''] })).data
  expect(total).toBe(3)
  const matching = { query, except: [ids[0] ?? ''], confirmed: total }
  const { job } = await doAll(admin, { change: { action: 'restore' }, matching })
  expect(job).toMatchObject({ kind: 'restore', state: 'done', total: 3, succeeded: 3, failed: 0 })
  expect(await changesOf(server, ids, 'users.restored')).toEqual([0, 1, 1, 1])
  expect((await admin.call(countMatching, { query })).data).toEqual({ total: 1 })
  // A person who is not deleted stays unchanged.
  expect((await doAll(admin, { change: { action: 'restore' }, ids: ids.slice(1) })).job).toMatchObject({ succeeded: 0 })
})

test('an application is assigned and detached', async () => {
  const ids = await people(2)
  const pair = { applicationId: (await anApplication(server)).id, clientId: (await aClient(server)).id }
  const count = async () =>
    (await server.db.execute(sql`select 1 from assignments where application_id = ${pair.applicationId}`)).rowCount
  const refused = await doAll(admin, { change: { action: 'assign', ...pair, role: 'Nobody' }, ids })
  expect(refused.failed.rows.map(({ message }) => message)).toEqual(
    Array(2).fill('This application has no such role for this client'),
  )
  for (const [action, succeeded, left] of [
    ['assign', 2, 2],
    ['assign', 0, 2],
    ['detach', 2, 0],
    ['detach', 0, 0],
  ] as const) {
    const { job } = await doAll(admin, { change: { action, ...pair, role: 'User' }, ids })
    expect([job.succeeded, job.failed, await count()]).toEqual([succeeded, 0, left])
  }
})

test('who may not change somebody does not learn by a bulk action what they have, or whether they are deleted', async () => {
  const [application, client] = [await anApplication(server), await aClient(server)]
  const pair = { applicationId: application.id, clientId: client.id }
  const { visitor } = await someoneWith(server, ['users:write'])
  const above = [await someoneWith(server, ['audit:read']), await someoneWith(server, ['audit:read'])]
  const ids = above.map(({ person }) => person.id)
  await anAssignment(server, ids[0] ?? '', application.id, client.id)
  const outcomes = async (action: string) => {
    const { job, failed } = await doAll(visitor, { change: { action, ...pair }, ids })
    return [job.failed, ...new Set(failed.rows.map(({ message }) => message))]
  }
  const refused = [2, 'You cannot change a person who has more permissions than you.']
  expect(await outcomes('detach')).toEqual(refused)
  await server.db.execute(sql`update users set deleted_at = now() where id = ${ids[0]}`)
  expect(await outcomes('restore')).toEqual(refused)
})

test('a role is attached, but not one with permissions that the caller lacks', async () => {
  const ids = await people(2)
  const { visitor } = await someoneWith(server, ['users:read', 'users:write'])
  const roleId = await aRole(server, ['users:read'])
  expect((await doAll(visitor, { change: { action: 'attachRole', roleId }, ids })).job).toMatchObject({ succeeded: 2 })
  expect((await doAll(visitor, { change: { action: 'attachRole', roleId }, ids })).job).toMatchObject({
    succeeded: 0,
    failed: 0,
  })
  const above = await aRole(server, Object.keys(PERMISSIONS) as never)
  const { job, failed } = await doAll(visitor, { change: { action: 'attachRole', roleId: above }, ids })
  expect(job).toMatchObject({ succeeded: 0, failed: 2 })
  expect(failed.rows[0]?.message).toBe('You cannot grant permissions that you do not have yourself.')
})

test('a change of all that match a query leaves out people created after its start', async () => {
  const ids = await people(3, 'Zubin')
  const { data } = await admin.call(startBulkJob, {
    change: { action: 'deactivate' },
    matching: { query: { field: 'firstName', search: 'zub', isActive: 'true', page: 0, pageSize: 1 }, confirmed: 3 },
  })
  const [later = ''] = await people(1, 'Zubin')
  await server.db.execute(sql`update users set created_at = now() + interval '1 second' where id = ${later}`)
  await runJobs(server)
  expect((await jobOf(admin, data._id)).job).toMatchObject({ state: 'done', total: 3, position: 3, succeeded: 3 })
  expect(await isActive(server, [...ids, later])).toEqual([false, false, false, true])
})

test.each(['delete', 'deactivate', 'attachRole'])(
  '%s changes nobody who matches later, nor whoever no longer does',
  async (action) => {
    const name = `Moved${action}`
    const [one = '', two = ''] = await people(2, name)
    const [later = ''] = await people(1)
    const query = { field: 'firstName', search: name }
    const change = { action, roleId: await aRole(server, ['users:read']) }
    const { data } = await admin.call(startBulkJob, { change, matching: { query, confirmed: 2 } } as never)
    const rename = async (id: string, firstName: string) => {
      const { phoneNumber, email } = await readPerson(id)
      const form = { userId: id, firstName, lastName: 'Rao', email, phoneNumber }
      expect((await admin.call(users.update, form)).status).toBe(200)
    }
    await rename(one, 'Stays')
    await rename(later, name)
    await runJobs(server)
    const { job } = await jobOf(admin, data._id)
    expect(job).toMatchObject({ state: 'done', total: 1, position: 1, succeeded: 1, failed: 0, leftOut: 1 })
    const event =
      { delete: 'users.deleted', deactivate: 'users.updated', attachRole: 'users.role-attached' }[action] ?? ''
    const renamed = action === 'deactivate' ? 1 : 0
    expect(await changesOf(server, [one, two, later], event)).toEqual([renamed, 1, renamed])
  },
)

async function readPerson(id: string) {
  const { rows } = await server.db.execute<{ email: string; phoneNumber: string }>(sql`
    select email, phone_number as "phoneNumber" from users where id = ${id}`)
  return rows[0] ?? { email: '', phoneNumber: '' }
}

test('unticked people are left out of the count and of the change', async () => {
  const ids = await people(4, 'Farrokh')
  const query = { field: 'firstName', search: 'farrokh' } as const
  const except = [ids[1] ?? '', NOBODY]
  expect((await admin.call(countMatching, { query })).data).toEqual({ total: 4 })
  const { total } = (await admin.call(countMatching, { query, except })).data
  expect(total).toBe(3)
  const matching = { query, except, confirmed: total }
  const { job } = await doAll(admin, { change: { action: 'deactivate' }, matching })
  expect(job).toMatchObject({ state: 'done', total: 3, succeeded: 3 })
  expect(await isActive(server, ids)).toEqual([false, true, false, false])
})

test('a confirmation counts exactly, also where the list only estimates', async () => {
  await server.db.execute(sql`
    insert into users (id, first_name, last_name, email, phone_number, user_name)
    select gen_random_uuid(), 'Pervin', 'Many', 'pervin' || n || '@example.com', '6' || lpad(n::text, 9, '0'), 'pervin' || n
    from generate_series(1, 1501) n`)
  const query = { field: 'firstName', search: 'pervin' } as const
  expect((await admin.call(countMatching, { query })).data).toEqual({ total: 1501 })
})

test('a job is refused if its number of people differs from the confirmed one', async () => {
  const ids = await people(2, 'Roshan')
  const start = (confirmed: number) => {
    const matching = { query: { field: 'firstName' as const, search: 'roshan' }, confirmed }
    return admin.call(startBulkJob, { change: { action: 'deactivate' }, matching })
  }
  for (const confirmed of [1, 3]) {
    expect(await start(confirmed)).toMatchObject({
      status: 409,
      msg: 'The number of people has changed. Check it and confirm again.',
    })
  }
  await runJobs(server)
  expect(await isActive(server, ids)).toEqual([true, true])
})

test('a job started by the previous release is continued', async () => {
  const [id = ''] = await people(1, 'Oldjob')
  const { data } = await admin.call(startBulkJob, {
    change: { action: 'deactivate' },
    matching: { query: { field: 'firstName', search: 'oldjob' }, confirmed: 1 },
  })
  await server.db.execute(sql`
    update jobs set people = null, input = input - 'matching' || jsonb_build_object('query', input->'matching'->'query') where id = ${data._id}`)
  await runJobs(server)
  expect(await isActive(server, [id])).toEqual([false])
})

test.each([1, 2, 3, 5, 6])('people are read %i at a time, and each is changed once', async (chunk) => {
  const ids = await people(5, `Chunk${chunk}`)
  const query = { field: 'firstName', search: `chunk${chunk}` }
  const matching = { query, confirmed: 5 }
  const { data } = await admin.call(startBulkJob, { change: { action: 'deactivate' }, matching })
  await makeJobRunner(server, { chunk }).runAll()
  expect((await jobOf(admin, data._id)).job).toMatchObject({
    state: 'done',
    total: 5,
    position: 5,
    succeeded: 5,
    failed: 0,
  })
  expect(await changesOf(server, ids, 'users.updated')).toEqual(Array(5).fill(1))
})

test('a job cancelled before it begins changes nothing', async () => {
  const ids = await people(2)
  const { data } = await admin.call(startBulkJob, { change: { action: 'deactivate' }, ids })
  expect(await admin.call(cancelJob, { id: data._id })).toMatchObject({ status: 200, data: { state: 'cancelled' } })
  await runJobs(server)
  expect(await isActive(server, ids)).toEqual([true, true])
  expect((await jobOf(admin, data._id)).job).toMatchObject({ state: 'cancelled', position: 0 })
})

test.each([
  [{ ids: [] }, 'Choose a person'],
  [{}, 'Choose a person'],
  [{ ids: [NOBODY], matching: { query: {}, confirmed: 1 } }, 'Choose a person'],
  [{ matching: { query: { deleted: true }, confirmed: 1 } }, 'Choose a person'],
  [{ change: { action: 'restore' }, matching: { query: {}, confirmed: 1 } }, 'Choose a person'],
  [{ matching: { query: { isActve: false }, confirmed: 1 } }, 'There is no such filter'],
  [{ ids: ['x'] }, 'Id is required'],
  [{ ids: Array(1001).fill(NOBODY) }, 'Too Long!'],
  [{ ids: [NOBODY], change: { action: 'attachRole' } }, 'Role is required'],
  [{ ids: [NOBODY], change: { action: 'assign', applicationId: NOBODY, clientId: NOBODY } }, 'Role is required'],
])('%j is refused, and no job is made', async (input, msg) => {
  const count = async () => (await server.db.execute(sql`select count(*) from jobs`)).rows
  const before = await count()
  const answer = await admin.call(startBulkJob, { change: { action: 'delete' }, ...input })
  expect(answer).toMatchObject({ status: 400, msg })
  expect(await count()).toEqual(before)
})

test('a job is shown only to the person who started it, and needs the permission for its change', async () => {
  const ids = await people(1)
  const input = { change: { action: 'delete' }, ids }
  const { data } = await admin.call(startBulkJob, input)
  const other = (await someoneWith(server, ['users:read', 'users:write'])).visitor
  const reader = (await someoneWith(server, ['users:read'])).visitor
  expect((await other.call(listJobs)).data).toEqual([])
  for (const call of [readJob, cancelJob])
    expect(await other.call(call as typeof cancelJob, { id: data._id })).toMatchObject({ status: 404 })
  expect(await reader.call(startBulkJob, input)).toMatchObject({ status: 403 })
  expect(await server.visitor().call(startBulkJob, input)).toMatchObject({ status: 401 })
  const writer = (await someoneWith(server, ['users:write'])).visitor
  expect(await writer.call(countMatching, { query: {} })).toMatchObject({ status: 403 })
  const matching = { query: {}, confirmed: 1 }
  expect(await writer.call(startBulkJob, { change: { action: 'delete' }, matching })).toMatchObject({ status: 403 })
  expect((await admin.call(listJobs)).data[0]).toMatchObject({ _id: data._id, state: 'waiting' })
})
