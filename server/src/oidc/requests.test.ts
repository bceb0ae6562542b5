import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { someoneSignedIn } from '../../test/builders.ts'
import {
  authorize,
  authorizePath,
  browse,
  changeApplication,
  getTokens,
  ISSUER,
  portOf,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import { ASSERTION_ALGS } from '../access/application-assertion.ts'

const server = useListening()

describe('oidcc-discovery-endpoint-verification', () => {
  test('describes the provider correctly', async () => {
    const answer = await send(server, '/.well-known/openid-configuration')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const document = answer.json()
    expect(document).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth2/authorize`,
      token_endpoint: `${ISSUER}/oauth2/token`,
      userinfo_endpoint: `${ISSUER}/oauth2/userinfo`,
      introspection_endpoint: `${ISSUER}/oauth2/introspect`,
      revocation_endpoint: `${ISSUER}/oauth2/revoke`,
      jwks_uri: `${ISSUER}/oauth2/jwks`,
      end_session_endpoint: `${ISSUER}/oauth2/logout`,
      response_types_supported: ['code'],
      subject_types_supported: ['public', 'pairwise'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      // Left out, they mean client_secret_basic alone (RFC 8414 §2); public clients revoke tokens, and introspect none.
      revocation_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
        'none',
      ],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      request_uri_parameter_supported: false,
    })
    for (const endpoint of ['token', 'revocation', 'introspection'])
      expect(document[`${endpoint}_endpoint_auth_signing_alg_values_supported`]).toEqual(ASSERTION_ALGS)
    for (const absent of [
      'registration_endpoint',
      'device_authorization_endpoint',
      'dpop_signing_alg_values_supported',
    ])
      expect(document).not.toHaveProperty(absent)
  })

  test('never uses the host of a request (T065)', async () => {
    const honest = (await send(server, '/.well-known/openid-configuration')).text
    for (const headers of [
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'https' },
      { host: `localhost:${portOf(server)}` },
    ])
      expect((await send(server, '/.well-known/openid-configuration', { headers })).text).toBe(honest)
    expect((await send(server, '/oauth2/jwks', { headers: { host: 'evil.example' } })).status).toBe(421)
  })
})

describe('the redirect address of a request', () => {
  test.each([
    ['a slash more', (url: string) => `${url}/`],
    ['a query', (url: string) => `${url}?x=1`],
    ['a fragment', (url: string) => `${url}#f`],
    ['capitals', (url: string) => url.replace('app', 'APP')],
    ['a port', (url: string) => url.replace('.com', '.com:443')],
    ['a way around', (url: string) => url.replace('/pages', '/x/../pages')],
    ['an escape', (url: string) => url.replace('/pages', '/%70ages')],
    ['a user', (url: string) => url.replace('https://', 'https://portal@')],
    ['another origin behind it', (url: string) => url.replace('.com', '.com.evil.example')],
    ['a script', () => 'javascript:alert(1)'],
  ])('with %s differs from the registered one', async (_case, change) => {
    const { visitor, application } = await someoneWithOidc(server)
    const { reply } = await authorize(server, visitor, application, { redirect_uri: change(application.redirectUrl) })
    expect([reply.status, reply.location]).toEqual([400, null])
    expect(reply.text).not.toContain(change(application.redirectUrl))
  })

  test('must be registered: the first one sent is not adopted', async () => {
    const { visitor, application } = await someoneWithOidc(server, { redirect_url: '' })
    const { reply } = await authorize(server, visitor, application)
    expect([reply.status, reply.location]).toEqual([400, null])
  })

  test('is refused if the stored one is not a web address', async () => {
    const address = 'javascript:alert(1)'
    const { visitor, application } = await someoneWithOidc(server, { redirect_uris: [address] })
    const { reply } = await authorize(server, visitor, { ...application, redirectUrl: address })
    expect([reply.status, reply.location]).toEqual([400, null])
  })

  test('is enough for an application that is not opened from the portal', async () => {
    const redirectUrl = 'https://only.example.com/cb'
    const changes = { redirect_url: '', redirect_uris: [redirectUrl] }
    const { visitor, application } = await someoneWithOidc(server, changes)
    const { access_token } = await getTokens(server, visitor, { ...application, redirectUrl })
    expect((await userinfo(server, access_token)).status).toBe(200)
  })

  test('may be one of several', async () => {
    const redirect_uris = ['https://a.example.com/cb', 'https://b.example.com/cb']
    const { visitor, application } = await someoneWithOidc(server, { redirect_uris })
    for (const redirectUrl of redirect_uris)
      expect((await authorize(server, visitor, { ...application, redirectUrl })).reply.params.code).toBeDefined()
    expect((await authorize(server, visitor, application)).reply.status).toBe(400)
  })
})

test.each(['redirect_uri', 'client_id', 'state'])('%s must not be repeated', async (name) => {
  const { visitor, application } = await someoneWithOidc(server)
  const path = authorizePath(application)
  const twice = `${path}&${name}=${new URL(path, ISSUER).searchParams.get(name)}`
  const reply = await browse(server, visitor, twice)
  expect(reply.params.code).toBeUndefined()
  // A request with a doubtful redirect URI or OAuth client is not redirected.
  if (name !== 'state') expect([reply.status, reply.location]).toEqual([400, null])
  else expect(reply.params.error).toBe('invalid_request')
})

test('response_mode=form_post may send a form only to the application', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  const { reply } = await authorize(server, visitor, application, { response_mode: 'form_post' })
  expect(reply.status).toBe(200)
  expect(reply.text).toContain(`action="${application.redirectUrl}"`)
  const policy = String(reply.headers['content-security-policy'])
  expect(policy).toContain(`form-action ${new URL(application.redirectUrl).origin};`)
  expect(policy).toContain("'sha256-")
})

test('a POST request that is too long, or not a form, is refused', async () => {
  const long = await send(server, '/oauth2/authorize', { form: { state: 'x'.repeat(9000) } })
  const json = await send(server, '/oauth2/authorize', { form: '{}', headers: { 'content-type': 'application/json' } })
  expect([long.status, json.status]).toEqual([400, 400])
})

describe('a person', () => {
  test('without a session is sent to sign in, and gets their code afterwards', async () => {
    const { visitor: signedIn, application } = await someoneWithOidc(server)
    const visitor = server.visitor()
    const { reply } = await authorize(server, visitor, application, { login_hint: 'asha', ui_locales: 'hi' })
    expect(reply.status).toBe(303)
    expect(reply.location?.pathname).toBe('/login')
    expect(reply.params).toMatchObject({ login_hint: 'asha', ui_locales: 'hi' })
    const returnTo = reply.params.returnTo as string
    expect(returnTo).toMatch(/^\/oauth2\/authorize\//)

    Object.assign(visitor.cookies, { '__Host-eai_sid': signedIn.cookies['__Host-eai_sid'] })
    const resumed = await browse(server, visitor, returnTo)
    expect(resumed.params).toMatchObject({ code: expect.any(String), state: 'state-1' })
    // The return address works only once.
    expect((await browse(server, visitor, returnTo)).params.code).toBeUndefined()
  })

  test('cannot continue a request of another browser', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    const { reply } = await authorize(server, server.visitor(), application)
    const resumed = await browse(server, visitor, reply.params.returnTo as string)
    expect([resumed.status, resumed.location]).toEqual([400, null])
  })

  test('without the application gets no code', async () => {
    const { application } = await someoneWithOidc(server)
    const { visitor } = await someoneSignedIn(server)
    const silent = await authorize(server, visitor, application, { prompt: 'none' })
    expect(silent.reply.params).toMatchObject({ error: 'access_denied', state: 'state-1' })
    const { reply } = await authorize(server, visitor, application)
    expect(reply.location?.pathname).toBe('/no-access')
  })

  test('keeps the session cookie of the portal, and gets none from the provider', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    const stale = server.visitor()
    stale.cookies['__Host-eai_sid'] = 'A'.repeat(43)
    for (const one of [visitor, stale]) {
      const { reply } = await authorize(server, one, application)
      expect(String(reply.headers['set-cookie'] ?? '')).not.toContain('__Host-eai_sid')
    }
    expect((await authorize(server, visitor, application)).reply.params.code).toBeDefined()
  })
})

describe('access and refresh tokens are void at once (T014)', () => {
  const cases: [string, (who: Awaited<ReturnType<typeof someoneWithOidc>>) => Promise<unknown>, refusal?: number][] = [
    ['the session ends', ({ person }) => end(sql`update sessions set ended_at = now() where user_id = ${person.id}`)],
    ['the person is not active', ({ person }) => end(sql`update users set is_active = false where id = ${person.id}`)],
    ['the assignment is gone', ({ person }) => end(sql`delete from assignments where user_id = ${person.id}`)],
    [
      'the client is not active',
      ({ client }) => end(sql`update clients set status = 'INACTIVE' where id = ${client.id}`),
    ],
    [
      'the application is blocked (T016)',
      ({ application }) => changeApplication(server, application.id, { status: 'Permanent BLOCKED' }),
      401,
    ],
  ]
  const end = (statement: ReturnType<typeof sql>) => server.db.execute(statement)

  test.each(cases)('when %s', async (_case, change, refusal = 400) => {
    const access = await someoneWithOidc(server, { oauth_grants: ['authorization_code', 'refresh_token'] })
    const { access_token, refresh_token } = await getTokens(server, access.visitor, access.application)
    await change(access)
    expect((await userinfo(server, access_token)).status).toBe(401)
    expect((await send(server, '/oauth2/userinfo', { form: { access_token } })).status).toBe(401)
    const answer = await send(server, '/oauth2/token', {
      headers: { authorization: access.application.authorization },
      form: { grant_type: 'refresh_token', refresh_token },
    })
    expect(answer.status).toBe(refusal)
  })
})
