import querystring from 'node:querystring'
import { activityFile } from '@gatehouse/contract/admin/activity/activity.ts'
import { jobFailuresFile, usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { getEndedSession, getSession } from '@gatehouse/contract/session.ts'
import { resendLogInOtp } from '@gatehouse/contract/signin.ts'
import type { LightMyRequestResponse } from 'fastify'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAddress, anApplication, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
/** Headers that authenticate for each kind of call. */
let credentials: { session: Record<string, string>; application: Record<string, string> }
beforeAll(async () => {
  const { visitor } = await someoneSignedIn(server, { isAdmin: true })
  const { session } = (await visitor.call(getSession)).data
  const cookie = Object.entries(visitor.cookies)
    .map((pair) => pair.join('='))
    .join('; ')
  credentials = {
    session: { cookie, 'x-csrf-token': session?.csrfToken ?? '' },
    application: { authorization: (await anApplication(server)).authorization },
  }
})

const ID = '01920000-0000-7000-8000-000000000000'

type Field = { safeParse: (value: unknown) => { success: boolean } }

/** Every object schema of the contract has a shape; the type of an endpoint does not say so. */
const shapeOf = ({ request }: Endpoint) => (request as unknown as { def: { shape: Record<string, Field> } }).def.shape
const fieldsOf = (endpoint: Endpoint) => Object.keys(shapeOf(endpoint))

/** Fields that accept any text, but need a meaningful one here. */
const MEANT: Record<string, unknown> = {
  ...{ password: PASSWORD, newPassword: 'Heron#Meadow58*Oar', otp: '123456' },
  ...{ validUntil: '2099-03-31', dueOn: '2099-03-31', from: '2099-03-01', publishAt: '2099-03-31T00:00:00Z' },
  ...{ firstDay: '2026-03-01', lastDay: '2026-03-31' },
}
const PLAIN = [ID, 'nobody@example.com', '9876543210', 'https://app.example.com/', 'Claims', 7, true, []]
const CHOICES = [
  'ACTIVE',
  'INTERNAL',
  'Inclusive',
  'client',
  'roles',
  'activate',
  'users',
  'email',
  'login-otp',
  'assignment-granted',
  'again',
  'en',
  'keep',
  'people',
  'ladder',
  'all-of',
  'stop',
  'raise-end',
]
const TOO_EXACT = `2099-03-03T10:00:00.${'1'.repeat(200)}Z`

test('no call accepts a day or a moment that the database does not know', () => {
  const accepted = ENDPOINTS.flatMap((endpoint) =>
    Object.entries(shapeOf(endpoint)).flatMap(([name, field]) => {
      const accepts = (value: string) => field.safeParse(value).success
      const isTime = !['Asha', '12345'].some(accepts) && (accepts('2099-03-03') || accepts('2099-03-03T10:00:00+05:30'))
      const wrong = ['0000-01-01', '0000-01-01T00:00:00Z', '2099-03-03T10:00:00+16:00', TOO_EXACT].filter(accepts)
      return isTime && wrong.length > 0 ? [`${endpoint.path} ${name}: ${wrong.join(' ')}`] : []
    }),
  )
  expect(accepted).toEqual([])
})

const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const OBJECTS = [
  { ...CREDENTIAL, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
  { ...CREDENTIAL, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } },
  ['user.created'],
  [ID],
  ['Clerk', 'Manager'],
  { description: 'Claims', applicationType: 'Web' },
  { action: 'activate' },
  [{ id: 'claims', name: 'Claims' }],
  [{ roleId: ID, pageId: ID, before: null, after: [] }],
  {},
]

/** A value that fits, for every field of a call. */
function fittingFor(endpoint: Endpoint): Record<string, unknown> {
  const fitting = Object.entries(shapeOf(endpoint)).map(([name, field]) => {
    const candidates = [MEANT[name], ...PLAIN, ...CHOICES, ...OBJECTS].filter((value) => value !== undefined)
    return [name, candidates.find((value) => field.safeParse(value).success)]
  })
  return Object.fromEntries(fitting.filter(([, value]) => value !== undefined))
}

const acceptsNothing = ({ request }: Endpoint) => request.safeParse({}).success

const posts = ENDPOINTS.filter(({ method }) => method === 'POST').map((endpoint) => [endpoint.path, endpoint] as const)
const gets = ENDPOINTS.filter((endpoint) => endpoint.method === 'GET' && fieldsOf(endpoint).length > 0).map(
  (endpoint) => [endpoint.path, endpoint] as const,
)

function headersFor({ access }: Endpoint) {
  const credential = access === 'public' ? {} : access === 'application' ? credentials.application : credentials.session
  return { host: 'localhost:3000', origin: 'http://localhost:3000', 'x-eai-client': 'web', ...credential }
}

async function post(
  endpoint: Endpoint,
  payload: string | Buffer | undefined,
  type: string | null = 'application/json',
) {
  return server.app.inject({
    method: 'POST',
    url: endpoint.path,
    ...(payload === undefined ? {} : { payload }),
    headers: { ...headersFor(endpoint), ...(type === null ? {} : { 'content-type': type }) },
    remoteAddress: anAddress(),
  })
}

/** Whatever the result: the one form of answer, one status, and no internal error. */
function expectAnswer(answer: LightMyRequestResponse, what?: string) {
  const body = answer.json()
  expect(Object.keys(body), what).toEqual(['code', 'msg', 'data'])
  expect(body.code, what).toBe(answer.statusCode)
  expect(body.msg, what).toMatch(/./)
  expect(answer.statusCode, what).toBeLessThan(500)
}

function expectRefused(answer: LightMyRequestResponse, what?: string) {
  expectAnswer(answer, what)
  expect(answer.statusCode, what).toBeGreaterThanOrEqual(400)
}

test('the valid values are accepted, so that each refusal below has exactly one cause', () => {
  for (const endpoint of ENDPOINTS)
    expect(endpoint.request.safeParse(fittingFor(endpoint)).success, endpoint.path).toBe(true)
})

/**
 * What is no input for any call is refused before a call is chosen, or by the one place that parses: the calls differ by
 * their kind of caller and by whether they need a value.
 */
const kinds = Object.values(
  Object.groupBy(ENDPOINTS, (endpoint) => `${endpoint.method} ${kindOf(endpoint)} ${acceptsNothing(endpoint)}`),
).flatMap((alike) => alike?.slice(0, 2) ?? [])

function kindOf({ access, path }: Endpoint) {
  if (access === 'public' || access === 'session' || access === 'application') return access
  return path.startsWith('/api/admin/') ? 'console' : 'old console'
}

describe.each(kinds.filter(({ method }) => method === 'POST').map((endpoint) => [endpoint.path, endpoint] as const))(
  'POST %s',
  (_path, endpoint) => {
    const nested = (depth: number, inside = '') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`

    test.each<[what: string, body: string | undefined, type?: string | null]>([
      ['no body', undefined, null],
      ['an empty object', '{}'],
      ['an array', '[]'],
      ['null', 'null'],
      ['a number', '7'],
      ['a text', '"text"'],
      ['true', 'true'],
      ['a thousand arrays in one another', nested(1000)],
      ['a thousand objects in one another', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`],
      ['ten thousand elements', `[${'1,'.repeat(9999)}1]`],
      ['a number beyond all numbers', '{"unknown":1e400}'],
    ])('%s is refused where a value is required', async (_what, body, type) => {
      const answer = await post(endpoint, body, type)
      if (acceptsNothing(endpoint)) expectAnswer(answer)
      else expectRefused(answer)
    })

    test.each<[what: string, body: string | Buffer, type?: string]>([
      ['no JSON', '{"email":'],
      ['nothing where JSON was announced', ''],
      ['bytes that are not text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
      ['__proto__', '{"__proto__":{"polluted":true}}'],
      ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
      ['__proto__ further in', '{"email":{"__proto__":{"polluted":true}}}'],
    ])('%s is refused', async (_what, body, type) => {
      expectRefused(await post(endpoint, body, type))
      expect({}).not.toHaveProperty('polluted')
    })

    test.each([
      'text/plain',
      'text/xml',
      'application/xml',
      'application/jsonx',
      'application/x-json',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'nonsense',
    ])('a body of type %s is refused', async (type) => {
      const answer = await post(endpoint, JSON.stringify(fittingFor(endpoint)), type)
      expectRefused(answer)
      expect(answer.statusCode).toBe(415)
    })
  },
)

describe.each(posts)('POST %s', (_path, endpoint) => {
  test('no input, another type and too long a body are refused', async () => {
    const empty = await post(endpoint, '{}')
    if (acceptsNothing(endpoint)) expectAnswer(empty)
    else expectRefused(empty)
    expect((await post(endpoint, JSON.stringify(fittingFor(endpoint)), 'text/plain')).statusCode).toBe(415)
    const long = await post(
      endpoint,
      JSON.stringify({ ...fittingFor(endpoint), more: 'x'.repeat(endpoint.bodyMaxBytes ?? 600_000) }),
    )
    expectRefused(long)
    expect(long.statusCode).toBe(413)
  })

  test('forms are accepted from applications only', async () => {
    const answer = await post(endpoint, 'token=made-up', 'application/x-www-form-urlencoded')
    expectRefused(answer)
    expect(answer.statusCode).toBe(endpoint.access === 'application' ? 400 : 415)
  })

  test('a field of another type is refused', async () => {
    const fitting = fittingFor(endpoint)
    for (const field of fieldsOf(endpoint)) {
      const values = [null, 7, [], {}, [fitting[field]], { $ne: null }, 'true', true]
      const refused = values.find((value) => !endpoint.request.safeParse({ ...fitting, [field]: value }).success)
      if (refused === undefined) continue
      const answer = await post(endpoint, JSON.stringify({ ...fitting, [field]: refused }))
      expectRefused(answer, `${field}: ${JSON.stringify(refused)}`)
      expect(answer.statusCode, field).toBe(400)
    }
  })

  test('unusual text gets a regular answer', async () => {
    const before = await countUsers()
    const fitting = fittingFor(endpoint)
    const isAccepted = (input: object) => endpoint.request.safeParse(input).success
    for (const value of UNUSUAL) {
      const fields = fieldsOf(endpoint).filter((field) => isAccepted({ ...fitting, [field]: value }))
      const all = { ...fitting, ...Object.fromEntries(fields.map((field) => [field, value])) }
      // The handler receives what the schema accepts; all that it refuses gets the same answer.
      const inputs = isAccepted(all) ? [all] : fields.map((field) => ({ ...fitting, [field]: value }))
      const refused = fieldsOf(endpoint).find((field) => !fields.includes(field))
      if (refused !== undefined) inputs.push({ ...fitting, [refused]: value })
      for (const input of inputs)
        expectAnswer(await post(endpoint, JSON.stringify(input)), JSON.stringify(input).slice(0, 200))
    }
    if (endpoint.access === 'public') expect(await countUsers()).toBe(before)
  })
})

const UNUSUAL = ['', ' ', '\u0000', 'a\u0000b', '\ud800', '\u202e', '😀', '%00', "'", '{{7*7}}', 'x'.repeat(10_000)]

async function countUsers() {
  return (await server.db.execute(sql`select 1 from users`)).rows.length
}

const getAt = (endpoint: Endpoint, query: string) =>
  server.app.inject({ url: `${endpoint.path}?${query}`, headers: headersFor(endpoint), remoteAddress: anAddress() })

describe.each(
  kinds
    .filter((endpoint) => endpoint.method === 'GET' && fieldsOf(endpoint).length > 0)
    .map((endpoint) => [endpoint.path, endpoint] as const),
)('GET %s', (_path, endpoint) => {
  test.each(['__proto__=x', 'constructor[prototype]=x', '%', '%zz', '&&&', '='.repeat(1000)])(
    '?%.20s is refused where a value is required',
    async (query) => {
      const answer = await getAt(endpoint, query)
      if (acceptsNothing(endpoint)) expectAnswer(answer)
      else expectRefused(answer)
    },
  )
})

describe.each(gets)('GET %s', (_path, endpoint) => {
  test('nothing is refused where a value is required', async () => {
    const answer = await getAt(endpoint, '')
    if (acceptsNothing(endpoint)) expectAnswer(answer)
    else expectRefused(answer)
  })

  test('a repeated or unusual parameter gets a regular answer', async () => {
    const fitting = Object.fromEntries(
      Object.entries(fittingFor(endpoint)).map(([name, value]) => [name, String(value)]),
    )
    const isAccepted = (input: object) => endpoint.request.safeParse(input).success
    for (const field of fieldsOf(endpoint)) {
      const { [field]: _, ...rest } = fitting
      expectRefused(
        await getAt(endpoint, `${field}=${ID}&${field}=${ID}&${new URLSearchParams(rest)}`),
        `${field} twice`,
      )
    }
    for (const value of ['%00', 'a%00b', '%ff', "'", '%F0%9F%98%80', 'x'.repeat(8000)]) {
      const given = querystring.unescape(value)
      const at = (fields: string[]) => {
        const rest = Object.entries(fitting).filter(([name]) => !fields.includes(name))
        return [...fields.map((field) => `${field}=${value}`), String(new URLSearchParams(rest))].join('&')
      }
      const fields = fieldsOf(endpoint).filter((field) => isAccepted({ ...fitting, [field]: given }))
      const areAccepted = isAccepted({ ...fitting, ...Object.fromEntries(fields.map((field) => [field, given])) })
      // The handler receives what the schema accepts; all that it refuses gets the same answer.
      const queries = areAccepted ? [at(fields)] : fields.map((field) => at([field]))
      const refused = fieldsOf(endpoint).find((field) => !fields.includes(field))
      if (refused !== undefined) queries.push(at([refused]))
      for (const query of queries) expectAnswer(await getAt(endpoint, query), query.slice(0, 200))
    }
  })
})

describe('an unknown filter is refused by name, because ignoring it would list everything', () => {
  const unknown = { fields: { isActve: 'There is no such filter' } }
  const files = { activityFile, messagesFile, jobFailuresFile, usersFile }
  const reads = [...ENDPOINTS.filter(({ method }) => method === 'GET'), ...Object.values(files)]

  test.each(reads.map((read) => [read.path, read] as const))('GET %s', async (path, read) => {
    const fitting = fittingFor(read as Endpoint)
    const known = Object.entries(fitting).map(([name, value]): [string, string] => [name, String(value)])
    const answer = await server.app.inject({
      url: `${path}?${new URLSearchParams([...known, ['isActve', 'false']])}`,
      headers: headersFor(read as Endpoint),
      remoteAddress: anAddress(),
    })
    expect(answer.json(), answer.body).toMatchObject({ code: 400, msg: unknown.fields.isActve, data: unknown })
  })

  const narrowed = posts.filter(([, endpoint]) => fieldsOf(endpoint).includes('filter'))
  test.each(narrowed)('POST %s', async (_path, endpoint) => {
    const answer = await post(endpoint, JSON.stringify({ ...fittingFor(endpoint), filter: { isActve: false } }))
    expect(answer.json()).toMatchObject({ code: 400, data: { fields: { 'filter.isActve': unknown.fields.isActve } } })
  })
})

describe('headers that no browser sends get a regular answer', () => {
  const HOSTILE = ['', '%', '.', '..', 'a.b.c', '"', '%00', 'x'.repeat(5000), '__proto__', '😀', "' or true --"]

  test.each(['__Host-eai_sid', '__Host-eai_lt', '__Host-eai_dev', '__Host-eai_out', '__proto__'])(
    'as cookie %s',
    async (name) => {
      for (const endpoint of [getSession, getEndedSession, resendLogInOtp]) {
        for (const value of HOSTILE) {
          const answer = await server.app.inject({
            method: endpoint.method,
            url: endpoint.path,
            headers: { ...headersFor(endpoint), cookie: `${name}=${value}` },
            remoteAddress: anAddress(),
          })
          expectAnswer(answer, `${endpoint.path} ${value.slice(0, 20)}`)
        }
      }
    },
  )

  test.each(['authorization', 'x-csrf-token', 'x-eai-client', 'user-agent', 'x-forwarded-for'])(
    'as %s',
    async (name) => {
      for (const endpoint of [getSession, resendLogInOtp]) {
        for (const value of HOSTILE) {
          const answer = await server.app.inject({
            method: endpoint.method,
            url: endpoint.path,
            headers: { ...headersFor(endpoint), [name]: value },
            remoteAddress: anAddress(),
          })
          expectAnswer(answer, `${endpoint.path} ${value.slice(0, 20)}`)
        }
      }
    },
  )
})

describe('no other spelling of an address avoids the access check', () => {
  const { path } = listTiles
  test.each([
    `/${path}`,
    `${path}/`,
    `${path}.`,
    `${path};x=1`,
    `${path}%20`,
    `${path}%00`,
    `${path}/%2e`,
    `${path}/..%2ftiles`,
    path.toUpperCase(),
    path.replace('/launch', '/./launch'),
    path.replace('/launch/', '%2flaunch%2f'),
    path.replace('tiles', '%74iles'),
    path.replace('tiles', '%zz'),
    `http://localhost:3000${path}`,
  ])('%s', async (url) => {
    const answer = await server.app.inject({ url, headers: { host: 'localhost:3000' } })
    // An address that is no call gets the web app's page, which is the same for everyone.
    const isPage = answer.statusCode === 200 && String(answer.headers['content-type']).startsWith('text/html')
    if (!isPage) expectRefused(answer)
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'POST', 'TRACE'] as const)('nor does %s', async (method) => {
    const answer = await server.app.inject({ method: method as 'PUT', url: path, headers: headersFor(listTiles) })
    expect([403, 404, 405]).toContain(answer.statusCode)
    expectRefused(answer)
  })
})
