import {
  addUserApplicationClinetRole as assign,
  assignedApplicationWithClient,
  attachRoleToUser,
  detachClient as detach,
  roleBasedOnAapplication,
  roleBasedOnUserId,
  users,
} from '@gatehouse/contract/admin/people/users.ts'
import { listTiles, redeem } from '@gatehouse/contract/launch.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anApplication, aPerson, launch, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { aRole } from '../../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const NO_ROLE = 'This application has no such role for this client'
const NO_PAIR = 'Choose an application and a client'

/** An application for a client with these application roles, and a person who is signed in. */
async function aPair(roles: string[] = ['Claims Officer'], status = 'ACTIVE') {
  const { person, visitor } = await someoneSignedIn(server)
  const [application, client] = [await anApplication(server, { status }), await aClient(server)]
  for (const name of roles) await anApplicationRole(application.id, client.id, name)
  const pair = { userId: person.id, applicationId: application.id, clientId: client.id }
  return { person, visitor, application, client, pair, name: `${application.name} · ${client.actualName}` }
}

async function anApplicationRole(applicationId: string, clientId: string, name: string) {
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${newId()}, ${applicationId}, ${clientId}, ${name}, 'R-1')`)
}

async function assignmentsOf(userId: string) {
  const { rows } = await server.db.execute<{ role: string }>(
    sql`select role from assignments where user_id = ${userId}`,
  )
  return rows.map(({ role }) => role)
}

test('an assignment is stored with the role as the application spells it', async () => {
  const { person, visitor, application, client, pair, name } = await aPair()
  expect((await visitor.call(listTiles)).data).toEqual([])
  expect(await admin.call(assign, { ...pair, role: 'claims officer' })).toMatchObject({
    status: 200,
    msg: 'Application Assigned',
  })
  expect((await visitor.call(listTiles)).data).toHaveLength(1)
  expect((await admin.call(assignedApplicationWithClient, { userId: person.id })).data).toMatchObject([
    { role: 'Claims Officer', applicationData: { _id: application.id }, clientdata: { _id: client.id } },
  ])
  expect((await auditOf(server, person.id)).at(-1)).toMatchObject({
    event: 'users.application-assigned',
    detail: { name: 'Asha Rao', changes: [{ field: name, before: null, after: 'Claims Officer' }] },
  })
})

test('an assignment is changed only when it is as the caller has seen it, if they say how that was', async () => {
  const { person, pair } = await aPair(['Clerk', 'Boss', 'Chief'])
  const SEEN = { role: 'Clerk', validFrom: null, validUntil: null }
  const give = (role: string, former: typeof SEEN | null, more = {}) =>
    admin.call(assign, { ...pair, role, former, ...more })
  const refused = { status: 409, msg: 'Someone else has changed this in the meantime.' }
  expect(await give('Clerk', SEEN)).toMatchObject(refused)
  expect(await assignmentsOf(person.id)).toEqual([])
  expect(await give('Clerk', null)).toMatchObject({ status: 200 })
  expect(await give('Boss', null)).toMatchObject(refused)
  expect(await give('Boss', SEEN, { validUntil: '2031-03-31' })).toMatchObject({ status: 200 })
  const [{ validUntil } = SEEN] = (await admin.call(assignedApplicationWithClient, { userId: person.id })).data
  for (const seen of [SEEN, { ...SEEN, role: 'Boss' }, { ...SEEN, validUntil }]) {
    expect(await give('Chief', seen as never)).toMatchObject(refused)
    expect(await assignmentsOf(person.id)).toEqual(['Boss'])
  }
  expect(await give('Chief', { ...SEEN, role: 'Boss', validUntil } as never)).toMatchObject({ status: 200 })
  expect(await assignmentsOf(person.id)).toEqual(['Chief'])
})

test('a role is given only in place of the one that the caller has seen, if they say which', async () => {
  const { id: userId } = await aPerson(server)
  const [one, two] = [await aRole(server, []), await aRole(server, [])]
  const give = (roleId: string, formerRoleId: string | null) =>
    admin.call(attachRoleToUser, { userId, roleId, formerRoleId })
  expect(await give(one, two)).toMatchObject({ status: 409 })
  expect(await give(one, null)).toMatchObject({ status: 200 })
  expect(await give(two, null)).toMatchObject({ status: 409 })
  expect(await give(two, one)).toMatchObject({ status: 200 })
})

test('role User is valid for every pair, and an inactive application can be assigned', async () => {
  const { person, visitor, pair } = await aPair([], 'INACTIVE')
  expect(await admin.call(assign, { ...pair, role: 'User' })).toMatchObject({ status: 200 })
  expect(await assignmentsOf(person.id)).toEqual(['User'])
  expect((await visitor.call(listTiles)).data).toEqual([])
})

test('an application role named Admin gives no permission in the console (T082)', async () => {
  const { visitor, pair } = await aPair(['Admin'])
  expect(await admin.call(assign, { ...pair, role: 'Admin' })).toMatchObject({ status: 200 })
  const { data } = await visitor.call(getSession)
  expect(data.session).toMatchObject({ role: 'User', permissions: [] })
  expect(await visitor.call(users.list, { page: 0 })).toMatchObject({ status: 403 })
  expect((await admin.call(roleBasedOnUserId, { userId: pair.userId })).data).toEqual([])
})

describe('an assignment is refused and not stored', () => {
  test.each<[what: string, change: Record<string, unknown>, refusal: { status: number; msg: string }]>([
    ['a role of another pair', { role: 'Auditor' }, { status: 400, msg: NO_ROLE }],
    ['no role', { role: undefined }, { status: 400, msg: 'Status is required' }],
    ['an empty role', { role: ' ' }, { status: 400, msg: 'Status is required' }],
    ['no application', { applicationId: undefined }, { status: 400, msg: 'Status is required' }],
    ['an unknown application', { applicationId: NOBODY }, { status: 400, msg: NO_PAIR }],
    ['no client', { clientId: '' }, { status: 400, msg: 'Status is required' }],
    ['an unknown client', { clientId: NOBODY }, { status: 400, msg: NO_PAIR }],
    ['an unknown person', { userId: NOBODY }, { status: 404, msg: 'Not found' }],
    ['an invalid id', { userId: 'me' }, { status: 400, msg: 'Id is required' }],
  ])('for %s', async (_what, change, refusal) => {
    const { person, pair } = await aPair()
    const other = await aPair(['Auditor'])
    expect(await admin.call(assign, { ...pair, role: 'Claims Officer', ...change })).toMatchObject(refusal)
    expect([await assignmentsOf(person.id), await assignmentsOf(other.person.id)]).toEqual([[], []])
    expect((await auditOf(server, person.id)).filter(({ event }) => event.startsWith('users.'))).toEqual([])
  })

  test.each(['applications', 'clients', 'application_roles', 'users'])('for a deleted record of %s', async (table) => {
    const { person, pair } = await aPair()
    const id = { applications: pair.applicationId, clients: pair.clientId, users: person.id }[table]
    await server.db.pool.query(
      `update ${table} set deleted_at = now() where ${id === undefined ? 'client_id' : 'id'} = $1`,
      [id ?? pair.clientId],
    )
    const { status } = await admin.call(assign, { ...pair, role: 'Claims Officer' })
    expect(status).toBe(table === 'users' ? 404 : 400)
    expect(await assignmentsOf(person.id)).toEqual([])
  })

  test('without the permission', async () => {
    const { person, visitor, pair } = await aPair()
    const reader = await someoneWith(server, ['users:read', 'applications:write'])
    for (const by of [reader.visitor, visitor]) {
      expect(await by.call(assign, { ...pair, role: 'Claims Officer' })).toMatchObject({ status: 403 })
      expect(await by.call(detach, pair)).toMatchObject({ status: 403 })
    }
    expect(await server.visitor().call(assign, { ...pair, role: 'Claims Officer' })).toMatchObject({ status: 401 })
    expect(await assignmentsOf(person.id)).toEqual([])
  })
})

/** A launch token that is not redeemed, and an access token. */
async function someoneWithTokens() {
  const made = await aPair(['Claims Officer', 'Auditor'])
  await admin.call(assign, { ...made.pair, role: 'Claims Officer' })
  const token = async () => (await launch(made)).data.oAuthToken
  const redeemIt = (sent: string) =>
    server.visitor({ web: false }).call(redeem, { token: sent }, { authorization: made.application.authorization })
  expect(await redeemIt(await token())).toMatchObject({ status: 200 })
  const waiting = await token()
  const revoked = async () => {
    const { rows } = await server.db.execute<{ isRevoked: boolean }>(sql`
      select revoked_at is not null as "isRevoked" from access_tokens where user_id = ${made.person.id}`)
    return rows.map(({ isRevoked }) => isRevoked)
  }
  return { ...made, revoked, redeemWaiting: () => redeemIt(waiting) }
}

describe('launch and access tokens', () => {
  test('are revoked when an assignment changes the role', async () => {
    const { person, pair, name, revoked, redeemWaiting } = await someoneWithTokens()
    expect(await admin.call(assign, { ...pair, role: 'Auditor' })).toMatchObject({ status: 200 })
    expect(await assignmentsOf(person.id)).toEqual(['Auditor'])
    expect(await revoked()).toEqual([true])
    expect(await redeemWaiting()).toMatchObject({ status: 400 })
    expect((await auditOf(server, person.id)).at(-1)?.detail).toMatchObject({
      changes: [{ field: name, before: 'Claims Officer', after: 'Auditor' }],
    })
  })

  test('are revoked when the application is detached, and its tile disappears', async () => {
    const { person, visitor, pair, name, revoked, redeemWaiting } = await someoneWithTokens()
    const other = await someoneWithTokens()
    expect(await admin.call(detach, pair)).toMatchObject({ status: 200, msg: 'Application Detached' })
    expect(await revoked()).toEqual([true])
    expect(await redeemWaiting()).toMatchObject({ status: 400 })
    expect((await visitor.call(listTiles)).data).toEqual([])
    expect((await auditOf(server, person.id)).at(-1)).toMatchObject({
      event: 'users.application-detached',
      detail: { changes: [{ field: name, before: 'Claims Officer', after: null }] },
    })
    expect(await admin.call(detach, pair)).toMatchObject({ status: 404 })
    expect(await other.revoked()).toEqual([false])
  })

  test('stay valid when the same role is assigned again', async () => {
    const { person, pair, revoked, redeemWaiting } = await someoneWithTokens()
    const before = await auditOf(server, person.id)
    expect(await admin.call(assign, { ...pair, role: 'Claims Officer' })).toMatchObject({ status: 200 })
    expect(await auditOf(server, person.id)).toEqual(before)
    expect(await revoked()).toEqual([false])
    expect(await redeemWaiting()).toMatchObject({ status: 200 })
  })
})

test('ten equal assignments at the same time make one assignment', async () => {
  const { person, pair } = await aPair()
  const sent = Array.from({ length: 10 }, () => admin.call(assign, { ...pair, role: 'Claims Officer' }))
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await assignmentsOf(person.id)).toEqual(['Claims Officer'])
  const lines = (await auditOf(server, person.id)).filter(({ event }) => event === 'users.application-assigned')
  expect(lines).toHaveLength(1)
})

test('the application roles of a pair are listed for callers who may assign', async () => {
  const { visitor, pair } = await aPair(['Surveyor', 'Auditor'])
  const { applicationId, clientId } = pair
  expect((await admin.call(roleBasedOnAapplication, { applicationId, clientId })).data).toMatchObject([
    { role: 'Auditor', roleId: 'R-1' },
    { role: 'Surveyor', roleId: 'R-1' },
  ])
  expect(await admin.call(roleBasedOnAapplication, { clientId })).toMatchObject({ msg: 'Application is required' })
  expect(await admin.call(roleBasedOnAapplication, { applicationId })).toMatchObject({ msg: 'Client Name is required' })
  expect(await visitor.call(roleBasedOnAapplication, { applicationId, clientId })).toMatchObject({ status: 403 })
})

test('assignments and role are shown to the person and to callers who may see people', async () => {
  const { person, visitor } = await aPair()
  const reader = await someoneWith(server, ['users:read'])
  const other = await someoneSignedIn(server)
  for (const call of [assignedApplicationWithClient, roleBasedOnUserId]) {
    const by = async (one: Visitor) => (await one.call(call, { userId: person.id })).status
    expect([await by(visitor), await by(reader.visitor), await by(other.visitor)]).toEqual([200, 200, 403])
  }
})
