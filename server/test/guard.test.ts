import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import sql, { join, raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/ids.ts'
import { aClient, anApplication, anAssignment, aPerson } from './builders.ts'
import { someoneWith, useAdministrator } from './console.ts'
import { bodiesFor, type Target } from './guarded-bodies.ts'
import { importCsv, jobOf, runJobs } from './jobs.ts'
import { anEmailConfiguration, anSmsConfiguration } from './message-configurations.ts'
import { aRole } from './roles.ts'
import { useTestServer, type Visitor } from './server.ts'
import { aProgram, aServiceAccount, aServiceKey } from './service-accounts.ts'

// Every change of the console, made by a person with only the required permission, against people and records with more
// rights.

const server = useTestServer()
const admin = useAdministrator(server)

const changes = ENDPOINTS.filter(({ method, access }) => method === 'POST' && access in PERMISSIONS)
const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]
const REFUSALS = [403, 404, 409]

const RIGHT = { description: 'A right', status: 'ACTIVE' }

async function make(call: Endpoint, form: object): Promise<string> {
  const { data, status, msg } = await admin.call(call, form)
  if (status !== 200) throw new Error(`${call.path} answered ${status}: ${msg}`)
  return (data as { _id: string })._id
}

/** A target with more rights: it has every permission, and one that an administrator has added. */
async function strongOnes(): Promise<Target> {
  const roleId = await aRole(server, PERMISSION_NAMES)
  const permissionId = await make(permissions.create, { ...RIGHT, name: `claims:${roleId}` })
  await server.db.execute(sql`
    insert into role_permissions (role_id, permission_id) values (${roleId}, ${permissionId})`)
  const { id: userId, email } = await aPerson(server, { firstName: 'Strong' })
  await server.db.execute(sql`update users set role_id = ${roleId} where id = ${userId}`)
  const { id: applicationId, name: application } = await anApplication(server)
  const { id: clientId } = await aClient(server)
  await anAssignment(server, userId, applicationId, clientId)
  await server.db.execute(sql`
    insert into record_permissions (kind, record_id, permission_id) values ('client', ${clientId}, ${permissionId})`)
  const scope = { Application: applicationId, Client: clientId }
  const template = { ...scope, TemplateId: 'T', TemplateName: 'login-otp', Status: 'ACTIVE', Subject: 'Code' }
  const made = {
    emailNotificationId: await make(
      emailConfigurations.create,
      anEmailConfiguration({ application, client: clientId }),
    ),
    notificationId: await make(
      smsConfigurations.create,
      anSmsConfiguration({ application: applicationId, clientName: clientId }),
    ),
    smsTemplateId: await make(smsTemplates.create, { ...template, Template: '{{ code }}' }),
    emailTemplateId: await make(emailTemplates.create, { ...template, Template: '<p>{{ code }}</p>' }),
  }
  const { id: accountId } = await aServiceAccount(server, PERMISSION_NAMES)
  const { id: keyId } = await aServiceKey(server, accountId)
  const requestId = newId()
  const wanted = await anApplication(server)
  await server.db.execute(sql`
    insert into access_requests (id, user_id, application_id, reason) values (${requestId}, ${userId}, ${wanted.id}, 'Work')`)
  return { userId, email, roleId, permissionId, applicationId, clientId, accountId, keyId, requestId, ...made }
}

const PROTECTED = {
  users: 'id',
  user_identifiers: 'user_id',
  assignments: 'user_id',
  roles: 'id',
  role_permissions: 'role_id',
  permissions: 'id',
  record_permissions: 'permission_id',
  email_configurations: 'id',
  sms_configurations: 'id',
  templates: 'id',
  service_accounts: 'id',
  service_account_permissions: 'account_id',
  service_account_keys: 'account_id',
}

/** Every row of the target, and every gateway and code template that could replace one. */
async function stateOf(target: Target): Promise<Record<string, unknown>> {
  const ids = Object.values(target).filter((value) => !value.includes('@'))
  const rowsOf = Object.entries(PROTECTED).map(
    ([table, column]) => sql`${table}::text, (
      select coalesce(json_agg(r order by r::text), '[]')
      from (select to_jsonb(t) - 'last_sign_in_at' as r from ${raw(table)} t where ${raw(column)} = any(${ids}::uuid[])) s)`,
  )
  const { rows } = await server.db.execute(sql`
    select json_build_object(${join(rowsOf)}) as records,
      (select count(*)::int from email_configurations) as mail, (select count(*)::int from sms_configurations) as sms,
      (select count(*)::int from templates) as templates, (select count(*)::int from service_accounts) as accounts,
      (select count(*)::int from sessions where ended_at is not null and user_id = ${target.userId}) as ended`)
  return { ...rows[0] }
}

/** Deletes the records that a permission is about. People keep their role: without it they would have no rights. */
async function markDeleted(permission: Permission, target: Target) {
  const tables =
    permission === 'roles:write'
      ? ['roles', 'permissions']
      : ['users', 'email_configurations', 'sms_configurations', 'templates', 'service_accounts']
  const ids = Object.values(target)
  for (const table of tables)
    await server.db.execute(sql`
      update ${raw(table)} set deleted_at = now() where id::text = any(${ids}::text[])`)
  if (tables.includes('users'))
    await server.db.execute(sql`delete from user_identifiers where user_id = ${target.userId}`)
}

/** Makes a call in all its variants; returns those whose result is wrong. */
async function attack(
  permission: Permission,
  target: Target,
  by: Promise<{ visitor: Visitor }> = someoneWith(server, [permission]),
) {
  const { visitor } = await by
  const wrong: string[] = []
  const before = await stateOf(target)
  for (const call of changes.filter(({ access }) => access === permission)) {
    for (const body of bodiesFor(call, target)) {
      const { status } = await visitor.call(call, body)
      await runJobs(server)
      if (isJudged(call) && !REFUSALS.includes(status)) wrong.push(`${call.path} answers ${status}`)
      try {
        expect(await stateOf(target)).toEqual(before)
      } catch (error) {
        return [`${call.path} with ${JSON.stringify(body)} changes ${(error as Error).message}`]
      }
    }
  }
  return wrong
}

/** A job is judged at each of its records: it starts, and then changes nothing. */
const isJudged = ({ touches }: Endpoint) => touches.length > 0 && !touches.includes('people')

test('every change is tried, with values that its schema accepts', async () => {
  const target = await strongOnes()
  const refused = changes.flatMap((call) =>
    bodiesFor(call, target).flatMap((body) => {
      const { error } = call.request.safeParse(body)
      return error ? [`${call.path}: ${error.issues.map(({ path, message }) => `${path}: ${message}`)}`] : []
    }),
  )
  expect(refused).toEqual([])
})

const withChanges = PERMISSION_NAMES.filter((permission) => changes.some(({ access }) => access === permission))

describe('a person with a single permission', () => {
  test.each(withChanges)('%s changes nothing of people with more permissions', async (permission) => {
    expect(await attack(permission, await strongOnes())).toEqual([])
  })

  test.each(withChanges)(
    '%s changes nothing of them after their deletion, and cannot restore them',
    async (permission) => {
      const target = await strongOnes()
      await markDeleted(permission, target)
      expect(await attack(permission, target)).toEqual([])
    },
  )

  test('users:write changes nothing of its holder but names and sessions', async () => {
    const me = await someoneWith(server, ['users:write'])
    const target = { ...(await strongOnes()), userId: me.person.id, email: me.person.email, roleId: me.roleId }
    const calls = changes.filter(({ touches }) => touches.some((one) => ONE_PERSON.includes(one)))
    expect(calls.length).toBeGreaterThan(7)
    const before = await stateOf(target)
    for (const call of calls.filter(({ path }) => path !== '/api/users/endSessions')) {
      for (const body of bodiesFor(call, target)) {
        const { status } = await me.visitor.call(call, body)
        expect({ path: call.path, isRefused: REFUSALS.includes(status) }).toEqual({ path: call.path, isRefused: true })
        expect(await stateOf(target)).toEqual(before)
      }
    }
  })

  test('users:write gets no data from a conflict that it may not read', async () => {
    const { id } = await aPerson(server)
    const update = changes.find(({ path }) => path === '/api/users/updateUser') as Endpoint
    const sent = { userId: id, firstName: 'A', lastName: 'B', phoneNumber: '7000000010', email: 'a.b@example.com' }
    const { visitor } = await someoneWith(server, ['users:write'])
    expect(await visitor.call(update, { ...sent, version: 7 })).toMatchObject({ status: 409, data: null })
    expect(await visitor.call(update, { ...sent, version: 0 })).toMatchObject({ status: 400 })
    const reader = await someoneWith(server, ['users:write', 'users:read'])
    const { data } = await reader.visitor.call(update, { ...sent, version: 7 })
    expect(data).toMatchObject({ current: { _id: id } })
  })

  test('users:write cannot import over people with more permissions', async () => {
    const target = await strongOnes()
    const { visitor } = await someoneWith(server, ['users:write'])
    const { rows } = await server.db.execute<{ userName: string }>(
      sql`select user_name as "userName" from users where id = ${target.userId}`,
    )
    const before = await stateOf(target)
    const row = ['Weak', 'Name', target.email, '7000000009', rows[0]?.userName, 'INACTIVE'].join(',')
    const csv = `firstName,lastName,email,phoneNumber,userName,status\n${row}\n`
    const { data } = await importCsv(server, visitor, 'users', csv)
    await runJobs(server)
    expect((await jobOf(visitor, data._id)).failed).toMatchObject({
      rows: [{ message: 'You cannot change a person who has more permissions than you.' }],
    })
    expect(await stateOf(target)).toEqual(before)
  })
})

describe('a service account with a single permission', () => {
  test.each(withChanges)('%s changes nothing of people and accounts with more permissions', async (permission) => {
    expect(await attack(permission, await strongOnes(), aProgram(server, [permission]))).toEqual([])
  })
})

describe('a service account with users:write', () => {
  test.each([
    ['its owner', (me: string) => aProgram(server, ['users:write'], { ownerId: me })],
    [
      'who made a key of it',
      async (me: string) => {
        const program = await aProgram(server, ['users:write'])
        await server.db.execute(sql`update service_account_keys set created_by = ${me} where id = ${program.keyId}`)
        return program
      },
    ],
  ])('gives %s no way in, no standing and no assignment', async (_who, make) => {
    const me = await someoneWith(server, ['users:write'])
    const { visitor } = await make(me.person.id)
    const target = { ...(await strongOnes()), userId: me.person.id, email: me.person.email, roleId: me.roleId }
    const calls = changes.filter(({ touches }) =>
      touches.some((one) => ['credential', 'assignment', 'standing'].includes(one)),
    )
    expect(calls.length).toBeGreaterThan(7)
    const before = await stateOf(target)
    for (const call of calls)
      for (const body of bodiesFor(call, target)) {
        const { status } = await visitor.call(call, body)
        expect({ path: call.path, isRefused: REFUSALS.includes(status) }).toEqual({ path: call.path, isRefused: true })
      }
    expect(await stateOf(target)).toEqual(before)
  })
})

const ONE_PERSON = ['person', 'standing', 'credential', 'assignment']
