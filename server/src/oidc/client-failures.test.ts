import { ERRORS } from '@gatehouse/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAddress, anApplication } from '../../test/builders.ts'
import { whileInsertsFail } from '../../test/failing.ts'
import {
  type Application,
  authorize,
  basic,
  changeApplication,
  portOf,
  send,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'
import { applicationSecretHash } from '../access/application-secret.ts'
import { buildApp } from '../app.ts'
import { newId } from '../crypto/ids.ts'
import { newSecret } from '../crypto/secrets.ts'

const FREE = 20
const FORM = { grant_type: 'client_credentials' }

const server = useListening({ config: { trustProxy: ['127.0.0.1/32'] } })
let secondPort: number
let stopSecond: () => Promise<void>
beforeAll(async () => {
  const second = await buildApp(server)
  await second.listen({ port: 0, host: '127.0.0.1' })
  secondPort = portOf({ app: second })
  stopSecond = () => second.close()
})
afterAll(async () => {
  await stopSecond()
})

async function aService(changes: Record<string, unknown> = {}) {
  const application = await anApplication(server)
  await changeApplication(server, application.id, { oauth_grants: ['client_credentials'], ...changes })
  return application
}

type Asked = { secret?: string; path?: string; form?: Record<string, string>; port?: number; inHeader?: boolean }

function ask(
  { id, secret: right }: Pick<Application, 'id' | 'secret'>,
  from: string,
  { secret = right, path = '/oauth2/token', form = FORM, port = portOf(server), inHeader = true }: Asked = {},
) {
  const headers = { 'x-forwarded-for': from, ...(inHeader ? basic({ id, secret }) : {}) }
  return send(server, path, {
    headers,
    form: inHeader ? form : { ...form, client_id: id, client_secret: secret },
    port,
  })
}

const failures = (application: Application, from: string, count: number, asked: Asked = {}) =>
  Promise.all(Array.from({ length: count }, () => ask(application, from, { secret: 'wrong', ...asked })))

test('after too many failures a caller must wait on every server, but the right secret is always accepted', async () => {
  const application = await aService()
  const [here, elsewhere] = [anAddress(), anAddress()]
  await failures(application, here, FREE / 2)
  await failures(application, here, FREE / 2, { port: secondPort })
  for (const port of [portOf(server), secondPort]) {
    for (const asked of [{ secret: 'wrong' }, { secret: 'wrong', inHeader: false }]) {
      const refused = await ask(application, here, { ...asked, port })
      expect([refused.status, refused.json()]).toEqual([
        429,
        { error: 'temporarily_unavailable', error_description: 'Too many attempts. Wait a little and try again.' },
      ])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    for (const from of [here, elsewhere])
      for (const inHeader of [true, false]) expect((await ask(application, from, { port, inHeader })).status).toBe(200)
  }
})

test('of more parallel failures than the limit leaves, only that many are answered as failures', async () => {
  const statuses = (await failures(await aService(), anAddress(), FREE + 10)).map(({ status }) => status)
  expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([FREE, 10])
})

test.each([
  ['introspection', '/oauth2/introspect'],
  ['revocation', '/oauth2/revoke'],
])('failures of %s count as well', async (_name, path) => {
  const application = await aService()
  const from = anAddress()
  await failures(application, from, FREE, { path, form: { token: 'any' } })
  const secret = 'wrong'
  expect((await ask(application, from, { path, secret, form: { token: 'any' } })).status).toBe(429)
  expect((await ask(application, from, { secret })).status).toBe(429)
  expect((await ask(application, from, { path, form: { token: 'any' } })).status).toBe(200)
})

test('another application at the same address does not wait, and successes do not count', async () => {
  const [application, neighbour] = [await aService(), await aService()]
  const from = anAddress()
  await failures(application, from, FREE)
  for (let count = 0; count <= FREE; count++) expect((await ask(neighbour, from)).status).toBe(200)
})

test('failures of unknown applications are counted together', async () => {
  const from = anAddress()
  const unknown = () => ({ id: crypto.randomUUID(), secret: 'any', redirectUrl: '' })
  for (let count = 0; count < FREE; count++) expect((await ask(unknown(), from)).status).toBe(401)
  expect((await ask(unknown(), from)).status).toBe(429)
  expect((await ask(await aService(), from)).status).toBe(200)
})

test('redeeming a launch token uses the same limit, and accepts the right secret', async () => {
  const application = await aService()
  const from = anAddress()
  const redeem = (secret: string) =>
    ask(application, from, { path: '/api/auth/oauth2/redeem', secret, form: { token: 'unknown' } })
  for (let count = 0; count < FREE; count++) expect((await redeem('wrong')).status).toBe(401)
  const refused = await redeem('wrong')
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await ask(application, from, { secret: 'wrong' })).status).toBe(429)
  expect([(await redeem(application.secret)).status, (await ask(application, from)).status]).toEqual([400, 200])
})

test.each(['private_key_jwt', 'none'])(
  'with %s an old secret is refused at every endpoint',
  async (token_auth_method) => {
    const application = await aService({ token_auth_method })
    const endpoints = ['/oauth2/token', '/oauth2/introspect', '/oauth2/revoke', '/api/auth/oauth2/redeem']
    for (const path of endpoints) {
      const { status } = await ask(application, anAddress(), { path, form: { ...FORM, token: 'any' } })
      expect([path, status]).not.toEqual([path, 200])
      expect(status).toBeLessThanOrEqual(401)
    }
  },
)

test('two secrets each work at every endpoint until they expire', async () => {
  const application = await aService()
  const from = anAddress()
  const add = async (expiresAt: string) => {
    const secret = newSecret()
    const hash = applicationSecretHash(server.keys.applicationSecret, application.id, secret)
    await server.db.pool.query(
      `insert into application_secrets (id, application_id, name, secret_hash, expires_at) values ($1, $2, 'Next', $3, ${expiresAt})`,
      [newId(), application.id, hash],
    )
    return secret
  }
  const statuses = async (secret: string) => [
    (await ask(application, from, { secret })).status,
    (await ask(application, from, { secret, inHeader: false })).status,
    (await ask(application, from, { secret, path: '/api/auth/oauth2/redeem', form: { token: 'unknown' } })).status,
  ]
  expect(await statuses(await add(`now() + interval '1 hour'`))).toEqual([200, 200, 400])
  expect(await statuses(await add('null'))).toEqual([200, 200, 400])
  expect(await statuses(await add('now()'))).toEqual([401, 401, 401])
  expect(await statuses(application.secret)).toEqual([200, 200, 400])
  await changeApplication(server, application.id, { secret_expires_at: new Date(0) })
  expect(await statuses(application.secret)).toEqual([401, 401, 401])
})

describe('an application without a secret', () => {
  const asPublic = { token_auth_method: 'none', oauth_grants: ['authorization_code', 'refresh_token'] }

  const exchange = (application: Application, from: string, changes: Record<string, string> = {}) => {
    const form = { grant_type: 'authorization_code', code: 'wrong', redirect_uri: application.redirectUrl, ...changes }
    const verified = { client_id: application.id, code_verifier: 'v'.repeat(43), ...form }
    return send(server, '/oauth2/token', { headers: { 'x-forwarded-for': from }, form: verified })
  }

  async function someone() {
    const { visitor, application } = await someoneWithOidc(server, asPublic)
    const { verifier, reply } = await authorize(server, visitor, application)
    return { application, right: { code: reply.params.code ?? '', code_verifier: verifier } }
  }

  const linesOf = async (from: string) => {
    const asked = `select detail from audit_events where event = 'access.throttled' and ip = $1`
    return (await server.db.pool.query(asked, [from])).rows
  }

  test('has wrong codes, verifiers and refresh tokens counted, and a right code is always accepted', async () => {
    const { application, right } = await someone()
    const [here, elsewhere] = [anAddress(), anAddress()]
    for (let count = 0; count < FREE - 1; count++) expect((await exchange(application, here)).status).toBe(400)
    const refreshed = { grant_type: 'refresh_token', refresh_token: 'wrong' }
    expect((await exchange(application, here, refreshed)).status).toBe(400)
    for (const wrong of [{}, refreshed, { code: right.code.replace(/.$/, '!') }]) {
      const refused = await exchange(application, here, wrong)
      expect([refused.status, refused.json().error]).toEqual([429, 'temporarily_unavailable'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await exchange(application, elsewhere)).status).toBe(400)
    expect((await exchange(application, here, right)).status).toBe(200)
    expect(await linesOf(here)).toEqual([{ detail: { limit: 'grant-failures' } }])
  })

  test('does not wait for the failures of another one', async () => {
    const [{ application }, { application: neighbour }] = [await someone(), await someone()]
    const from = anAddress()
    await Promise.all(Array.from({ length: FREE + 5 }, () => exchange(application, from)))
    expect((await exchange(application, from)).status).toBe(429)
    for (let count = 0; count < FREE; count++) expect((await exchange(neighbour, from)).status).toBe(400)
  })
})

test('wrong secrets leave one audit line', async () => {
  const application = await aService()
  const from = anAddress()
  await failures(application, from, FREE + 5)
  const asked = `select detail from audit_events where event = 'access.throttled' and ip = $1`
  expect((await server.db.pool.query(asked, [from])).rows).toEqual([{ detail: { limit: 'client-failures' } }])
})

test.each(['/oauth2/token', '/oauth2/introspect', '/oauth2/revoke'])(
  '%s is unavailable while failures cannot be counted: nobody guesses without a limit',
  async (path) => {
    const application = await aService()
    const asked = { secret: 'wrong', path, form: { ...FORM, token: 'any' } }
    const answered = await whileInsertsFail(server, ['throttles'], () => ask(application, anAddress(), asked), '57P01')
    expect([answered.status, answered.json(), answered.headers['retry-after']]).toEqual([
      503,
      { error: 'temporarily_unavailable', error_description: ERRORS.database_unavailable.msg },
      expect.stringMatching(/^\d+$/),
    ])
    expect(answered.headers['www-authenticate']).toBeUndefined()
    expect((await ask(application, anAddress(), asked)).status).toBe(401)
  },
)
