import type { AddressInfo } from 'node:net'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { addApplicationSecret } from '@gatehouse/contract/admin/applications/secrets.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { testEmailConfiguration } from '@gatehouse/contract/admin/gateways/send-test.ts'
import { FIRST_HOUR_STEPS, type FirstHourStep, showFirstHour } from '@gatehouse/contract/admin/overview/first-hour.ts'
import { overview } from '@gatehouse/contract/admin/overview/overview.ts'
import { addUserApplicationClinetRole, users } from '@gatehouse/contract/admin/people/users.ts'
import { grantToken, redeem } from '@gatehouse/contract/launch.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { login } from '@gatehouse/contract/signin.ts'
import { SMTPServer } from 'smtp-server'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../../test/console.ts'
import { anEmailConfiguration } from '../../../test/message-configurations.ts'
import { startTestServer, type TestServer, type Visitor } from '../../../test/server.ts'
import { recordAudit } from '../../audit/record-audit.ts'

const STEPS = Object.keys(FIRST_HOUR_STEPS) as FirstHourStep[]
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
})

let server: TestServer
let admin: Awaited<ReturnType<typeof anAdministrator>>
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    mailServer.listen(0, 'localhost', resolve)
  })
})
afterAll(() => mailServer.close())
beforeEach(async () => {
  server = await startTestServer({ config: { outboundAllow: ['localhost'] } })
  admin = await anAdministrator(server)
  return () => server.close()
})

const look = async (visitor: Visitor = admin.visitor) => (await visitor.call(overview, {})).data.firstHour
const step = async (kind: FirstHourStep) => (await look())?.find((one) => one.kind === kind)
const doneOf = async (visitor?: Visitor) => (await look(visitor))?.flatMap(({ kind, isDone }) => (isDone ? [kind] : []))
const execute = (statement: Parameters<TestServer['db']['execute']>[0]) => server.db.execute(statement)
async function made(endpoint: Parameters<Visitor['call']>[0], input: object): Promise<string> {
  const { status, msg, data } = await admin.visitor.call(endpoint, input)
  expect({ status, msg }).toMatchObject({ status: 200 })
  return (data as { _id: string })._id
}

const aGateway = () =>
  made(
    emailConfigurations.create,
    anEmailConfiguration({
      ...{ host: 'localhost', postNo: (mailServer.server.address() as AddressInfo).port },
      ...{ userName: '', password: '', token: '' },
    }),
  )
const sendTest = async (id: string) =>
  (await admin.visitor.call(testEmailConfiguration, { id, to: 'nila@example.com' })).data.isSuccess

/** Each step as an administrator does it, with the records of the steps before. */
const DO = {
  mail: async () => {
    const id = await aGateway()
    expect(await sendTest(id)).toBe(true)
    return id
  },
  client: () => made(clients.create, { actualName: 'Acme Insurance', displayName: 'Acme', status: 'ACTIVE' }),
  application: () =>
    made(applications.create, {
      name: { description: 'Roadside Desk' },
      applicationRedirectUrl: 'https://roadside.example.com/sso',
      applicationAllowedUrl: 'https://roadside.example.com',
    }),
  role: async ({ application: applicationId, client: clientId }: Made) =>
    made(applicationRoles.create, { applicationId, clientId, role: 'Dispatcher', roleId: 'D', regions: ['All'] }),
  person: () =>
    made(users.create, {
      ...{ firstName: 'Ravi', lastName: 'Menon', email: 'ravi@example.com', userName: 'ravi' },
      ...{ phoneNumber: '9876512345', password: PASSWORD },
    }),
  assignment: async ({ application: applicationId, client: clientId }: Made) => {
    const input = { userId: admin.person.id, applicationId, clientId, role: 'Dispatcher' }
    expect(await admin.visitor.call(addUserApplicationClinetRole, input)).toMatchObject({ status: 200 })
    return ''
  },
  test: async ({ application: applicationId }: Made) => {
    const added = await admin.visitor.call(addApplicationSecret, { applicationId, name: 'Desk', days: null })
    const { visitor, person } = admin
    const redirectUri = 'https://roadside.example.com/sso'
    const { data } = await visitor.call(grantToken, { clientId: applicationId, redirectUri, userId: person.id })
    const authorization = `Basic ${Buffer.from(`${applicationId}:${added.data.secret}`).toString('base64')}`
    // The launch alone does not complete the step.
    expect((await step('test'))?.isDone).toBe(false)
    // Neither does that of support, which acts for a person.
    const bySupport = { name: 'Ravi Menon', administrator: 'Asha Rao' }
    await recordAudit(server.db, {
      ...{ event: 'launch.redeemed', actorId: admin.person.id, subjectId: applicationId, detail: bySupport },
    })
    expect((await step('test'))?.isDone).toBe(false)
    const program = server.visitor({ web: false })
    expect(await program.call(redeem, { token: data.oAuthToken }, { authorization })).toMatchObject({ status: 200 })
    return ''
  },
} satisfies Record<FirstHourStep, (before: Made) => Promise<string>>
type Made = Record<FirstHourStep, string>

async function doSteps(kinds: readonly FirstHourStep[]): Promise<Made> {
  const ids = {} as Made
  for (const kind of kinds) ids[kind] = await DO[kind](ids)
  return ids
}

describe('the steps of the first hour', () => {
  test('are all open in an empty portal, and each is completed by its own change', async () => {
    expect((await look())?.map(({ kind }) => kind)).toEqual(STEPS)
    const ids = {} as Made
    for (const [index, kind] of STEPS.entries()) {
      expect(await doneOf()).toEqual(STEPS.slice(0, index))
      expect((await step(kind))?.waitsFor).toBeNull()
      ids[kind] = await DO[kind](ids)
    }
    // The answer that first finds all steps done still shows the list; later answers do not.
    expect(await doneOf()).toEqual(STEPS)
    expect(await look()).toBeNull()
  })

  test('wait for the steps that they need, and name the records to continue with', async () => {
    const waiting = (await look())?.map(({ waitsFor }) => waitsFor)
    expect(waiting).toEqual([null, null, null, 'client', null, 'role', 'assignment'])
    const ids = await doSteps(STEPS.slice(0, -1))
    const application = { _id: ids.application, name: 'Roadside Desk' }
    const client = { _id: ids.client, name: 'Acme' }
    expect((await step('mail'))?.about.gateway).toEqual({ _id: ids.mail, name: 'localhost' })
    expect((await step('role'))?.about).toMatchObject({ application, client, person: null })
    const person = { _id: ids.person, name: 'Ravi Menon' }
    expect((await step('assignment'))?.about).toMatchObject({ application, client, person, role: 'Dispatcher' })
    expect((await step('test'))?.about).toMatchObject({ application, needsSecret: true, hasTile: true })
    await admin.visitor.call(addApplicationSecret, { applicationId: ids.application, name: 'Desk', days: null })
    expect((await step('test'))?.about).toMatchObject({ needsSecret: false })
  })

  test.each<[FirstHourStep, string]>([
    ['mail', "update email_configurations set status = 'INACTIVE'"],
    ['mail', "update email_configurations set host = 'elsewhere.example.com', updated_at = now()"],
    ['client', "update clients set status = 'INACTIVE'"],
    ['application', "update applications set status = 'Temporary BLOCKED'"],
    ['application', 'update applications set deleted_at = now()'],
    ['role', 'update application_roles set deleted_at = now()'],
    ['person', "update users set is_active = false where email = 'ravi@example.com'"],
    ['assignment', 'delete from assignments'],
    ['test', "update applications set status = 'INACTIVE'"],
  ])('include %s again after its condition is no longer met: %s', async (kind, loss) => {
    const before = STEPS.slice(0, STEPS.indexOf(kind) + 1)
    // This caller's empty list must not complete the list for others.
    const { visitor } = await someoneWith(server, ['users:read'])
    expect(await look(visitor)).toBeNull()
    await admin.visitor.call(showFirstHour, { isShown: true })
    await execute(sql`update users set is_active = false where id <> ${admin.person.id}`)
    await doSteps(before)
    expect(await doneOf()).toEqual(before)
    await execute(sql`${raw(loss)}`)
    expect((await step(kind))?.isDone).toBe(false)
  })

  test('include the mail server until it has accepted a message', async () => {
    const id = await aGateway()
    expect(await doneOf()).toEqual([])
    await execute(sql`update email_configurations set port = 1, version = version + 1, updated_at = now()`)
    expect(await sendTest(id)).toBe(false)
    expect(await doneOf()).toEqual([])
    const { port } = mailServer.server.address() as AddressInfo
    await execute(sql`update email_configurations set port = ${port}, version = version + 1, updated_at = now()`)
    // A sign-in code counts as well as a test message.
    const { email } = await aPerson(server)
    await server.visitor().call(login, { email, password: PASSWORD })
    await server.inbox(email)
    expect(await doneOf()).toEqual(['mail', 'person'])
  })

  test('accept the mail server of the deployment, but not the inbox of development', async () => {
    expect((await step('mail'))?.isDone).toBe(false)
    const deployed = await startTestServer({ config: { smtpUrl: 'smtp://mail.example.com' } })
    try {
      const { person, visitor } = await anAdministrator(deployed)
      // The code arrives.
      await signIn(deployed, deployed.visitor({ ip: anAddress() }), person.email)
      expect(await doneOf(visitor)).toEqual(['mail'])
    } finally {
      await deployed.close()
    }
  })
})

describe('the steps shown to a caller', () => {
  test.each<[Permission[], FirstHourStep[]]>([
    [['messages:write'], ['mail']],
    [
      ['clients:write', 'approvals:write'],
      ['client', 'role'],
    ],
    [['users:write'], ['person', 'assignment']],
    [['applications:write'], ['application', 'test']],
  ])('with %j are %j', async (permissions, kinds) => {
    const { visitor } = await someoneWith(server, permissions)
    expect((await look(visitor))?.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('without permission to do any of them are none', async () => {
    const { visitor } = await someoneWith(server, ['users:read', 'audit:read', 'applications:read', 'messages:read'])
    expect(await look(visitor)).toBeNull()
  })

  test('are hidden and shown for everybody, which needs the permissions for all steps', async () => {
    const { visitor } = await someoneWith(server, ['users:write', 'clients:write'])
    expect(await visitor.call(showFirstHour, { isShown: false })).toMatchObject({ status: 403 })
    expect(await look()).toHaveLength(STEPS.length)

    expect(await admin.visitor.call(showFirstHour, { isShown: false })).toMatchObject({ status: 200 })
    expect(await look()).toBeNull()
    expect(await look(visitor)).toBeNull()
    await admin.visitor.call(showFirstHour, { isShown: true })
    expect(await look()).toHaveLength(STEPS.length)
    expect(await look(visitor)).toHaveLength(3)
  })

  test('show the present state when a complete list is shown again', async () => {
    await doSteps(STEPS)
    expect(await doneOf()).toEqual(STEPS)
    expect(await look()).toBeNull()
    await execute(sql`delete from assignments`)
    expect(await look()).toBeNull()
    await admin.visitor.call(showFirstHour, { isShown: true })
    expect(await doneOf()).toEqual(STEPS.filter((kind) => kind !== 'assignment'))
  })

  test('are hidden in a portal with demo data', async () => {
    await execute(sql`insert into installation (key, value) values ('demo-data', 'true')`)
    expect(await look()).toBeNull()
    await admin.visitor.call(showFirstHour, { isShown: true })
    expect(await look()).toHaveLength(STEPS.length)
  })
})

test('a complete list of first steps costs one look-up and no check of the steps', async () => {
  await execute(sql`insert into installation (key, value) values ('first-hour', '"complete"')`)
  await execute(sql`alter table email_configurations rename column updated_at to gone`)
  expect(await look()).toBeNull()
})
