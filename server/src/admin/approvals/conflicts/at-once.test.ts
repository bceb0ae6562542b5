import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { listHeldConflicts, roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { addUserApplicationClinetRole } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../../test/approvals.ts'
import { atOnce } from '../../../../test/at-once.ts'
import { aClient, aPerson } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const REFUSED = { status: 400, msg: expect.stringMatching(/^A rule of separation of duties refuses this: Maker/) }

/** Clerks create for every client. Directors decide about nothing until `activate`, and then about every client, too. */
async function aSituation() {
  const matrix = await aMatrix(server)
  const { application, client, pageId } = matrix
  const clerk = await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const director = await matrix.row('Director', { action: 'Final Approval' })
  await server.db.execute(
    sql`update document_approvals set all_clients = true where id in (${clerk.id}, ${director.id})`,
  )
  await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where id = ${director.id}`)
  const other = await aClient(server)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    select gen_random_uuid(), ${application.id}, ${other.id}, name, name from unnest(array['Clerk', 'Director']) name`)
  const rule = { applicationId: application.id, name: 'Maker', scope: 'application', effect: 'prevent' }
  const add = (about: object) => admin.call(roleConflicts.create, { ...rule, ...about } as never)
  const row = { projectId: application.id, clientId: client.id, roleId: director.roleId, pageId, allClients: true }
  const held = async () =>
    (await admin.call(listHeldConflicts, {})).data.rows.filter((one) => one.application._id === application.id)
  return {
    ...{ matrix, application, client, other, held },
    addByRoles: () => add({ roles: ['Clerk', 'Director'], duties: [] }),
    addByDuties: () => add({ roles: [], duties: ['/Creator', '/Final Approval'] }),
    activate: () =>
      admin.call(documentApprovals.update, { ...row, documnetMasteId: director.id, status: 'ACTIVE' } as never),
    assign: ({ id: userId }: { id: string }, role: string, at = client) =>
      admin.call(addUserApplicationClinetRole, { applicationId: application.id, clientId: at.id, role, userId }),
  }
}

test('of an assignment and a row that begins to count at the same moment, the later one is refused', async () => {
  const { matrix, addByDuties, activate, assign, held, other } = await aSituation()
  expect(await addByDuties()).toMatchObject({ status: 200 })
  const person = await matrix.person('Director')
  const [assigned, activated] = await atOnce(server, 'messages', () => assign(person, 'Clerk', other), activate)
  expect([assigned.status, activated]).toEqual([200, expect.objectContaining(REFUSED)])
  expect(await held()).toEqual([])
  expect((await activate()).status).toBe(400)
})

test('a row that begins to count first refuses the assignment, and is not refused for it', async () => {
  const { matrix, addByDuties, activate, assign, held, other } = await aSituation()
  expect(await addByDuties()).toMatchObject({ status: 200 })
  const person = await matrix.person('Director')
  const [activated, assigned] = await atOnce(server, 'approval_matrices', activate, () =>
    assign(person, 'Clerk', other),
  )
  expect([activated.status, assigned]).toEqual([200, expect.objectContaining(REFUSED)])
  expect(await held()).toEqual([])
})

test('of two assignments of a person for two clients at the same moment, the later one is refused', async () => {
  const { addByRoles, assign, held, other } = await aSituation()
  expect(await addByRoles()).toMatchObject({ status: 200 })
  const person = await aPerson(server)
  const [first, second] = await atOnce(
    server,
    'messages',
    () => assign(person, 'Director'),
    () => assign(person, 'Clerk', other),
  )
  expect([first.status, second]).toEqual([200, expect.objectContaining(REFUSED)])
  expect(await held()).toEqual([])
})

test('of what a lender and their stand-in get at the same moment, the later one is refused', async () => {
  const { matrix, addByRoles, assign, held, other } = await aSituation()
  expect(await addByRoles()).toMatchObject({ status: 200 })
  const lender = await matrix.person('User')
  const standIn = await matrix.person('User')
  await matrix.standIn(lender, standIn, 'Director', { clientId: null })
  const [first, second] = await atOnce(
    server,
    'messages',
    () => assign(lender, 'Director', other),
    () => assign(standIn, 'Clerk', other),
  )
  expect([first.status, second]).toEqual([200, expect.objectContaining(REFUSED)])
  expect(await held()).toEqual([])
})

test('a rule that is added at the same moment waits for the assignment, and lists it', async () => {
  const { matrix, addByRoles, activate, assign, held, other } = await aSituation()
  const person = await matrix.person('Director')
  const [assigned, added] = await atOnce(server, 'messages', () => assign(person, 'Clerk', other), addByRoles)
  expect([assigned.status, added.status]).toEqual([200, 200])
  expect(await held()).toMatchObject([{ person: { _id: person.id } }])
  // What was broken before keeps nobody from other changes.
  expect((await activate()).status).toBe(200)
})

test('what a lender gets is judged for the people who stand in for them', async () => {
  const { matrix, addByRoles, assign, held, client, other } = await aSituation()
  expect(await addByRoles()).toMatchObject({ status: 200 })
  const lender = await matrix.person('User')
  const standIn = await matrix.person('Clerk')
  await matrix.standIn(lender, standIn, 'Director', { clientId: null })
  expect(await assign(lender, 'Director', other)).toMatchObject(REFUSED)
  expect(await assign(lender, 'Director')).toMatchObject(REFUSED)
  expect(await held()).toEqual([])
  // What is lent for another client concerns this one only.
  await server.db.execute(sql`update stand_ins set client_id = ${client.id} where lender_id = ${lender.id}`)
  expect(await assign(lender, 'Director', other)).toMatchObject({ status: 200 })
  expect(await assign(lender, 'Director')).toMatchObject(REFUSED)
})
