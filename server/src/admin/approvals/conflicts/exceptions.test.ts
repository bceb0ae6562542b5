import {
  EXCEPTED_ALREADY,
  endConflictException,
  exceptFromRule,
  listConflictExceptions,
} from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { listHeldConflicts, roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { addUserApplicationClinetRole } from '@gatehouse/contract/admin/people/users.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../../test/approvals.ts'
import { aClient } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'
import { notifyExceptionEnds } from './notify-exception-ends.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A clerk, whom a rule for any clients lets be no manager of another client. */
async function aSituation() {
  const matrix = await aMatrix(server)
  const { application } = matrix
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const other = await aClient(server)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${newId()}, ${application.id}, ${other.id}, 'Manager', 'MA')`)
  const { data: rule } = await admin.call(roleConflicts.create, {
    ...{ applicationId: application.id, name: 'Payments', roles: ['Clerk', 'Manager'], scope: 'application' },
  })
  const clerk = await matrix.person('Clerk')
  const assign = async () => {
    const place = { userId: clerk.id, applicationId: application.id, clientId: other.id, role: 'Manager' }
    return (await admin.call(addUserApplicationClinetRole, place)).status
  }
  const wanted = { ruleId: rule._id, userId: clerk.id, reason: 'A branch with one clerk', validUntil: inDays(30) }
  const except = (changes: object = {}) => admin.call(exceptFromRule, { ...wanted, ...changes })
  const listed = async (state: 'current' | 'past' = 'current') =>
    (await admin.call(listConflictExceptions, { ruleId: rule._id, state })).data
  const held = async () => (await admin.call(listHeldConflicts, { ruleId: rule._id })).data.rows
  return { application, rule, clerk, assign, wanted, except, listed, held }
}

test('who is excepted gets what a rule refuses, is listed as excepted, and as before once the exception is ended', async () => {
  const { rule, application, clerk, assign, except, listed, held } = await aSituation()
  expect(await assign()).toBe(400)
  const { data, status, msg } = await except({ control: 'The auditor samples every tenth payment' })
  expect({ status, msg }).toEqual({ status: 200, msg: 'Exception Added' })
  expect(await assign()).toBe(200)
  const { rows, total } = await listed()
  expect(total).toBe(1)
  const owner = rows[0]?.owner
  expect(rows).toMatchObject([
    {
      ...{ _id: data._id, rule: { _id: rule._id, name: 'Payments' }, person: { _id: clerk.id, name: 'Asha Rao' } },
      ...{ application: { _id: application.id }, owner: { name: expect.stringMatching(/\w/) }, endedAt: null },
      ...{ reason: 'A branch with one clerk', control: 'The auditor samples every tenth payment' },
    },
  ])
  expect(await held()).toMatchObject([
    { person: { _id: clerk.id }, exception: { _id: data._id, owner: owner?.name, validUntil: rows[0]?.validUntil } },
  ])

  const end = () => admin.call(endConflictException, { exceptionId: data._id })
  const answers = await Promise.all([end(), end()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.data).toMatchObject({
    decided: { what: 'ended', by: owner?.name, at: expect.any(String) },
  })
  const nameless = await someoneWith(server, ['approvals:read', 'approvals:write'])
  expect((await nameless.visitor.call(endConflictException, { exceptionId: data._id })).data).toMatchObject({
    decided: { by: '' },
  })
  expect(await listed()).toMatchObject({ rows: [], total: 0 })
  expect(await listed('past')).toMatchObject({ rows: [{ endedBy: owner?.name, endedAt: expect.any(String) }] })
  // It takes nothing away.
  expect(await held()).toMatchObject([{ person: { _id: clerk.id }, exception: null }])
  const events = await auditOf(server, clerk.id)
  expect(events.map(({ event }) => event).filter((event) => event.includes('conflict'))).toEqual([
    ...['users.conflict-exception-added', 'users.conflict-exception-ended'],
  ])
  expect(events.find(({ event }) => event === 'users.conflict-exception-added')?.detail).toMatchObject({
    ...{ name: 'Asha Rao', exceptionId: data._id },
    changes: expect.arrayContaining([{ field: 'reason', before: null, after: 'A branch with one clerk' }]),
  })
})

test('an exception ends by itself, and counts for its rule and person only', async () => {
  const { clerk, assign, except, listed, rule } = await aSituation()
  const another = await aSituation()
  await another.except()
  expect(await assign()).toBe(400)
  await except({ userId: another.clerk.id })
  expect(await assign()).toBe(400)
  await except()
  await server.db.execute(sql`update conflict_exceptions set valid_until = now() where user_id = ${clerk.id}`)
  expect(await assign()).toBe(400)
  expect(await listed()).toMatchObject({ total: 1, rows: [{ person: { _id: another.clerk.id } }] })
  expect(await listed('past')).toMatchObject({ rows: [{ endedAt: null, endedBy: '' }] })
  expect((await except()).status).toBe(200)
  expect(await assign()).toBe(200)
  expect((await admin.call(roleConflicts.remove, { ruleId: rule._id })).status).toBe(200)
  expect((await except()).status).toBe(404)
})

test('it needs a reason and an end within a year, and there is one at a time, also of two at once', async () => {
  const { except, listed } = await aSituation()
  for (const [changes, field, problem] of [
    [{ reason: ' ' }, 'reason', 'Reason is required'],
    [{ validUntil: '' }, 'validUntil', 'Choose a date'],
    [{ validUntil: undefined }, 'validUntil', 'Choose a date'],
    [{ validUntil: inDays(-1) }, 'validUntil', 'The end must be in the future'],
    [{ validUntil: inDays(400) }, 'validUntil', 'An exception lasts for a year at most'],
  ] as const)
    expect(await except(changes)).toMatchObject({ status: 400, data: { fields: { [field]: problem } } })
  const answers = await Promise.all([except(), except()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.msg).toBe(EXCEPTED_ALREADY)
  expect(await listed()).toMatchObject({ total: 1 })
})

test('nobody excepts themselves, whatever they may do; only who may change rules excepts others', async () => {
  const { wanted } = await aSituation()
  const everything = await someoneWith(server, Object.keys(PERMISSIONS) as Permission[])
  expect(await everything.visitor.call(exceptFromRule, { ...wanted, userId: everything.person.id })).toMatchObject({
    status: 409,
    msg: expect.stringContaining('yourself'),
  })
  const reader = await someoneWith(server, ['approvals:read', 'users:read'])
  expect((await reader.visitor.call(exceptFromRule, wanted)).status).toBe(403)
  expect((await reader.visitor.call(listConflictExceptions, {})).status).toBe(200)
  const writer = await someoneWith(server, ['approvals:read', 'approvals:write'])
  expect((await writer.visitor.call(listConflictExceptions, {})).status).toBe(403)
  expect((await writer.visitor.call(exceptFromRule, wanted)).status).toBe(200)
})

test('the owner is notified a week before it ends, once, and not of one that was made for less', async () => {
  const { wanted, clerk } = await aSituation()
  const owner = await someoneWith(server, ['approvals:write'])
  const { data } = await owner.visitor.call(exceptFromRule, wanted)
  const notified = async () => {
    await Promise.all([notifyExceptionEnds(server), notifyExceptionEnds(server)])
    return (await noticesTo(server, owner.person.id)).filter(({ notice }) => notice === 'conflict-exception-ends')
      .length
  }
  expect(await notified()).toBe(0)
  await server.db.execute(sql`
    update conflict_exceptions set valid_until = now() + interval '6 days' where id = ${data._id}`)
  expect(await notified()).toBe(1)
  expect(await notified()).toBe(1)
  await owner.visitor.call(endConflictException, { exceptionId: data._id })
  await owner.visitor.call(exceptFromRule, { ...wanted, userId: clerk.id, validUntil: inDays(3) })
  expect(await notified()).toBe(1)
})
