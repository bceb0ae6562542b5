import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { getSelfRegistration, joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMatrix } from '../../test/approvals.ts'
import { aClient, anAddress, anApplication, anAssignment, signIn, someoneSignedIn } from '../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../test/console.ts'
import { aRegistration, verify } from '../../test/registrations.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function anInvitation({ isOpen = true, status = 'ACTIVE' } = {}) {
  const application = await anApplication(server, { status })
  const client = await aClient(server)
  await server.db.execute(sql`
    insert into self_registrations (application_id, client_id, enabled) values (${application.id}, ${client.id}, ${isOpen})`)
  return { application, client, names: { Application: application.name, Client: client.actualName } }
}

const assignmentsOf = async (userId: string) => {
  const { rows } = await server.db.execute(sql`
    select application_id, client_id, role from assignments where user_id = ${userId}`)
  return rows
}
const CLOSED = { isOpen: false, application: '', client: '' }

describe('an invitation to register', () => {
  test('shows its application and client to any visitor', async () => {
    const { names } = await anInvitation()
    const asked = { Application: names.Application.toUpperCase(), Client: names.Client }
    expect(await server.visitor({ ip: anAddress() }).call(getSelfRegistration, asked)).toMatchObject({
      status: 200,
      data: { isOpen: true, application: names.Application, client: names.Client },
    })
  })

  test('gets the same answer if it is closed, inactive or unknown', async () => {
    const closed = await anInvitation({ isOpen: false })
    const inactive = await anInvitation({ status: 'INACTIVE' })
    const [one, other] = [await anInvitation(), await anInvitation()]
    const mixed = { Application: one.names.Application, Client: other.names.Client }
    const visitor = server.visitor({ ip: anAddress() })
    for (const names of [closed.names, inactive.names, mixed, { Application: 'Nothing', Client: 'Nobody' }])
      expect((await visitor.call(getSelfRegistration, names)).data).toEqual(CLOSED)
  })

  test('is refused to who may open it, and so would assign it to themselves', async () => {
    const { names } = await anInvitation()
    const { person, visitor } = await someoneWith(server, ['applications:write', 'users:write'])
    expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({
      status: 409,
      msg: 'You cannot do this to yourself. Ask another administrator.',
    })
    expect(await assignmentsOf(person.id)).toEqual([])
  })

  test('is accepted by a signed-in person, once', async () => {
    const { application, client, names } = await anInvitation()
    const { person, visitor } = await someoneSignedIn(server)
    expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({ status: 200, data: { isNew: true } })
    expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({ status: 200, data: { isNew: false } })
    expect(await assignmentsOf(person.id)).toEqual([
      { application_id: application.id, client_id: client.id, role: 'User' },
    ])
    const events = (await auditOf(server, person.id)).map(({ event }) => event)
    expect(events.filter((event) => event === 'registration.assigned')).toHaveLength(1)
  })

  test('keeps an existing role', async () => {
    const { application, client, names } = await anInvitation()
    const { person, visitor } = await someoneSignedIn(server)
    await anAssignment(server, person.id, application.id, client.id, 'Manager')
    expect((await visitor.call(joinSelfRegistration, names)).data).toEqual({ isNew: false })
    expect(await assignmentsOf(person.id)).toMatchObject([{ role: 'Manager' }])
  })

  test('assigns nothing if it is closed', async () => {
    const { names } = await anInvitation({ isOpen: false })
    const { person, visitor } = await someoneSignedIn(server)
    expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({
      status: 403,
      msg: 'Registration for this application is not open.',
    })
    expect(await assignmentsOf(person.id)).toEqual([])
  })
})

/** People with the role User approve, and somebody may not both create and approve. */
async function aRuleOfDuties(effect: 'prevent' | 'ask' | 'report') {
  const matrix = await aMatrix(server)
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  await matrix.row('User', { action: 'Approval' })
  const { application } = matrix
  const other = await aClient(server)
  await server.db.execute(sql`update document_approvals set all_clients = true`)
  await server.db.execute(sql`
    insert into self_registrations (application_id, client_id, enabled)
    values (${application.id}, ${other.id}, true), (${application.id}, ${matrix.client.id}, true)`)
  const rule = { name: 'Maker', roles: [], duties: ['/Creator', '/Approval'], scope: 'application', effect }
  const made = await admin.call(roleConflicts.create, {
    applicationId: application.id,
    description: '',
    ...rule,
  } as never)
  expect(made.status).toBe(200)
  return { matrix, application, names: { Application: application.name, Client: other.actualName } }
}

const REFUSED =
  'You cannot add this application yourself, because of a rule about who may have which access. Ask your administrator.'

describe('where a rule of separation of duties is broken by joining', () => {
  test.each(['prevent', 'ask'] as const)(
    'with the effect "%s" it is refused, without the names of rules',
    async (effect) => {
      const { matrix, application, names } = await aRuleOfDuties(effect)
      const { person, visitor } = await someoneSignedIn(server)
      await anAssignment(server, person.id, application.id, matrix.client.id, 'Clerk')
      expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({
        status: 403,
        code: 403,
        msg: REFUSED,
        data: null,
      })
      expect(await assignmentsOf(person.id)).toMatchObject([{ role: 'Clerk' }])
      const lines = await auditOf(server, person.id)
      expect(lines.filter(({ event }) => event.startsWith('registration.'))).toMatchObject([
        {
          event: 'registration.refused',
          detail: { applicationId: application.id, rules: ['Maker (Creator, Approval)'] },
        },
      ])
    },
  )

  test('it is assigned to somebody who holds nothing else, and where the rule only reports', async () => {
    const { names } = await aRuleOfDuties('prevent')
    const { visitor } = await someoneSignedIn(server)
    expect((await visitor.call(joinSelfRegistration, names)).data).toEqual({ isNew: true })
    const reported = await aRuleOfDuties('report')
    const clerk = await someoneSignedIn(server)
    await anAssignment(server, clerk.person.id, reported.application.id, reported.matrix.client.id, 'Clerk')
    expect((await clerk.visitor.call(joinSelfRegistration, reported.names)).data).toEqual({ isNew: true })
  })

  test('a new account is verified, says that the application is left out, and the audit says why', async () => {
    const { matrix, names } = await aRuleOfDuties('prevent')
    // The role User has both parts of this rule.
    await admin.call(roleConflicts.create, {
      ...{ applicationId: matrix.application.id, name: 'Both', description: '', roles: [] },
      ...{ duties: ['/Approval', 'Claims/'], scope: 'application', effect: 'prevent' },
    } as never)
    const signedUp = await aRegistration(server, names)
    expect(await verify(signedUp)).toMatchObject({ status: 200, data: { assigned: false, isRefused: true } })
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select id from users where email = ${signedUp.form.email}`,
    )
    const id = rows[0]?.id ?? ''
    expect(await assignmentsOf(id)).toEqual([])
    expect((await auditOf(server, id)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['registration.completed', 'registration.refused']),
    )
    await signIn(server, signedUp.visitor, signedUp.form.email)
  })
})

test('a role that a rule names is not renamed to User, which people give themselves', async () => {
  const matrix = await aMatrix(server)
  const { roleId } = await matrix.row('Clerk', { action: 'Approval' })
  await matrix.row('Director', { action: 'Final Approval', sequence: 2 })
  const { application } = matrix
  // A role that approves is not renamed to it either; this one does not.
  await server.db.execute(sql`delete from document_approvals where application_role_id = ${roleId}`)
  const rule = {
    name: 'Apart',
    description: '',
    roles: ['Clerk', 'Director'],
    duties: [],
    scope: 'client',
    effect: 'prevent',
  }
  const made = await admin.call(roleConflicts.create, { applicationId: application.id, ...rule } as never)
  const rename = (role: string) =>
    admin.call(applicationRoles.update, {
      ...{ applicationRoleMasteId: roleId, applicationId: application.id, role, roleId: 'Cl', regions: ['All'] },
      ...{ sequence: 1, actionOfRole: 'Approval', rangeFrom: null, rangeTo: null },
    } as never)
  for (const role of ['User', 'user']) {
    const refused = await rename(role)
    expect(refused).toMatchObject({
      status: 400,
      data: { fields: { role: expect.stringContaining('names this role') } },
    })
  }
  expect(await rename('Clerks')).toMatchObject({ status: 200 })
  await admin.call(roleConflicts.remove, { ruleId: made.data._id })
  expect(await rename('User')).toMatchObject({ status: 200 })
})
