import { explainAccess, listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import { addUserApplicationClinetRole } from '@gatehouse/contract/admin/people/users.ts'
import { joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson, launch, someoneWithAccess } from '../../../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
let admin: Awaited<ReturnType<typeof anAdministrator>>
beforeAll(async () => {
  admin = await anAdministrator(server)
})

const list = async (query: object) => (await admin.visitor.call(listAssignments, query)).data
const explain = async (userId: string, applicationId: string) =>
  (await admin.visitor.call(explainAccess, { userId, applicationId })).data

describe('the list of assignments', () => {
  test('is filtered by person, application and client, and paged', async () => {
    const [application, client] = [await anApplication(server, { name: 'Zephyr' }), await aClient(server)]
    const people = [await aPerson(server), await aPerson(server), await aPerson(server)]
    for (const person of people) await anAssignment(server, person.id, application.id, client.id)
    const other = await anApplication(server, { name: 'Anemone' })
    await anAssignment(server, people[0]?.id as string, other.id, client.id, 'Lead')

    const ofPerson = await list({ userId: people[0]?.id })
    expect(ofPerson).toMatchObject({ total: 2, isEstimate: false })
    expect(ofPerson.rows.map((row) => [row.application.name, row.role])).toEqual([
      ['Anemone', 'Lead'],
      ['Zephyr', 'Manager'],
    ])
    const newestFirst = people.map(({ id }) => id).reverse()
    const pages = [
      await list({ applicationId: application.id, pageSize: 2 }),
      await list({ applicationId: application.id, pageSize: 2, page: 1 }),
    ]
    expect(pages.map(({ total }) => total)).toEqual([3, 3])
    expect(pages.flatMap(({ rows }) => rows.map(({ person }) => person._id))).toEqual(newestFirst)
    expect(await list({ clientId: client.id })).toMatchObject({ total: 4 })
    expect(await list({ clientId: client.id, applicationId: other.id })).toMatchObject({ total: 1 })
  })

  test('excludes deleted people, applications and clients', async () => {
    const { person, application, client } = await someoneWithAccess(server)
    const of = async () => (await list({ applicationId: application.id })).rows.length
    expect(await of()).toBe(1)
    for (const [table, id] of [
      ['users', person.id],
      ['clients', client.id],
      ['applications', application.id],
    ] as const) {
      await server.db.pool.query(`update ${table} set deleted_at = now() where id = $1`, [id])
      expect(await of(), table).toBe(0)
      await server.db.pool.query(`update ${table} set deleted_at = null where id = $1`, [id])
    }
  })

  test('shows how each one was made, and the administrator only to callers who may see the audit', async () => {
    const { person, visitor, application, client } = await someoneWithAccess(server)
    const [given, joined] = [await anApplication(server), await anApplication(server)]
    const pair = { userId: person.id, applicationId: given.id, clientId: client.id }
    await admin.visitor.call(addUserApplicationClinetRole, { ...pair, role: 'User' })
    await server.db.execute(
      sql`insert into self_registrations (application_id, client_id) values (${joined.id}, ${client.id})`,
    )
    await visitor.call(joinSelfRegistration, { Application: joined.name, Client: client.actualName })

    const originOf = ({ rows }: Awaited<ReturnType<typeof list>>) =>
      Object.fromEntries(rows.map((row) => [row.application._id, [row.assignedBy, row.administrator]]))
    expect(originOf(await list({ userId: person.id }))).toEqual({
      [application.id]: ['unknown', ''],
      [given.id]: ['administrator', 'Asha Rao'],
      [joined.id]: ['registration', ''],
    })
    const reader = await someoneWith(server, ['users:read'])
    const seen = (await reader.visitor.call(listAssignments, { userId: person.id })).data
    expect(originOf(seen)[given.id]).toEqual(['administrator', ''])
  })
})

describe('the explanation of an access agrees with a launch', () => {
  const clientOf = (change: string) => `update clients set ${change} where id = $1`
  const applicationOf = (change: string) => `update applications set ${change} where id = $1`

  test.each<[string, 'client' | 'application', string, Partial<Record<'canOpen' | 'canSignIn', boolean>>]>([
    ['everything is active', 'client', clientOf("status = 'ACTIVE'"), { canOpen: true, canSignIn: true }],
    ['the client is inactive', 'client', clientOf("status = 'INACTIVE'"), { canOpen: false, canSignIn: false }],
    [
      'the application is blocked',
      'application',
      applicationOf("status = 'Temporary BLOCKED'"),
      { canOpen: false, canSignIn: false },
    ],
    [
      'the application has no address',
      'application',
      applicationOf("redirect_url = ''"),
      { canOpen: false, canSignIn: true },
    ],
  ])('when %s', async (_case, of, change, expected) => {
    const access = await someoneWithAccess(server)
    await server.db.pool.query(change, [access[of].id])
    const { assignments } = await explain(access.person.id, access.application.id)
    expect(assignments).toMatchObject([expected])
    expect((await launch(access)).status === 200).toBe(expected.canOpen)
  })

  test('when the person is inactive', async () => {
    const { person, application } = await someoneWithAccess(server)
    await server.db.execute(sql`update users set is_active = false where id = ${person.id}`)
    expect(await explain(person.id, application.id)).toMatchObject({
      person: { isActive: false },
      application: { isActive: true, hasAddress: true },
      assignments: [{ canOpen: false, canSignIn: false }],
    })
  })

  test('when nothing is assigned, and names the clients open to self-registration', async () => {
    const [person, application] = [await aPerson(server), await anApplication(server, { status: 'INACTIVE' })]
    const [open, shut] = [await aClient(server), await aClient(server, { status: 'INACTIVE' })]
    for (const { id } of [open, shut])
      await server.db.execute(
        sql`insert into self_registrations (application_id, client_id) values (${application.id}, ${id})`,
      )
    expect(await explain(person.id, application.id)).toEqual({
      person: { _id: person.id, name: 'Asha Rao', isActive: true },
      application: {
        _id: application.id,
        name: application.name,
        status: 'INACTIVE',
        isActive: false,
        hasAddress: true,
      },
      assignments: [],
      registrationClients: [open.actualName],
    })
  })

  test('and is refused for unknown people and applications', async () => {
    const { person, application } = await someoneWithAccess(server)
    const asked = (userId: string, applicationId: string) =>
      admin.visitor.call(explainAccess, { userId, applicationId })
    expect(await asked(newId(), application.id)).toMatchObject({ status: 404 })
    expect(await asked(person.id, newId())).toMatchObject({ status: 404 })
    await server.db.execute(sql`update users set deleted_at = now() where id = ${person.id}`)
    expect(await asked(person.id, application.id)).toMatchObject({ status: 404 })
  })
})
