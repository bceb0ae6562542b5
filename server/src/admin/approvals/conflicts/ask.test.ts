import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { listHeldConflicts, roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { lendAuthority } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { addUserApplicationClinetRole } from '@gatehouse/contract/admin/people/users.ts'
import { REASON_HEADER } from '@gatehouse/contract/envelope.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { lendOwnAuthority } from '@gatehouse/contract/stand-ins.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { aClient, anAssignment, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { aSealer } from '../../../../test/sealer.ts'
import { useTestServer } from '../../../../test/server.ts'
import { aProgram } from '../../../../test/service-accounts.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const because = (reason: string) => ({ [REASON_HEADER]: encodeURIComponent(reason) })
const ASKED = {
  status: 400,
  msg: 'A rule of separation of duties asks an administrator for a reason: Payments (Clerk, Manager)',
  data: {
    ...{ needs: 'reason', missing: ['Payments (Clerk, Manager)'] },
    reason: 'A rule of separation of duties asks an administrator for a reason:',
  },
}

/** A clerk, about whom a rule asks before they get the role Manager of another client. */
async function aSituation(scope: 'application' | 'client' = 'application') {
  const matrix = await aMatrix(server)
  const { application, client } = matrix
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const manager = await matrix.row('Manager')
  const other = await aClient(server)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${newId()}, ${application.id}, ${other.id}, 'Manager', 'MA')`)
  const rule = { applicationId: application.id, name: 'Payments', roles: ['Clerk', 'Manager'], scope, effect: 'ask' }
  const { data, status } = await admin.call(roleConflicts.create, rule as never)
  expect(status).toBe(200)
  const clerk = await matrix.person('Clerk')
  const place = { applicationId: application.id, clientId: other.id, role: 'Manager' }
  const assign = (headers = {}, userId = clerk.id, by = admin) =>
    by.call(addUserApplicationClinetRole, { ...place, userId }, headers)
  const held = async () => (await admin.call(listHeldConflicts, { ruleId: data._id })).data.rows
  const kept = async () =>
    (await server.db.execute(sql`select reason from conflict_reasons where rule_id = ${data._id} order by id`)).rows
  return { matrix, application, client, other, manager, rule: data, clerk, assign, held, kept }
}

test('an assignment needs a reason, which is listed with the conflict and stands in the audit', async () => {
  const { assign, held, kept, clerk, rule } = await aSituation()
  expect(await assign()).toMatchObject(ASKED)
  expect(await assign(because('  '))).toMatchObject(ASKED)
  expect(await assign(because('x'.repeat(501)))).toMatchObject({
    status: 400,
    msg: 'A reason has at most 500 characters.',
  })
  expect(await assign({ [REASON_HEADER]: '%E0%A4%A' })).toMatchObject({ status: 400 })
  expect([await held(), await kept()]).toEqual([[], []])
  expect(await assign(because('शाखा में एक ही लिपिक है'))).toMatchObject({ status: 200 })
  const reason = { text: 'शाखा में एक ही लिपिक है', by: expect.stringMatching(/\w/), at: expect.stringMatching(/Z$/) }
  expect(await held()).toMatchObject([{ person: { _id: clerk.id }, rule: { effect: 'ask' }, exception: null, reason }])
  const line = (await auditOf(server, clerk.id)).find(({ event }) => event === 'users.conflict-reason-given')
  expect(line?.detail).toMatchObject({
    ...{ name: 'Asha Rao', ruleId: rule._id },
    changes: [
      { field: 'rule', before: null, after: expect.stringMatching(/^Payments · /) },
      { field: 'reason', before: null, after: 'शाखा में एक ही लिपिक है' },
    ],
  })
})

test('the reason of an encrypted call is inside it', async () => {
  const { matrix, other, clerk, kept } = await aSituation()
  const input = { applicationId: matrix.application.id, clientId: other.id, role: 'Manager', userId: clerk.id }
  const { seal } = await aSealer(server)
  const assign = async (claims: Record<string, unknown>) =>
    admin.call(addUserApplicationClinetRole, {
      encryptedData: await seal(addUserApplicationClinetRole, input, { claims }),
    } as never)
  for (const claims of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: ['text'] }])
    expect(await assign(claims)).toMatchObject({ status: 400 })
  expect(await kept()).toEqual([])
  expect(await assign({ reason: 'शाखा में 100% एक ही लिपिक' })).toMatchObject({ status: 200 })
  expect(await kept()).toEqual([{ reason: 'शाखा में 100% एक ही लिपिक' }])
})

test('a reason is stored where a rule asks for one only, and lets nobody pass one that refuses', async () => {
  const { application, assign, kept, rule, matrix, held } = await aSituation()
  const newcomer = await matrix.person('User')
  expect(await assign(because('Not asked for'), newcomer.id)).toMatchObject({ status: 200 })
  expect(await kept()).toEqual([])
  const strict = { applicationId: application.id, name: 'Strict', roles: ['Clerk', 'Manager'], scope: 'application' }
  const { data: other } = await admin.call(roleConflicts.create, strict as never)
  expect(await assign(because('A branch with one clerk'))).toMatchObject({
    ...{ status: 400, msg: 'A rule of separation of duties refuses this: Strict (Clerk, Manager)' },
  })
  expect([await held(), await kept()]).toEqual([[], []])
  await admin.call(roleConflicts.remove, { ruleId: other._id })
  expect(await assign(because('A branch with one clerk'))).toMatchObject({ status: 200 })
  expect(await kept()).toEqual([{ reason: 'A branch with one clerk' }])
  expect(rule.effect).toBe('ask')
})

test('nobody gives the reason for themselves, nor without the permission to give rights', async () => {
  const { assign, application, client, other, matrix, held } = await aSituation()
  const everything = await someoneWith(server, Object.keys(PERMISSIONS) as Permission[])
  await anAssignment(server, everything.person.id, application.id, client.id, 'Clerk')
  const { status, data } = await assign(because('I may'), everything.person.id, everything.visitor)
  expect(status).toBe(400)
  expect(data).not.toHaveProperty('needs')
  // Who lends decides about nobody's duties, but an administrator does.
  const lender = await someoneSignedIn(server)
  await anAssignment(server, lender.person.id, application.id, other.id, 'Manager')
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id)
    select ${newId()}, id, ${matrix.pageId} from application_roles where application_id = ${application.id} and client_id = ${other.id}`)
  await server.db.execute(
    sql`update application_roles set action = 'Approval' where application_id = ${application.id} and name = 'Manager'`,
  )
  const clerk = await matrix.person('Clerk')
  await anAssignment(server, clerk.id, application.id, other.id, 'User')
  const lent = {
    applicationId: application.id,
    role: 'Manager',
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const own = await lender.visitor.call(lendOwnAuthority, { ...lent, standIn: clerk.email }, because('I am away'))
  expect(own).toMatchObject({ status: 400, msg: ASKED.msg })
  expect(own.data).not.toHaveProperty('needs')
  const byAdministrator = (headers = {}) =>
    admin.call(lendAuthority, { ...lent, lenderId: lender.person.id, userId: clerk.id }, headers)
  expect(await byAdministrator()).toMatchObject(ASKED)
  expect(await byAdministrator(because('One week only'))).toMatchObject({ status: 200 })
  expect(await held()).toMatchObject([{ person: { _id: clerk.id }, reason: { text: 'One week only' } }])
})

test('no program gives a reason, not for its owner and not for others', async () => {
  const { assign, application, client, clerk, held, kept } = await aSituation()
  const owner = await someoneWith(server, ['users:write'])
  await anAssignment(server, owner.person.id, application.id, client.id, 'Clerk')
  const program = await aProgram(server, Object.keys(PERMISSIONS) as Permission[], { ownerId: owner.person.id })
  for (const userId of [owner.person.id, clerk.id]) {
    const refused = await assign(because('My owner says so'), userId, program.visitor)
    expect(refused).toMatchObject({ status: 400, msg: ASKED.msg })
    expect(refused.data).not.toHaveProperty('needs')
  }
  expect([await held(), await kept()]).toEqual([[], []])
})

test('a change that only takes away needs no reason, and is not refused', async () => {
  const { assign, clerk, rule, other } = await aSituation()
  expect(await assign(because('A branch with one clerk'))).toMatchObject({ status: 200 })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const change = (dates: object) =>
    admin.call(addUserApplicationClinetRole, { ...assigned, userId: clerk.id, ...dates } as never)
  const assigned = { applicationId: rule.applicationId, clientId: other.id, role: 'Manager' }
  for (const effect of ['ask', 'prevent']) {
    await server.db.execute(sql`update role_conflicts set effect = ${effect} where id = ${rule._id}`)
    await server.db.execute(sql`
      update assignments set valid_from = null, valid_until = null where user_id = ${clerk.id} and role = 'Manager'`)
    expect(await change({ validUntil: day(9) })).toMatchObject({ status: 200 })
    expect(await change({ validUntil: day(3) })).toMatchObject({ status: 200 })
    expect(await change({ validFrom: day(1) })).toMatchObject({ status: 200 })
    for (const more of [
      { validUntil: day(4) },
      { validUntil: null },
      { validFrom: null },
      { role: 'manager', validUntil: day(9) },
    ])
      expect(await change(more)).toMatchObject({ status: 400, data: { missing: ['Payments (Clerk, Manager)'] } })
  }
})

test('whoever lends what is theirs gives no reason, whatever they may do, nor for what they get and have lent', async () => {
  const { assign, application, matrix, clerk, kept } = await aSituation()
  const lender = await someoneWith(server, Object.keys(PERMISSIONS) as Permission[])
  const { person, visitor } = lender
  await anAssignment(server, person.id, application.id, matrix.client.id, 'Manager')
  const lent = {
    applicationId: application.id,
    role: 'Manager',
    validUntil: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const answers: { status: number; data: unknown }[] = [
    await visitor.call(lendOwnAuthority, { ...lent, standIn: clerk.email }, because('I am away')),
    await visitor.call(lendAuthority, { ...lent, lenderId: person.id, userId: clerk.id }, because('I am away')),
  ]
  await server.db.execute(sql`update assignments set role = 'User' where user_id = ${person.id}`)
  await matrix.standIn(person, clerk, 'Manager', { clientId: null })
  answers.push(await assign(because('I may'), person.id, visitor))
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, msg: ASKED.msg })
    expect(answer.data).not.toHaveProperty('needs')
  }
  expect(await kept()).toEqual([])
  expect(await assign(because('One branch'), person.id)).toMatchObject({ status: 200 })
})

test('lending for all clients is judged for those of the lender only', async () => {
  const { assign, application, matrix, client, other, clerk, held } = await aSituation('client')
  await anAssignment(server, clerk.id, application.id, other.id, 'User')
  // The clerk stands in already for a manager of their own client.
  const first = await matrix.person('Manager')
  await matrix.standIn(first, clerk, 'Manager')
  expect(await held()).toHaveLength(1)
  const second = await matrix.person('User')
  expect(await assign({}, second.id)).toMatchObject({ status: 200 })
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id)
    select ${newId()}, id, ${matrix.pageId} from application_roles
    where application_id = ${application.id} and client_id = ${other.id} and name = 'Manager'`)
  await server.db.execute(sql`
    update application_roles set action = 'Approval' where application_id = ${application.id} and name = 'Manager'`)
  const lend = () =>
    admin.call(lendAuthority, {
      ...{ applicationId: application.id, role: 'Manager', lenderId: second.id, userId: clerk.id },
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    })
  expect(await lend()).toMatchObject({ status: 200 })
  expect(await held()).toHaveLength(1)
  await server.db.execute(sql`delete from stand_ins where lender_id = ${second.id}`)
  await server.db.execute(sql`
    update assignments set role = 'Manager' where user_id = ${second.id} and client_id = ${client.id}`)
  expect(await lend()).toMatchObject(ASKED)
})

test('a reason that was given for one client is not shown beside the conflict of another', async () => {
  const { assign, application, client, other, clerk, held, matrix } = await aSituation('client')
  await anAssignment(server, clerk.id, application.id, other.id, 'Clerk')
  const lender = await matrix.person('User')
  await matrix.standIn(lender, clerk, 'Manager', { clientId: null })
  expect(await assign({}, lender.id)).toMatchObject(ASKED)
  expect(await assign(because('One week only'), lender.id)).toMatchObject({ status: 200 })
  // As when a rule comes after the roles.
  await server.db.execute(sql`
    update assignments set role = 'Manager' where user_id = ${lender.id} and client_id = ${client.id}`)
  const reasons = (await held()).map((one) => [
    one.held.every((part) => part.client === other.actualName),
    one.reason?.text ?? null,
  ])
  expect(reasons.toSorted()).toEqual([
    [false, null],
    [true, 'One week only'],
  ])
})

test('a row of the matrix and a draft that is published, need one for everybody who then breaks a rule', async () => {
  const { matrix, application, client, rule } = await aSituation('client')
  await admin.call(roleConflicts.remove, { ruleId: rule._id })
  const director = await matrix.row('Director', { action: 'Creator' })
  await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where id = ${director.id}`)
  const people = [await matrix.person('Director'), await matrix.person('Director')]
  const maker = { name: 'Maker', roles: ['Director'], duties: ['/Creator'], scope: 'client', effect: 'ask' }
  const { data: asking } = await admin.call(roleConflicts.create, { applicationId: application.id, ...maker } as never)
  const row = { projectId: application.id, clientId: client.id, roleId: director.roleId, pageId: matrix.pageId }
  const activate = (headers = {}) =>
    admin.call(documentApprovals.update, { ...row, documnetMasteId: director.id, status: 'ACTIVE' } as never, headers)
  const msg =
    'A rule of separation of duties asks an administrator for a reason: Maker (Director, Creator). People concerned (2): Asha Rao, Asha Rao'
  expect(await activate()).toMatchObject({ status: 400, msg, data: { needs: 'reason' } })
  // What cannot be seen is no reason.
  expect(await activate(because('\u200b \u202e'))).toMatchObject({ status: 400, msg, data: { needs: 'reason' } })
  expect(await activate(because('Two\u202e\nof them'))).toMatchObject({ status: 200 })
  const heldOf = async () => (await admin.call(listHeldConflicts, { ruleId: asking._id })).data.rows
  expect((await heldOf()).map(({ person, reason }) => [person._id, reason?.text]).toSorted()).toEqual(
    people.map(({ id }) => [id, 'Two of them']).toSorted(),
  )
  const line = (await auditOf(server, asking._id)).find(({ event }) => event === 'roleConflicts.reason-given')
  expect(line?.detail).toMatchObject({
    ...{ people: 2, clientId: client.id },
    changes: [
      { field: 'client', before: null, after: client.actualName },
      { field: 'reason', before: null, after: 'Two of them' },
    ],
  })
  // Nobody breaks it anew: no further reason is needed.
  expect(await activate()).toMatchObject({ status: 200 })

  await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where id = ${director.id}`)
  const draft = await aDraft(admin, matrix)
  await draft.rule(director.roleId, matrix.pageId, { status: 'ACTIVE' })
  expect(await draft.publish('One house')).toMatchObject({ status: 400, msg, data: { needs: 'reason' } })
  expect(await heldOf()).toEqual([])
  expect(await draft.publish('One house', because('Until the end of the year'))).toMatchObject({ status: 200 })
  // As written by a server whose clock is behind.
  await server.db.execute(sql`
    update conflict_reasons set id = overlay(id::text placing '00000000' from 1)::uuid where reason = 'Until the end of the year'`)
  expect((await heldOf()).map(({ reason }) => reason?.text)).toEqual(Array(2).fill('Until the end of the year'))
})
