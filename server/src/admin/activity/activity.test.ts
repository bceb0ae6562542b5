import { activityFile, listActivity } from '@gatehouse/contract/admin/activity/activity.ts'
import { attachRoleToUser, users } from '@gatehouse/contract/admin/people/users.ts'
import { addServiceAccountKey } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { endOtherSessions } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAddress, launch, openSessionFor, someoneSignedIn, someoneWithAccess } from '../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { aServiceAccount } from '../../../test/service-accounts.ts'
import { aUser, userUpdate } from '../../../test/users.ts'

const server = useTestServer()
let auditor: Visitor
let admin: Awaited<ReturnType<typeof anAdministrator>>
beforeAll(async () => {
  admin = await anAdministrator(server)
  auditor = (await someoneWith(server, ['audit:read'])).visitor
})

const list = async (query: object = {}) => (await auditor.call(listActivity, query)).data

/** The answer with the whole file, and its lines without the header. */
async function file(visitor: Visitor, query: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'GET',
    url: activityFile.path,
    query,
    headers: { host: 'localhost:3000' },
    cookies: visitor.cookies,
  })
  const lines = () => parse(answer.payload, { bom: true, columns: true }) as Record<string, string>[]
  return { status: answer.statusCode, headers: answer.headers, payload: answer.payload, lines }
}

test('a line says who changed which fields of whom, when and from which address', async () => {
  const user = await aUser(admin.visitor)
  await admin.visitor.call(users.update, userUpdate(user, { lastName: 'Menon' }))
  const { rows, total, isEstimate } = await list({ subjectId: user.id })
  expect({ total, isEstimate }).toEqual({ total: 2, isEstimate: false })
  expect(rows).toMatchObject([
    {
      event: 'users.updated',
      actor: { _id: admin.person.id, name: 'Asha Rao' },
      subjectId: user.id,
      subject: 'Meera Menon',
      ip: expect.stringMatching(/^198\.18\./),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
    { event: 'users.created', subject: 'Meera Nair' },
  ])
  expect(rows[0]?.changes).toEqual([
    { field: 'lastName', before: 'Nair', after: 'Menon' },
    { field: 'name', before: 'Meera Nair', after: 'Meera Menon' },
  ])
})

test('launches and sign-ins are listed too, with the names of people and applications', async () => {
  const { person, visitor, application } = await someoneWithAccess(server)
  await launch({ visitor, person, application })
  await server.visitor({ ip: anAddress() }).call(login, { email: person.email, password: 'Wrong#Password1' })
  const { rows: mine } = await list({ actorId: person.id })
  expect(mine.map(({ event, subject }) => [event, subject])).toEqual([
    ['launch.granted', application.name],
    ['signin.completed', 'Asha Rao'],
  ])
  expect((await list({ subjectId: person.id, event: 'signin.failed' })).rows).toMatchObject([{ actor: null }])
})

test('the lines of a purged person are still listed, without a name', async () => {
  const { person } = await someoneSignedIn(server)
  await server.db.execute(sql`delete from users where id = ${person.id}`)
  expect((await list({ actorId: person.id })).rows[0]).toMatchObject({
    actor: { _id: person.id, name: '' },
    subject: '',
  })
})

describe('filters', () => {
  test('narrow the list to one event or to a group of events', async () => {
    const { id } = await aUser(admin.visitor)
    await admin.visitor.call(attachRoleToUser, { userId: id, roleId: await aRole(server, []) })
    const events = async (event?: string) =>
      (await list({ subjectId: id, ...(event && { event }) })).rows.map((line) => line.event)
    expect(await events()).toEqual(['users.role-attached', 'users.created'])
    expect(await events('users')).toEqual(['users.role-attached', 'users.created'])
    expect(await events('users.created')).toEqual(['users.created'])
    expect(await events('user')).toEqual([])
    expect(await events('roles')).toEqual([])
  })

  test('find events that a former release has stored under another name', async () => {
    const { application } = await someoneWithAccess(server)
    for (const event of ['oidc.logout-untold', 'oidc.logout-undelivered'])
      await server.db.execute(sql`
        insert into audit_events (id, event, subject_id, detail) values (gen_random_uuid(), ${event}, ${application.id}, '{}')`)
    for (const event of [undefined, 'oidc.logout-undelivered', 'oidc.logout-untold', 'oidc']) {
      const query = { subjectId: application.id, ...(event === undefined ? {} : { event }) }
      const { rows, total } = await list(query)
      expect([total, ...rows.map((row) => row.event)]).toEqual([
        2,
        'oidc.logout-undelivered',
        'oidc.logout-undelivered',
      ])
      const stored = (await file(auditor, query)).lines()
      expect(stored.map(({ Event }) => Event)).toEqual(['oidc.logout-undelivered', 'oidc.logout-undelivered'])
    }
  })

  test('by days and moments include the whole last day', async () => {
    const at = [
      '2020-01-30T23:59:59.999Z',
      '2020-01-31T00:00:00Z',
      '2020-01-31T23:59:59.999999Z',
      '2020-02-01T00:00:00Z',
    ]
    for (const [place, moment] of at.entries())
      await server.db.execute(sql`
        insert into audit_events (id, at, event, detail)
        values (gen_random_uuid(), ${moment}, 'session.ended', jsonb_build_object('name', ${String(place)}::text))`)
    const names = async (query: object) =>
      (await list({ to: '2020-12-31', ...query })).rows.map(({ subject }) => subject)
    expect(await names({})).toEqual(['3', '2', '1', '0'])
    expect(await names({ from: '2020-01-31', to: '2020-01-31' })).toEqual(['2', '1'])
    expect(await names({ from: '2020-01-31T00:00:00+05:30', to: '2020-01-31T00:00:00Z' })).toEqual(['0'])
    expect(await names({ from: '2020-01-31', to: '2020-02-01T00:00:00Z', event: 'session' })).toEqual(['2', '1'])
    expect(await names({ page: 1, pageSize: 2 })).toEqual(['1', '0'])
    expect((await file(auditor, { to: '2020-01-31' })).lines().map(({ Record }) => Record)).toEqual(['2', '1', '0'])
  })

  test.each([
    { actorId: 'me' },
    { subjectId: '' },
    { event: 'users.%' },
    { event: "users' or true --" },
    { from: 'yesterday' },
    { to: '2020-13-45' },
    { to: '9999-12-31' },
    { from: '0000-01-01' },
    { page: -1 },
    { page: 1001 },
    { pageSize: 101 },
  ])('%j are refused', async (query) => {
    expect(await auditor.call(listActivity, query)).toMatchObject({ status: 400 })
    if (!('page' in query) && !('pageSize' in query)) expect((await file(auditor, query as never)).status).toBe(400)
  })
})

test('each line is on exactly one page', async () => {
  const { total } = await list()
  const ids: string[] = []
  for (let page = 0; ids.length < total; page++) {
    const { rows } = await list({ page, pageSize: 7 })
    expect(rows.length).toBeGreaterThan(0)
    ids.push(...rows.map(({ _id }) => _id))
  }
  expect(new Set(ids).size).toBe(total)
})

test('an unknown filter is refused, because ignoring it would list everything', async () => {
  const answer = await auditor.call(listActivity, { subjectID: admin.person.id } as object)
  expect(answer).toMatchObject({ status: 400, msg: 'There is no such filter' })
  expect((await file(auditor, { subjectID: admin.person.id })).status).toBe(400)
})

test('a caller without the permission is refused', async () => {
  const others = await someoneWith(server, ['users:read', 'users:write', 'roles:write'])
  for (const [visitor, status] of [
    [others.visitor, 403],
    [server.visitor(), 401],
  ] as const) {
    expect(await visitor.call(listActivity)).toMatchObject({ status, data: null })
    expect((await file(visitor)).status).toBe(status)
  }
})

describe('the file', () => {
  test('has the lines that the filter lists, guards formulas, and adds an audit line itself', async () => {
    const user = await aUser(admin.visitor, { firstName: '=cmd|calc', lastName: 'Say "hi", all' })
    await admin.visitor.call(users.update, userUpdate(user, { lastName: 'Menon' }))
    const { headers, payload, lines } = await file(auditor, { subjectId: user.id })
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="activity.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(payload.startsWith('\uFEFF"Time",')).toBe(true)
    const written = lines()
    expect(written.map(({ Event, Record }) => [Event, Record])).toEqual([
      ['users.updated', "'=cmd|calc Menon"],
      ['users.created', `'=cmd|calc Say "hi", all`],
    ])
    expect(written[0]).toMatchObject({ Person: 'Asha Rao', 'Person id': admin.person.id, 'Record id': user.id })
    expect(written[0]?.Changes).toContain('lastName: Say "hi", all → Menon')
    expect(payload).not.toMatch(/Kestrel|argon2/)
    const { rows } = await list({ event: 'audit.exported' })
    expect(rows[0]).toMatchObject({ actor: { name: 'Rohan Rao' }, detail: { filter: { subjectId: user.id } } })
  })

  test('contains each of several thousand lines once', async () => {
    const { id } = await aUser(admin.visitor)
    await server.db.execute(sql`
      insert into audit_events (id, event, subject_id, detail)
      select gen_random_uuid(), 'users.updated', ${id}, jsonb_build_object('name', i::text) from generate_series(1, 2500) i`)
    expect(await list({ subjectId: id })).toMatchObject({ isEstimate: true })
    for (const query of [{ subjectId: id }, { subjectId: id, from: '2020-01-01' }]) {
      const written = (await file(auditor, query)).lines()
      expect(written).toHaveLength(2501)
      expect(written.slice(0, 2500).map(({ Record }) => Number(Record))).toEqual(
        Array.from({ length: 2500 }, (_, place) => 2500 - place),
      )
    }
    expect(await auditOf(server, id)).toHaveLength(2501)
  })
})

test('what one session made is found by a line of it, or by the line of its end', async () => {
  const thief = await someoneWith(server, ['service-accounts:read', 'service-accounts:write'])
  const own = server.visitor({ ip: anAddress() })
  await openSessionFor(server, own, thief.person.id)
  const keyedBy = async (visitor: Visitor) => {
    const { id: accountId } = await aServiceAccount(server, [])
    expect((await visitor.call(addServiceAccountKey, { accountId, name: 'Key', days: 30 })).status).toBe(200)
    return accountId
  }
  const [theirs, mine] = [await keyedBy(thief.visitor), await keyedBy(own)]
  expect((await own.call(endOtherSessions)).status).toBe(200)
  const actorId = thief.person.id
  const [ended] = (await list({ actorId, event: 'session.ended' })).rows
  const { rows } = await list({ actorId, sessionId: ended?.sessionId })
  expect(rows.map(({ subjectId }) => subjectId)).toContain(theirs)
  expect(rows.map(({ subjectId }) => subjectId)).not.toContain(mine)
  const [line] = (await list({ subjectId: theirs })).rows
  expect(line?.sessionId).toBe(ended?.sessionId)
  const written = (await file(auditor, { actorId, sessionId: String(ended?.sessionId) })).lines()
  expect(written.map((one) => one['Record id'])).toEqual(rows.map(({ subjectId }) => subjectId))
  expect((await auditor.call(listActivity, { sessionId: ended?.sessionId })).status).toBe(400)
})
