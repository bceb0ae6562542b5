import { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAssignment, someoneSignedIn, someoneWithAccess } from '../../../test/builders.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'

const server = useTestServer()

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const REFUSED = { status: 403, code: 403, msg: 'You are not allowed to do this.', data: null }

const HOSTILE_IDS: [string, string][] = [
  ['no id', 'userId=me'],
  ['an empty id', 'userId='],
  ['a list', `userId=${NOBODY}&userId=${NOBODY}`],
  ['SQL', `userId=${encodeURIComponent(`${NOBODY}' or '1'='1`)}`],
  ['NUL', `userId=${NOBODY}%00`],
  ['10 kB', `userId=${'a'.repeat(10_000)}`],
]

/** A GET with a query that a correct caller would not send. */
async function getRaw({ path }: Endpoint, query: string, cookies: Record<string, string>) {
  const answer = await server.app.inject({
    method: 'GET',
    url: `${path}?${query}`,
    headers: { host: 'localhost:3000' },
    cookies,
  })
  return { status: answer.statusCode, ...answer.json() }
}

/** The call of the launcher, which answers a list of one person. */
async function read(visitor: Visitor, userId: string) {
  const answer = await visitor.call(users.list, { userId })
  return { ...answer, data: answer.data as Exclude<typeof answer.data, { rows: unknown }> }
}

describe("a person's record", () => {
  test('contains exactly the person and their assignments', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server, {
      application: { logoutUri: 'https://one.example.com/out' },
    })
    expect(await read(visitor, person.id)).toMatchObject({ status: 200, code: 200 })
    expect((await read(visitor, person.id)).data).toMatchObject([
      {
        _id: person.id,
        email: person.email,
        userName: person.userName,
        firstName: 'Asha',
        lastName: 'Rao',
        phoneNumber: person.phoneNumber,
        cPortalId: '',
        isActive: true,
        applicationData: [
          {
            _id: application.id,
            name: { description: application.name, applicationLogo: '', summary: 'What it is for' },
            applicationRedirectUrl: application.redirectUrl,
            applicationAllowedUrl: application.redirectUrl,
            applicationSecret: { applicationLogoutUri: 'https://one.example.com/out' },
            status: 'ACTIVE',
          },
        ],
        clientData: [
          { _id: client.id, actualName: client.actualName, displayName: client.actualName, uuid: client.uuid },
        ],
        userapplicationclinetrolesData: [{ applicationId: application.id, clientId: client.id, role: 'Manager' }],
        roleAttached: [],
      },
    ])
  })

  test('contains each application and client once, and each role', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    const second = await aClient(server)
    await anAssignment(server, person.id, application.id, second.id, 'Auditor')
    const [record] = (await read(visitor, person.id)).data
    expect(record?.applicationData.map(({ _id }) => _id)).toEqual([application.id])
    expect(record?.clientData.map(({ _id }) => _id).toSorted()).toEqual([client.id, second.id].toSorted())
    expect(record?.userapplicationclinetrolesData.map(({ role }) => role).toSorted()).toEqual(['Auditor', 'Manager'])
  })

  test('contains the attached role', async () => {
    const { visitor, person } = await someoneSignedIn(server, { isAdmin: true })
    const [record] = (await read(visitor, person.id)).data
    expect(record?.roleAttached).toEqual([{ _id: expect.any(String), name: 'Admin' }])
  })

  test('needs the permission to see people', async () => {
    const theirs = await someoneWithAccess(server)
    const other = await someoneSignedIn(server)
    const administrator = await someoneSignedIn(server, { isAdmin: true })
    for (const userId of [theirs.person.id, NOBODY]) expect(await read(other.visitor, userId)).toMatchObject(REFUSED)
    expect((await read(administrator.visitor, theirs.person.id)).data).toMatchObject([{ _id: theirs.person.id }])
  })

  test('does not exist for an unknown or deleted person', async () => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    const { person } = await someoneSignedIn(server)
    await server.db.execute(sql`update users set deleted_at = now() where id = ${person.id}`)
    for (const userId of [NOBODY, person.id]) {
      expect(await read(visitor, userId)).toMatchObject({ status: 200, data: [] })
    }
  })

  test.each(HOSTILE_IDS)('is refused with 400 for %s', async (_case, query) => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    expect(await getRaw(users.list, query, visitor.cookies)).toMatchObject({
      status: 400,
      code: 400,
      msg: 'Id is required',
    })
  })
})
