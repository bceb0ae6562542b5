import { listJobs, runImport } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { leaversFile, listLosses } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { suspendUser } from '@gatehouse/contract/admin/people/suspensions.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { jobOf, runJobs } from '../../../../test/jobs.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { send } from '../../../../test/pictures.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { endLastDays } from '../../people/last-day/end-last-days.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const THE_DAY = '2031-03-31'

/** Sends a list, and runs its dry run. */
async function check(content: string, { day = THE_DAY, by = admin as Visitor, more = '' } = {}) {
  const path = `${leaversFile.path}?lastDay=${day}${more}` as `/api/${string}`
  const to = { ...leaversFile, path, fit: { width: 0, height: 0 }, summary: '' }
  const sent = await send(server, by, to, content, { filename: 'leavers.csv' })
  await runJobs(server)
  return sent as { status: number; msg: string; data: { _id: string } }
}
async function run(id: string) {
  await admin.call(runImport, { id })
  await runJobs(server)
  return jobOf(admin, id)
}
async function lastDays(...ids: string[]) {
  const { rows } = await server.db.execute<{ id: string; day: string | null }>(sql`
    select id, last_day::text as day from users where id = any(${ids}::uuid[])`)
  return ids.map((id) => rows.find((row) => row.id === id)?.day)
}

test('people of a list are found by email or user ID; the dry run changes nothing, and the job sets their last day', async () => {
  const [one, two] = [await aPerson(server), await aPerson(server)]
  const { rows } = await server.db.execute<{ name: string }>(
    sql`select user_name as name from users where id = ${two.id}`,
  )
  const list = `Department;Constructor;email\nClaims;x;${one.email.toUpperCase()}\nClaims;x;${rows[0]?.name}\n`
  const { data } = await check(list)
  expect(await jobOf(admin, data._id)).toMatchObject({
    ...{ job: { kind: 'leave', state: 'checked', total: 2, failed: 0 }, changed: 2, added: 0 },
  })
  expect(await lastDays(one.id, two.id)).toEqual([null, null])
  expect((await run(data._id)).job).toMatchObject({ state: 'done', succeeded: 2, failed: 0 })
  expect(await lastDays(one.id, two.id)).toEqual([THE_DAY, THE_DAY])
  expect((await auditOf(server, one.id)).map(({ event }) => event)).toContain('users.updated')
  const { data: jobs } = await admin.call(listJobs)
  expect(jobs[0]).toMatchObject({ kind: 'leave', state: 'done' })
})

test('who is not found, may not be touched, or stands there twice is named with the reason, and is left alone', async () => {
  const { visitor: caller } = await someoneWith(server, ['users:write'])
  const stronger = await someoneSignedIn(server, { isAdmin: true })
  const someone = await aPerson(server)
  const own = (await caller.call(getSession)).data.session?.user.email ?? ''
  const list = ['email', someone.email, own, stronger.person.email, 'nobody.here@example.com', someone.email]
  const { data } = await check(list.join('\n'), { by: caller })
  const { failed, changed } = await jobOf(caller, data._id)
  expect(changed).toBe(1)
  expect(failed.rows.map(({ name, message }) => [name, message])).toEqual([
    [own, expect.stringContaining('yourself')],
    [stronger.person.email, 'You cannot change a person who has more permissions than you.'],
    ['nobody.here@example.com', 'No person has this email or user ID'],
    [someone.email, expect.stringContaining('stands in line')],
  ])
  await caller.call(runImport, { id: data._id })
  await runJobs(server)
  expect(await lastDays(someone.id, stronger.person.id)).toEqual([THE_DAY, null])
})

test('an earlier last day stays, a later one becomes earlier, and who has left stays as they are', async () => {
  const [early, late, gone] = [await aPerson(server), await aPerson(server), await aPerson(server)]
  await server.db.execute(sql`update users set last_day = '2030-01-01' where id = ${early.id}`)
  await server.db.execute(sql`update users set last_day = '2040-01-01' where id = ${late.id}`)
  await server.db.execute(sql`update users set is_active = false where id = ${gone.id}`)
  const { data } = await check(['email', early.email, late.email, gone.email].join('\n'))
  expect((await run(data._id)).job).toMatchObject({ succeeded: 1, failed: 0 })
  expect(await lastDays(early.id, late.id, gone.id)).toEqual(['2030-01-01', THE_DAY, null])
})

test('what is lost is judged for all of them together', async () => {
  const [one, two] = [await aPerson(server), await aPerson(server)]
  const [application, client] = [await anApplication(server), await aClient(server)]
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (gen_random_uuid(), ${application.id}, ${client.id}, 'Manager', 'R-1')`)
  for (const { id } of [one, two]) await anAssignment(server, id, application.id, client.id)
  const lossesOf = async (...people: { email: string }[]) => {
    const { data } = await check(['email', ...people.map(({ email }) => email)].join('\n'))
    const { data: losses } = await admin.call(listLosses, { id: data._id })
    return Object.fromEntries(losses.map(({ kind, count }) => [kind, count]))
  }
  expect(await lossesOf(one)).toEqual({ assignments: 1 })
  expect(await lossesOf(one, two)).toEqual({ assignments: 2, 'application roles that nobody else has': 1 })
})

test('when the day is over, all of them are out at once, also when there are many', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const { data } = await check(`email\n${person.email}\n`)
  expect((await run(data._id)).job).toMatchObject({ succeeded: 1 })
  // More than one query of the round takes.
  await server.db.execute(sql`
    insert into users (id, email, user_name, first_name, last_name, last_day)
    select gen_random_uuid(), 'leaver' || n || '@example.com', 'leaver' || n, 'Leaver', 'One', '2031-01-01' from generate_series(1, 105) n`)
  await server.db.execute(sql`
    update users set last_day = (now() at time zone ${server.config.timeZone})::date - 1 where last_day is not null`)
  await endLastDays(server)
  const { rows } = await server.db.execute(
    sql`select 1 from users where is_active and last_day < (now() at time zone ${server.config.timeZone})::date`,
  )
  expect(rows).toEqual([])
  expect((await visitor.call(getSession)).data.session).toBeNull()
  expect((await noticesTo(server, person.id)).map(({ notice }) => notice)).toContain('account-deactivated')
}, 120_000)

test('somebody who is suspended does not come back after their last day', async () => {
  const someone = await aPerson(server)
  const { rows } = await server.db.execute<{ day: string }>(sql`
    select (now() at time zone ${server.config.timeZone})::date::text as day`)
  await admin.call(suspendUser, { userId: someone.id, from: rows[0]?.day ?? '', until: '', reason: 'An inquiry' })
  const { data } = await check(`email\n${someone.email}\n`)
  await run(data._id)
  expect(await lastDays(someone.id)).toEqual([THE_DAY])
})

test('of a typed list people are counted, and it is not said how it was read', async () => {
  const { data } = await check('email\nnobody.here@example.com\n', { more: '&isTyped=true' })
  const { job, failed } = await jobOf(admin, data._id)
  expect(job.file).toBeNull()
  expect(failed.rows[0]).toMatchObject({ number: 1, name: 'nobody.here@example.com' })
})

test.each([
  ['a day that is over', 'email\na@example.com\n', '2020-01-31', 'The last day must be in the future'],
  ['no day', 'email\na@example.com\n', '', 'Choose a date'],
  ['a list without the column', 'person\na@example.com\n', THE_DAY, 'The first line lacks email.'],
  ['an empty list', 'email\n', THE_DAY, 'The file has no rows.'],
])('refused: %s', async (_what, content, day, msg) => {
  expect(await check(content, { day })).toMatchObject({ status: 400, msg })
})

test('refused: a visitor, and a person who may not change people', async () => {
  const stranger = server.visitor({})
  expect((await check('email\na@example.com\n', { by: stranger })).status).toBe(401)
  const { visitor } = await someoneSignedIn(server)
  expect((await check('email\na@example.com\n', { by: visitor })).status).toBe(403)
})
