import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { listHeldConflicts, roleConflicts, TOO_FEW } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { approveAccess } from '@gatehouse/contract/admin/people/access-requests.ts'
import { lendAuthority } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { addUserApplicationClinetRole, detachClient } from '@gatehouse/contract/admin/people/users.ts'
import { lendOwnAuthority } from '@gatehouse/contract/stand-ins.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aDraft } from '../../../test/approval-drafts.ts'
import { aMatrix, aPage } from '../../../test/approvals.ts'
import { aClient, anAssignment, aPerson, someoneSignedIn } from '../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { aProgram } from '../../../test/service-accounts.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** An application with the roles Clerk and Manager for two clients, a rule about them, and a clerk of the first client. */
async function aSituation(rule: object = {}) {
  const matrix = await aMatrix(server)
  const { application, client } = matrix
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const manager = await matrix.row('Manager')
  const other = await aClient(server)
  for (const name of ['Clerk', 'Manager', 'Auditor'])
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${newId()}, ${application.id}, ${other.id}, ${name}, ${name})`)
  const created = await admin.call(roleConflicts.create, {
    ...{ applicationId: application.id, name: 'Payments', roles: ['clerk', 'MANAGER', 'Clerk'], scope: 'application' },
    ...rule,
  })
  const clerk = await matrix.person('Clerk')
  const assign = (role: string, clientId = other.id, userId = clerk.id) =>
    admin.call(addUserApplicationClinetRole, { userId, applicationId: application.id, clientId, role })
  const held = async (filter: object = { ruleId: created.data._id }) =>
    (await admin.call(listHeldConflicts, filter)).data
  const rolesOf = async (userId: string) =>
    (
      await server.db.execute<{ role: string }>(
        sql`select role from assignments where user_id = ${userId} order by role`,
      )
    ).rows.map(({ role }) => role)
  return { matrix, application, client, other, manager, created, rule: created.data, clerk, assign, held, rolesOf }
}

const REFUSED = {
  status: 400,
  msg: 'A rule of separation of duties refuses this: Payments (Clerk, Manager)',
  data: { reason: 'A rule of separation of duties refuses this:', missing: ['Payments (Clerk, Manager)'] },
}

test('a rule is about roles of the application, in their spelling, each once, and its changes are in the audit', async () => {
  const { created, rule, application } = await aSituation()
  expect(created).toMatchObject({ status: 200, msg: 'Conflict Rule Created' })
  expect(rule).toMatchObject({ roles: ['Clerk', 'Manager'], scope: 'application', effect: 'prevent' })
  expect((await auditOf(server, rule._id)).map(({ event }) => event)).toEqual(['roleConflicts.created'])
  const form = { applicationId: application.id, name: 'Another' }
  for (const [roles, problem] of [
    [['Clerk', 'Nobody'], 'The application has no such role.'],
    [['Clerk', 'CLERK'], TOO_FEW],
    [['Clerk'], TOO_FEW],
    [[], TOO_FEW],
    [undefined, TOO_FEW],
    [['Clerk', 'User'], 'People give themselves the role User by registering, so no rule keeps it apart.'],
  ] as const)
    expect(
      await admin.call(roleConflicts.create, { ...form, ...(roles && { roles: [...roles] }) } as never),
    ).toMatchObject({
      ...{ status: 400, data: { fields: { roles: problem } } },
    })
  expect(
    await admin.call(roleConflicts.create, { ...form, name: 'PAYMENTS', roles: ['Clerk', 'Manager'] }),
  ).toMatchObject({ status: 409 })
})

test('what a rule names already stays valid when it exists no more; nothing else may name it', async () => {
  const { application, rule } = await aSituation()
  const payouts = await aPage(server, application.id, 'Payouts')
  const duties = ['Payouts/Creator', 'Payouts[]']
  const form = { applicationId: application.id, name: 'Payments', roles: rule.roles, scope: 'application' as const }
  const save = (changes: object) => admin.call(roleConflicts.update, { ...form, ruleId: rule._id, duties, ...changes })
  expect(await save({})).toMatchObject({ status: 200, data: { duties } })
  const elsewhere = await aMatrix(server)
  for (const gone of [
    sql`update pages set deleted_at = now() where id = ${payouts}`,
    sql`update pages set deleted_at = null, application_id = ${elsewhere.application.id} where id = ${payouts}`,
    sql`update application_roles set deleted_at = now() where application_id = ${application.id} and name = 'Manager'`,
  ]) {
    await server.db.execute(gone)
    for (const description of ['Changed', 'Again'])
      expect(await save({ description })).toMatchObject({
        ...{ status: 200, data: { description, duties, roles: ['Clerk', 'Manager'] } },
      })
    const added = { duties: 'The application has no such page or action.' }
    expect(await save({ duties: [...duties, 'Payouts/Approval'] })).toMatchObject({ data: { fields: added } })
    expect(await save({ duties: ['Payouts[export]'] })).toMatchObject({ data: { fields: added } })
    const another = { ...form, name: 'Another', roles: ['Clerk'], duties }
    expect(await admin.call(roleConflicts.create, another)).toMatchObject({ status: 400, data: { fields: added } })
  }
  expect(await admin.call(roleConflicts.create, { ...form, name: 'Another' })).toMatchObject({
    ...{ status: 400, data: { fields: { roles: 'The application has no such role.' } } },
  })
  // What is taken out is not known any more. A new page of the same name takes the place of the one that is gone.
  expect(await save({ duties: ['Payouts[]'] })).toMatchObject({ status: 200, data: { duties: ['Payouts[]'] } })
  expect(await save({})).toMatchObject({ status: 400 })
  const again = await aPage(server, application.id, 'Payouts')
  expect(await save({})).toMatchObject({ status: 200, data: { duties } })
  const { rows } = await server.db.execute<{ page: string }>(sql`
    select distinct d.page from role_conflicts c cross join jsonb_to_recordset(c.duties) as d(page text) where c.id = ${rule._id}`)
  expect(rows).toEqual([{ page: again }])
})

describe('what a rule prevents is refused, and nothing happens', () => {
  test('in the console, for one person and for several at once', async () => {
    const { assign, clerk, rolesOf, other } = await aSituation()
    expect(await assign('Manager')).toMatchObject(REFUSED)
    expect(await rolesOf(clerk.id)).toEqual(['Clerk'])
    expect((await auditOf(server, clerk.id)).map(({ event }) => event)).not.toContain('users.application-assigned')
    expect(await assign('Auditor')).toMatchObject({ status: 200 })
    const answers = await Promise.all([assign('Manager'), assign('Clerk'), assign('Manager')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const newcomer = await aPerson(server)
    expect(await assign('Manager', other.id, newcomer.id)).toMatchObject({ status: 200 })
  })

  test('of two assignments at the same moment', async () => {
    const { assign, client, other, rolesOf } = await aSituation()
    const newcomer = await aPerson(server)
    const answers = await Promise.all([
      assign('Manager', other.id, newcomer.id),
      assign('Clerk', client.id, newcomer.id),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await rolesOf(newcomer.id)).toHaveLength(1)
  })

  test('when access that somebody asked for is approved', async () => {
    const { application, other, clerk, rolesOf } = await aSituation()
    const requestId = newId()
    await server.db.execute(sql`
      insert into access_requests (id, user_id, application_id, client_id, reason, state)
      values (${requestId}, ${clerk.id}, ${application.id}, ${other.id}, 'For the audit', 'waiting')`)
    const asked = { requestId, userId: clerk.id, clientId: other.id, role: 'Manager' }
    expect(await admin.call(approveAccess, asked)).toMatchObject(REFUSED)
    expect(await rolesOf(clerk.id)).toEqual(['Clerk'])
    expect(await admin.call(approveAccess, { ...asked, role: 'Auditor' })).toMatchObject({ status: 200 })
  })

  test('when a role is lent, by its holder and by an administrator', async () => {
    const { matrix, application, client, clerk } = await aSituation({ scope: 'client' })
    const lender = await someoneSignedIn(server)
    await anAssignment(server, lender.person.id, application.id, client.id, 'Manager')
    const lent = {
      applicationId: application.id,
      role: 'Manager',
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    }
    expect(await lender.visitor.call(lendOwnAuthority, { ...lent, standIn: clerk.email })).toMatchObject(REFUSED)
    const byAdministrator = { ...lent, lenderId: lender.person.id, userId: clerk.id }
    expect(await admin.call(lendAuthority, byAdministrator)).toMatchObject(REFUSED)
    expect((await server.db.execute(sql`select 1 from stand_ins where stand_in_id = ${clerk.id}`)).rowCount).toBe(0)
    const colleague = await matrix.person('User')
    expect(await admin.call(lendAuthority, { ...byAdministrator, userId: colleague.id })).toMatchObject({ status: 200 })
  })

  test('and only what it is about: a rule for the same client, another application, or a deleted rule refuses nothing', async () => {
    const same = await aSituation({ scope: 'client' })
    expect(await same.assign('Manager')).toMatchObject({ status: 200 })
    const one = await aSituation()
    const elsewhere = await aSituation()
    expect(await elsewhere.assign('Manager', elsewhere.other.id, one.clerk.id)).toMatchObject({ status: 200 })
    await admin.call(roleConflicts.remove, { ruleId: one.rule._id })
    expect(await one.assign('Manager')).toMatchObject({ status: 200 })
    await admin.call(roleConflicts.restore, { id: one.rule._id })
    expect(await one.held()).toMatchObject({ total: 1 })
  })

  test('also for a role that was renamed, for one client or for all', async () => {
    const { application, manager, client, assign, held, rule, matrix } = await aSituation()
    const rename = (id: string, clientId: string, role: string) =>
      admin.call(applicationRoles.update, {
        ...{
          applicationRoleMasteId: id,
          applicationId: application.id,
          clientId,
          role,
          roleId: id,
          regions: ['All'],
        },
        ...{ sequence: 1, actionOfRole: 'Approval', rangeFrom: null, rangeTo: null },
      })
    expect(await rename(manager.roleId, client.id, 'Head')).toMatchObject({ status: 200 })
    const rolesOfRule = async () => {
      const rules = (await admin.call(roleConflicts.list, { applicationId: application.id })).data as {
        roles: string[]
      }[]
      return rules[0]?.roles
    }
    expect(await rolesOfRule()).toEqual(['Clerk', 'Manager', 'Head'])
    expect(await assign('Manager')).toMatchObject({ status: 400 })
    const clerkOfOther = await aPerson(server)
    expect(await assign('Clerk', undefined, clerkOfOther.id)).toMatchObject({ status: 200 })
    expect(await assign('Head', client.id, clerkOfOther.id)).toMatchObject({ status: 400 })
    expect(await rename(manager.roleId, client.id, 'Director')).toMatchObject({ status: 200 })
    expect(await rolesOfRule()).toEqual(['Clerk', 'Manager', 'Director'])
    expect(await held({ ruleId: rule._id })).toMatchObject({ total: 0 })
    // What assigning refuses, no new name of a role gives either.
    const temporary = await matrix.row('Temporary')
    const { id: both } = await matrix.person('Temporary')
    expect(await assign('Clerk', undefined, both)).toMatchObject({ status: 200 })
    expect(await rename(temporary.roleId, client.id, 'Manager')).toMatchObject({ status: 400 })
    expect(await held({ ruleId: rule._id })).toMatchObject({ total: 0 })
    // What is broken already keeps nobody from another name.
    await server.db.execute(sql`update role_conflicts set effect = 'report' where id = ${rule._id}`)
    expect(await rename(temporary.roleId, client.id, 'Manager')).toMatchObject({ status: 200 })
    await server.db.execute(sql`update role_conflicts set effect = 'prevent' where id = ${rule._id}`)
    expect(await held({ ruleId: rule._id })).toMatchObject({ total: 1 })
    expect(await rename(temporary.roleId, client.id, 'Leader')).toMatchObject({ status: 200 })
  })

  test('a new name of a role is a change of the rule: a form from before is refused, and the audit names it', async () => {
    const { application, manager, client, rule } = await aSituation()
    const renamed = await admin.call(applicationRoles.update, {
      ...{ applicationRoleMasteId: manager.roleId, applicationId: application.id, clientId: client.id, role: 'Head' },
      ...{
        roleId: manager.roleId,
        regions: ['All'],
        sequence: 1,
        actionOfRole: 'Approval',
        rangeFrom: null,
        rangeTo: null,
      },
    })
    expect(renamed).toMatchObject({ status: 200 })
    const form = {
      ruleId: rule._id,
      applicationId: application.id,
      name: 'Payments',
      roles: rule.roles,
      scope: rule.scope,
    }
    const stale = await admin.call(roleConflicts.update, { ...form, description: 'Only this', version: rule.version })
    expect(stale).toMatchObject({
      status: 409,
      data: { current: { roles: ['Clerk', 'Manager', 'Head'], description: '', version: rule.version + 1 } },
    })
    expect((await auditOf(server, rule._id)).at(-1)).toEqual({
      event: 'roleConflicts.updated',
      actorId: expect.any(String),
      detail: {
        name: 'Payments',
        changes: [{ field: 'roles', before: ['Clerk', 'Manager'], after: ['Clerk', 'Manager', 'Head'] }],
      },
    })
  })

  test('when a row of the matrix, or a draft that is published, gives the second duty', async () => {
    const { application, client, other, matrix, clerk } = await aSituation()
    const director = await matrix.row('Director', { action: 'Final Approval' })
    const { data: rule } = await admin.call(roleConflicts.create, {
      ...{ applicationId: application.id, name: 'Maker', roles: [], duties: ['/Creator', '/Final Approval'] },
      scope: 'application',
    })
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${newId()}, ${application.id}, ${other.id}, 'Director', 'D')`)
    for (const at of [client, other])
      await anAssignment(server, (await aPerson(server)).id, application.id, at.id, 'Director')
    // There the director decides about nothing.
    await anAssignment(server, clerk.id, application.id, other.id, 'Director')
    const total = async () => (await admin.call(listHeldConflicts, { ruleId: rule._id })).data.total
    const refused = {
      status: 400,
      msg: 'A rule of separation of duties refuses this: Maker (Creator, Final Approval). People concerned (1): Asha Rao',
    }
    const row = { projectId: application.id, clientId: client.id, roleId: director.roleId, pageId: matrix.pageId }
    const forAll = () =>
      admin.call(documentApprovals.update, { ...row, documnetMasteId: director.id, allClients: true } as never)
    expect(await forAll()).toMatchObject(refused)
    const draft = await aDraft(admin, matrix)
    await draft.rule(director.roleId, matrix.pageId, { allClients: true })
    expect(await draft.publish('One house')).toMatchObject(refused)
    expect(await total()).toBe(0)
    await server.db.execute(sql`delete from assignments where user_id = ${clerk.id} and role = 'Director'`)
    expect(await draft.publish('One house')).toMatchObject({ status: 200 })
  })
})

test('nobody takes a rule from themselves: who holds what it keeps apart does not change or delete it', async () => {
  const { application, client, rule } = await aSituation()
  const writer = await someoneWith(server, ['approvals:read', 'approvals:write'])
  const form = { ruleId: rule._id, applicationId: application.id, name: 'Payments', roles: ['Clerk', 'Manager'] }
  const weaken = () => writer.visitor.call(roleConflicts.update, { ...form, scope: 'application', effect: 'report' })
  await anAssignment(server, writer.person.id, application.id, client.id, 'Clerk')
  const refused = { status: 409, msg: 'You hold what this rule keeps apart. Somebody else has to change it.' }
  expect(await weaken()).toMatchObject(refused)
  expect(await writer.visitor.call(roleConflicts.remove, { ruleId: rule._id })).toMatchObject(refused)
  const program = await aProgram(server, ['approvals:write'], { ownerId: writer.person.id })
  expect(await program.visitor.call(roleConflicts.remove, { ruleId: rule._id })).toMatchObject(refused)
  await server.db.execute(sql`update assignments set role = 'Auditor' where user_id = ${writer.person.id}`)
  expect(await weaken()).toMatchObject({ status: 200 })
})

test('a rule of actions and pages is about every role that has them, also one that is renamed or named by no rule', async () => {
  const { application, client, other, clerk, assign } = await aSituation({ effect: 'report' })
  const { rows: lead } = await server.db.execute<{ id: string }>(sql`
    update application_roles set action = 'Authorised Approval' where application_id = ${application.id}
      and client_id = ${other.id} and name = 'Auditor' returning id`)
  const page = await aPage(server, application.id, 'Pay/outs')
  const form = {
    ...{ applicationId: application.id, name: 'Maker', roles: [] as string[] },
    scope: 'application' as const,
  }
  for (const wrong of ['Claims/Boss', 'Nowhere/Approval', '/', 'Claims'])
    expect(await admin.call(roleConflicts.create, { ...form, duties: ['/Creator', wrong] })).toMatchObject({
      ...{ status: 400, data: { fields: { duties: 'The application has no such page or action.' } } },
    })
  const { data: rule } = await admin.call(roleConflicts.create, {
    ...form,
    duties: ['/creator', 'pay/outs/Approval', '/Creator'],
  })
  expect(rule.duties).toEqual(['/Creator', 'Pay/outs/Approval'])
  // Without a row of the matrix on that page, the role does not have it.
  expect(await assign('Auditor')).toMatchObject({ status: 200 })
  await admin.call(detachClient, { userId: clerk.id, applicationId: application.id, clientId: other.id })
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id) values (${newId()}, ${lead[0]?.id}, ${page})`)
  expect(await assign('Auditor')).toMatchObject({
    ...{ status: 400, msg: 'A rule of separation of duties refuses this: Maker (Creator, Pay/outs · Approval)' },
  })
  await server.db.execute(sql`update pages set name = 'Payments' where id = ${page}`)
  const newcomer = await aPerson(server)
  expect(await assign('Auditor', other.id, newcomer.id)).toMatchObject({ status: 200 })
  await server.db.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    values (${newId()}, ${newcomer.id}, ${application.id}, ${client.id}, 'Clerk')`)
  const { data } = await admin.call(listHeldConflicts, { ruleId: rule._id })
  expect(data.rows.map(({ person, held }) => [person._id, held])).toEqual([
    [
      newcomer.id,
      [
        { role: 'Auditor', client: other.actualName, lender: null, duty: 'Payments/Approval' },
        { role: 'Clerk', client: client.actualName, lender: null, duty: '/Creator' },
      ],
    ],
  ])
  // A row that is not active is no authority, and one for all pages is one on each of them.
  const total = async () => (await admin.call(listHeldConflicts, { ruleId: rule._id })).data.total
  const change = (set: ReturnType<typeof sql>) =>
    server.db.execute(sql`update document_approvals set ${set} where application_role_id = ${lead[0]?.id}`)
  await change(sql`status = 'INACTIVE'`)
  expect(await total()).toBe(0)
  await change(sql`status = 'ACTIVE', page_id = ${await aPage(server, application.id, 'Elsewhere')}`)
  expect(await total()).toBe(0)
  await change(sql`all_pages = true`)
  expect(await total()).toBe(1)
})

describe('what people hold', () => {
  test('is listed with person, rule and assignments, whether it was reported, or there before the rule', async () => {
    const { assign, clerk, held, client, other, application, rule } = await aSituation({ effect: 'report' })
    expect(await held()).toEqual({ rows: [], total: 0, isEstimate: false })
    expect(await assign('Manager')).toMatchObject({ status: 200 })
    const found = {
      rule: { _id: rule._id, name: 'Payments', effect: 'report' },
      application: { _id: application.id, name: application.name },
      person: { _id: clerk.id, name: 'Asha Rao' },
      held: [
        { role: 'Clerk', client: client.actualName, lender: null, duty: null },
        { role: 'Manager', client: other.actualName, lender: null, duty: null },
      ],
      ...{ exception: null, reason: null },
    }
    expect(await held()).toEqual({ rows: [found], total: 1, isEstimate: false })
    expect(await held({ ruleId: rule._id, page: 1, pageSize: 1 })).toMatchObject({ rows: [], total: 1 })
    await server.db.execute(
      sql`update assignments set valid_until = now() where user_id = ${clerk.id} and role = 'Manager'`,
    )
    expect(await held()).toMatchObject({ total: 0 })
  })

  test('includes what is lent, as far as the lender holds it', async () => {
    const { matrix, clerk, held } = await aSituation({ scope: 'client', effect: 'report' })
    const lender = await matrix.person('Manager')
    await matrix.standIn(lender, clerk, 'Manager')
    expect((await held()).rows).toMatchObject([
      {
        person: { _id: clerk.id },
        held: [
          { role: 'Clerk', lender: null },
          { role: 'Manager', lender: 'Asha Rao' },
        ],
      },
    ])
    await server.db.execute(sql`delete from assignments where user_id = ${lender.id}`)
    expect(await held()).toMatchObject({ total: 0 })
  })

  test('is read by those who may read people, and rules by those who may read approvals', async () => {
    const reader = await someoneWith(server, ['approvals:read'])
    expect(await reader.visitor.call(listHeldConflicts, {})).toMatchObject({ status: 403 })
    expect(await reader.visitor.call(roleConflicts.list, {})).toMatchObject({ status: 200 })
    expect(await reader.visitor.call(roleConflicts.remove, { ruleId: newId() })).toMatchObject({ status: 403 })
  })
})
