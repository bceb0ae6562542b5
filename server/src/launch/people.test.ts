import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { clientBasedOnApplicationAndUser } from '@gatehouse/contract/people.ts'
import { describe, expect, test } from 'vitest'
import { aClient, anAssignment, someoneSignedIn, someoneWithAccess } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'
const REFUSED = { status: 403, code: 403, msg: 'You are not allowed to do this.', data: null }

const HOSTILE_IDS: [string, string][] = [
  ['no id', 'userId=me'],
  ['an empty id', 'userId='],
  ['no userId', ''],
  ['a list', `userId=${UNKNOWN_ID}&userId=${UNKNOWN_ID}`],
  ['a list in brackets', `userId[]=${UNKNOWN_ID}`],
  ['an object', `userId[$ne]=${UNKNOWN_ID}`],
  ['a prototype', `__proto__[userId]=${UNKNOWN_ID}`],
  ['SQL', `userId=${encodeURIComponent(`${UNKNOWN_ID}' or '1'='1`)}`],
  ['NUL', `userId=${UNKNOWN_ID}%00`],
  ['10 kB', `userId=${'a'.repeat(10_000)}`],
]

/** A GET with a query that only a hostile caller sends. */
async function getRaw({ path }: Endpoint, query: string, cookies: Record<string, string>) {
  const answer = await server.app.inject({
    method: 'GET',
    url: `${path}?${query}`,
    headers: { host: 'localhost:3000' },
    cookies,
  })
  return { status: answer.statusCode, ...answer.json() }
}

describe('the clients of an application and a person', () => {
  test('are those that the person may open, each with its role', async () => {
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

  test('are refused to other people, but not to callers who may see people (T079)', async () => {
    const { person, application } = await someoneWithAccess(server)
    const asked = { userId: person.id, applicationId: application.id }
    const other = await someoneSignedIn(server)
    const administrator = await someoneSignedIn(server, { isAdmin: true })
    expect(await other.visitor.call(clientBasedOnApplicationAndUser, asked)).toMatchObject(REFUSED)
    expect((await administrator.visitor.call(clientBasedOnApplicationAndUser, asked)).data).toMatchObject([
      { role: 'Manager' },
    ])
  })

  test('are empty for an application that is not assigned or does not exist', async () => {
    const { visitor, person } = await someoneWithAccess(server)
    const { application } = await someoneWithAccess(server)
    for (const applicationId of [application.id, UNKNOWN_ID]) {
      expect(await visitor.call(clientBasedOnApplicationAndUser, { userId: person.id, applicationId })).toMatchObject({
        status: 200,
        data: [],
      })
    }
  })

  test.each(HOSTILE_IDS)('are refused with 400 for %s', async (_case, query) => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    expect(
      (await getRaw(clientBasedOnApplicationAndUser, `${query}&applicationId=${UNKNOWN_ID}`, visitor.cookies)).status,
    ).toBe(400)
    expect(
      (
        await getRaw(
          clientBasedOnApplicationAndUser,
          `userId=${UNKNOWN_ID}&${query.replaceAll('userId', 'applicationId')}`,
          visitor.cookies,
        )
      ).status,
    ).toBe(400)
  })
})
