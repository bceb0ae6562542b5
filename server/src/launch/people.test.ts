import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { clientBasedOnApplicationAndUser, listAllActiveUser } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, anAssignment, someoneSignedIn, someoneWithAccess } from '../../test/builders.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const REFUSED = { status: 403, code: 403, msg: 'You are not allowed to do this.', data: null }

const HOSTILE_IDS: [string, string][] = [
  ['no id', 'userId=me'],
  ['an empty id', 'userId='],
  ['no userId', ''],
  ['a list', `userId=${NOBODY}&userId=${NOBODY}`],
  ['a list in brackets', `userId[]=${NOBODY}`],
  ['an object', `userId[$ne]=${NOBODY}`],
  ['a prototype', `__proto__[userId]=${NOBODY}`],
  ['SQL', `userId=${encodeURIComponent(`${NOBODY}' or '1'='1`)}`],
  ['NUL', `userId=${NOBODY}%00`],
  ['10 kB', `userId=${'a'.repeat(10_000)}`],
]

/** A GET with a query that a well-meaning caller would not send. */
async function getRaw({ path }: Endpoint, query: string, cookies: Record<string, string>) {
  const answer = await server.app.inject({
    method: 'GET',
    url: `${path}?${query}`,
    headers: { host: 'localhost:3000' },
    cookies,
  })
  return { status: answer.statusCode, ...answer.json() }
}

describe("a person's record", () => {
  test('holds just who they are and what is assigned to them', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server, {
      application: { logoutUri: 'https://one.example.com/out' },
    })
    expect(await visitor.call(listAllActiveUser, { userId: person.id })).toMatchObject({ status: 200, code: 200 })
    expect((await visitor.call(listAllActiveUser, { userId: person.id })).data).toEqual([
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

  test('names an application or client once, and every role', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    const second = await aClient(server)
    await anAssignment(server, person.id, application.id, second.id, 'Auditor')
    const [record] = (await visitor.call(listAllActiveUser, { userId: person.id })).data
    expect(record?.applicationData.map(({ _id }) => _id)).toEqual([application.id])
    expect(record?.clientData.map(({ _id }) => _id).toSorted()).toEqual([client.id, second.id].toSorted())
    expect(record?.userapplicationclinetrolesData.map(({ role }) => role).toSorted()).toEqual(['Auditor', 'Manager'])
  })

  test('names the attached role', async () => {
    const { visitor, person } = await someoneSignedIn(server, { isAdmin: true })
    const [record] = (await visitor.call(listAllActiveUser, { userId: person.id })).data
    expect(record?.roleAttached).toEqual([{ _id: expect.any(String), name: 'Admin' }])
  })

  test('is refused to others, and open to who may see people', async () => {
    const theirs = await someoneWithAccess(server)
    const other = await someoneSignedIn(server)
    const administrator = await someoneSignedIn(server, { isAdmin: true })
    for (const userId of [theirs.person.id, NOBODY])
      expect(await other.visitor.call(listAllActiveUser, { userId })).toMatchObject(REFUSED)
    expect((await administrator.visitor.call(listAllActiveUser, { userId: theirs.person.id })).data).toMatchObject([
      { _id: theirs.person.id },
    ])
  })

  test('is none for someone who does not exist, or was deleted', async () => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    const { person } = await someoneSignedIn(server)
    await server.db.execute(sql`update users set deleted_at = now() where id = ${person.id}`)
    for (const userId of [NOBODY, person.id]) {
      expect(await visitor.call(listAllActiveUser, { userId })).toMatchObject({ status: 200, data: [] })
    }
  })

  test.each(HOSTILE_IDS)('is refused with 400 for %s', async (_case, query) => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    expect(await getRaw(listAllActiveUser, query, visitor.cookies)).toMatchObject({
      status: 400,
      code: 400,
      msg: 'Id is required',
    })
  })
})

describe('the clients of an application and a person', () => {
  test('are those it may be opened for, each with the role there', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server, {
      client: { actualName: 'Second' },
    })
    const first = await aClient(server, { actualName: 'First' })
    await anAssignment(server, person.id, application.id, first.id, 'Auditor')
    await anAssignment(server, person.id, application.id, (await aClient(server, { status: 'INACTIVE' })).id)
    const { data } = await visitor.call(clientBasedOnApplicationAndUser, {
      userId: person.id,
      applicationId: application.id,
    })
    expect(data).toEqual([
      { clientData: [{ _id: first.id, actualName: 'First', displayName: 'First', uuid: first.uuid }], role: 'Auditor' },
      {
        clientData: [{ _id: client.id, actualName: 'Second', displayName: 'Second', uuid: client.uuid }],
        role: 'Manager',
      },
    ])
  })

  test('are refused to others, and open to who may see people', async () => {
    const { person, application } = await someoneWithAccess(server)
    const asked = { userId: person.id, applicationId: application.id }
    const other = await someoneSignedIn(server)
    const administrator = await someoneSignedIn(server, { isAdmin: true })
    expect(await other.visitor.call(clientBasedOnApplicationAndUser, asked)).toMatchObject(REFUSED)
    expect((await administrator.visitor.call(clientBasedOnApplicationAndUser, asked)).data).toMatchObject([
      { role: 'Manager' },
    ])
  })

  test('are none for an application that is not assigned, or does not exist', async () => {
    const { visitor, person } = await someoneWithAccess(server)
    const { application } = await someoneWithAccess(server)
    for (const applicationId of [application.id, NOBODY]) {
      expect(await visitor.call(clientBasedOnApplicationAndUser, { userId: person.id, applicationId })).toMatchObject({
        status: 200,
        data: [],
      })
    }
  })

  test.each(HOSTILE_IDS)('are refused with 400 for %s', async (_case, query) => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    expect(
      (await getRaw(clientBasedOnApplicationAndUser, `${query}&applicationId=${NOBODY}`, visitor.cookies)).status,
    ).toBe(400)
    expect(
      (
        await getRaw(
          clientBasedOnApplicationAndUser,
          `userId=${NOBODY}&${query.replaceAll('userId', 'applicationId')}`,
          visitor.cookies,
        )
      ).status,
    ).toBe(400)
  })
})
