import { users } from '@gatehouse/contract/admin/people/users.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { redeem } from '@gatehouse/contract/launch.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { isForServiceAccounts, ONLY_PEOPLE } from '@gatehouse/contract/service-accounts.ts'
import { removeProfileImage, UPLOADS } from '@gatehouse/contract/uploads.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, anApplication, someoneSignedIn } from './builders.ts'
import { someoneWith } from './console.ts'
import { useTestServer, type Visitor } from './server.ts'
import { aProgram } from './service-accounts.ts'

const server = useTestServer()

const open = ENDPOINTS.filter(({ access }) => access === 'public')
const ofApplications = ENDPOINTS.filter(({ access }) => access === 'application')
const ofPeople = ENDPOINTS.filter(({ access }) => access !== 'public' && access !== 'application')
// People may list themselves by their own id, without a permission; the whole list needs one.
const ofPermissions = ofPeople.filter(({ access, path }) => access !== 'session' || path === users.list.path)

/** The paths of calls whose status is not the expected one. */
async function exceptions(visitor: Visitor, calls: readonly Endpoint[], isExpected: (status: number) => boolean) {
  const others: string[] = []
  for (const call of calls) {
    const { status } = await visitor.call(call)
    if (!isExpected(status)) others.push(`${call.path}: ${status}`)
  }
  return others
}

test('every call of the contract is served, under its own path', () => {
  expect(ENDPOINTS.filter(({ method, path }) => !server.app.hasRoute({ method, url: path }))).toEqual([])
  expect(UPLOADS.filter(({ path }) => !server.app.hasRoute({ method: 'POST', url: path }))).toEqual([])
  expect(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).size).toBe(ENDPOINTS.length)
})

describe('a visitor', () => {
  test('is refused by every call that is not public', async () => {
    expect(await exceptions(server.visitor(), [...ofPeople, ...ofApplications], (status) => status === 401)).toEqual([])
  })

  test('with an unknown session is refused in the same way, by cookie and by token', async () => {
    const unknown = 'A'.repeat(43)
    const browser = server.visitor()
    browser.cookies['__Host-eai_sid'] = unknown
    const program = server.visitor({ web: false, headers: { authorization: `Bearer eat_${unknown}` } })
    expect(await exceptions(browser, ofPeople, (status) => status === 401)).toEqual([])
    expect(await exceptions(program, ofPeople, (status) => status === 401)).toEqual([])
  })

  test('never gets "sign in" as the answer of a public call', async () => {
    const isAnswered = (status: number) => status === 200 || status === 400
    expect(await exceptions(server.visitor({ ip: anAddress() }), open, isAnswered)).toEqual([])
  })
})

describe('a signed-in person', () => {
  test('without permissions is refused by exactly the calls that need one (T069)', async () => {
    const { visitor } = await someoneSignedIn(server)
    const ofAnyone = ofPeople.filter((call) => !ofPermissions.includes(call))
    expect(await exceptions(visitor, ofPermissions, (status) => status === 403)).toEqual([])
    expect(await exceptions(visitor, ofAnyone, (status) => status === 200 || status === 400)).toEqual([])
  })

  test('with all permissions is refused by no call for people', async () => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    expect(await exceptions(visitor, ofPeople, (status) => status !== 401 && status !== 403)).toEqual([])
  })

  test('cannot call what is meant for applications', async () => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    expect(await exceptions(visitor, ofApplications, (status) => status === 401)).toEqual([])
  })
})

describe('a service account', () => {
  const forAccounts = ENDPOINTS.filter(isForServiceAccounts)
  const ofSessions = forAccounts.filter(({ access }) => access === 'session')

  test.each(Object.keys(PERMISSIONS) as Permission[])(
    'with %s alone gets from every call of the console what a person gets who has it',
    async (permission) => {
      const [person, program] = await Promise.all([someoneWith(server, [permission]), aProgram(server, [permission])])
      const opened = forAccounts.filter(({ access }) => access === permission || access === 'session')
      const others = forAccounts.filter(({ access }) => access in PERMISSIONS && access !== permission)
      const different = await Promise.all(
        opened.map(async (call) => {
          const [theirs, its] = [await person.visitor.call(call), await program.visitor.call(call)]
          return theirs.status === its.status ? [] : `${call.path}: ${theirs.msg}, ${its.msg}`
        }),
      )
      expect(different.flat()).toEqual([])
      const statuses = await Promise.all(others.map(async (call) => (await program.visitor.call(call)).status))
      expect(new Set(statuses)).toEqual(new Set([403]))
    },
  )

  test('with all permissions is refused by every call that only people may make, and by no other', async () => {
    const { visitor } = await aProgram(server, Object.keys(PERMISSIONS) as Permission[])
    const onlyPeople = [...open, ...ofPeople].filter((call) => !isForServiceAccounts(call))
    const refused = await Promise.all(onlyPeople.map(async (call) => (await visitor.call(call)).msg))
    expect(new Set(refused)).toEqual(new Set([ONLY_PEOPLE]))
    expect(await exceptions(visitor, forAccounts, (status) => status !== 401 && status !== 403)).toEqual([])
    expect(await exceptions(visitor, ofApplications, (status) => status === 401)).toEqual([])
    for (const { path, access } of UPLOADS) {
      const { status } = await visitor.call({ ...removeProfileImage, path })
      expect({ path, isRefused: status === 403 }).toEqual({ path, isRefused: access === 'session' })
    }
  })

  test('may make, without a permission, just these calls', () => {
    expect(ofSessions.map(({ path }) => path).toSorted()).toEqual([
      '/api/admin/options',
      '/api/admin/options/page',
      '/api/admin/overview',
      '/api/admin/overview/firstHour',
      '/api/application/pagesOfRole',
      '/api/page/getAllPage',
      '/api/users/assignedApplicationWithClient',
      '/api/users/listAllActiveUser',
      '/api/users/roleBasedOnUserId',
    ])
    expect(forAccounts.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
      '/api/crypto/keys',
    ])
  })
})

describe('an application', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const callWith = (authorization: string) =>
    server.visitor({ web: false }).call(redeem, { token: 'unknown' }, { authorization })

  test('may call with its own credentials, form-encoded or not', async () => {
    const { id, secret, authorization } = await anApplication(server)
    expect((await callWith(authorization)).status).toBe(400)
    expect((await callWith(authorization.replace('Basic', 'basic'))).status).toBe(400)
    expect((await callWith(basic(`${id.replaceAll('-', '%2D')}:${secret}`))).status).toBe(400)
  })

  test('cannot call what is meant for people', async () => {
    const { authorization } = await anApplication(server)
    const visitor = server.visitor({ web: false, headers: { authorization } })
    expect(await exceptions(visitor, ofPeople, (status) => status === 401)).toEqual([])
  })

  test.each<[string, (credentials: { id: string; secret: string }) => string]>([
    ['no scheme', ({ id, secret }) => `${id}:${secret}`],
    ['another scheme', ({ id, secret }) => basic(`${id}:${secret}`).replace('Basic', 'Bearer')],
    ['two credentials', ({ id, secret }) => `${basic(`${id}:${secret}`)}, ${basic(`${id}:${secret}`)}`],
    ['text that is no base64', () => 'Basic §§§'],
    ['a wrong secret', ({ id }) => basic(`${id}:${'A'.repeat(43)}`)],
    ['a cut secret', ({ id, secret }) => basic(`${id}:${secret.slice(0, -1)}`)],
    ['an empty secret', ({ id }) => basic(`${id}:`)],
    ['no secret', ({ id }) => basic(id)],
    ['an unknown id', ({ secret }) => basic(`018f0000-0000-7000-8000-000000000000:${secret}`)],
    ['an invalid id', ({ secret }) => basic(`' or 1=1 --:${secret}`)],
    ['an invalid id of the right length', ({ secret }) => basic(`${'-'.repeat(36)}:${secret}`)],
    ['an id with a NUL', ({ id, secret }) => basic(`${id}\0:${secret}`)],
  ])('is refused with %s', async (_case, credentials) => {
    const answer = await callWith(credentials(await anApplication(server)))
    expect(answer).toMatchObject({
      status: 401,
      code: 401,
      msg: 'The application credentials are incorrect.',
      data: null,
    })
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm=/)
  })

  test.each(['INACTIVE', 'Temporary BLOCKED', 'Permanent BLOCKED'])('that is %s is refused', async (status) => {
    const { authorization } = await anApplication(server, { status })
    expect((await callWith(authorization)).status).toBe(401)
  })

  test.each([
    ['deleted', sql`deleted_at = now()`],
    ['without a secret', sql`secret_hash = null`],
  ])('that is %s is refused', async (_case, change) => {
    const { id, authorization } = await anApplication(server)
    await server.db.execute(sql`update applications set ${change} where id = ${id}`)
    expect((await callWith(authorization)).status).toBe(401)
  })
})

describe('an address without a call', () => {
  const notFound = { code: 404, msg: 'Not found', data: null }

  test.each(['/api/', '/api/unknown', '/api/users/login/more', '/api/users/LOGIN', '/oauth2/unknown', '/dev/unknown'])(
    'at %s gets 404 in JSON, with any method',
    async (url) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const answer = await server.app.inject({
          method,
          url,
          headers: { host: 'localhost:3000', accept: 'text/html' },
        })
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toEqual(notFound)
      }
    },
  )

  test('includes the path of a call with another method', async () => {
    const answered: string[] = []
    for (const { method, path } of ENDPOINTS) {
      for (const other of (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((one) => one !== method)) {
        const { statusCode } = await server.app.inject({
          method: other,
          url: path,
          headers: { host: 'localhost:3000' },
        })
        if (statusCode !== 404) answered.push(`${other} ${path}: ${statusCode}`)
      }
    }
    expect(answered).toEqual([])
  })
})
