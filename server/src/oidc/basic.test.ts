import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  authorize,
  authorizePath,
  basic,
  browse,
  changeApplication,
  getTokens,
  ISSUER,
  introspect,
  redeemCode,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

// The modules of the OpenID Foundation's Basic OP plan, by their names.

const server = useListening()

/** Like most OAuth clients of the plan: confidential, without PKCE. */
const conforming = () => someoneWithOidc(server, { pkce_required: false })
/** The same, with the tokens of a sign-in. */
async function withTokens(changes: Parameters<typeof getTokens>[3] = {}) {
  const someone = await conforming()
  return { ...someone, ...(await getTokens(server, someone.visitor, someone.application, changes)) }
}
const withoutProof = { code_challenge: undefined, code_challenge_method: undefined }

test('oidcc-server', async () => {
  const { visitor, application, person } = await conforming()
  const { reply } = await authorize(server, visitor, application, { nonce: 'n-1', ...withoutProof })
  expect(reply.status).toBe(303)
  expect(`${reply.location?.origin}${reply.location?.pathname}`).toBe(application.redirectUrl)
  expect(reply.params).toMatchObject({ state: 'state-1', iss: ISSUER, code: expect.stringMatching(/^.{43,}$/) })

  const answer = await redeemCode(server, application, reply.params.code as string, undefined)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  const tokens = answer.json()
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'openid' })
  const claims = decodeJwt(tokens.id_token)
  expect(claims).toMatchObject({ iss: ISSUER, aud: application.id, sub: person.id, nonce: 'n-1' })
  expect(Object.keys(claims).sort()).toEqual(
    ['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nonce', 'sid', 'sub'].sort(),
  )
  expect(claims).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'urn:gatehouse:acr:2' })
})

test('oidcc-response-type-missing', async () => {
  const { visitor, application } = await conforming()
  const { reply } = await authorize(server, visitor, application, { response_type: undefined })
  expect(reply.params).toMatchObject({ error: 'invalid_request', state: 'state-1' })
  expect(reply.params.code).toBeUndefined()
})

test('oidcc-idtoken-signature', async () => {
  const { id_token } = await withTokens()
  const { alg, kid } = decodeProtectedHeader(id_token)
  const { keys } = (await send(server, '/oauth2/jwks')).json()
  expect(alg).toBe('RS256')
  expect(keys.map((key: { kid: string }) => key.kid)).toContain(kid)
})

test('oidcc-idtoken-unsigned', async () => {
  const { id_token_signing_alg_values_supported: algorithms } = (
    await send(server, '/.well-known/openid-configuration')
  ).json()
  expect(algorithms).toEqual(['RS256', 'ES256'])
})

describe('oidcc-userinfo', () => {
  test('-get', async () => {
    const { person, access_token } = await withTokens()
    const answer = await userinfo(server, access_token)
    expect([answer.status, answer.json()]).toEqual([200, { sub: person.id }])
  })

  test('-post-header', async () => {
    const { person, access_token } = await withTokens()
    const answer = await send(server, '/oauth2/userinfo', {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect([answer.status, answer.json()]).toEqual([200, { sub: person.id }])
  })

  test('-post-body', async () => {
    const { person, access_token } = await withTokens()
    const answer = await send(server, '/oauth2/userinfo', { form: { access_token } })
    expect([answer.status, answer.json()]).toEqual([200, { sub: person.id }])
  })
})

test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
  const { id_token } = await withTokens()
  expect(decodeJwt(id_token).nonce).toBeUndefined()
})

describe('oidcc-scope', () => {
  test.each([
    ['profile', ['family_name', 'given_name', 'name', 'preferred_username', 'sub', 'updated_at']],
    ['email', ['email', 'email_verified', 'sub']],
    // We store no postal addresses, so there is no such claim.
    ['address', ['sub']],
    ['phone', ['phone_number', 'phone_number_verified', 'sub']],
  ])('-%s: its claims come from userinfo and not in the token', async (scope, expected) => {
    const { access_token, id_token } = await withTokens({ scope: `openid ${scope}` })
    expect(Object.keys((await userinfo(server, access_token)).json()).sort()).toEqual(expected)
    for (const name of expected.filter((one) => one !== 'sub')) expect(decodeJwt(id_token)).not.toHaveProperty(name)
  })

  test('-all', async () => {
    const { visitor, application, person } = await conforming()
    const scope = 'openid profile email address phone'
    const { access_token } = await getTokens(server, visitor, application, { scope })
    expect((await userinfo(server, access_token)).json()).toMatchObject({
      sub: person.id,
      email: person.email,
      email_verified: true,
      phone_number: person.phoneNumber,
      name: 'Asha Rao',
    })
  })
})

test('oidcc-alternate-happy-flow', async () => {
  const { visitor, application } = await conforming()
  const reply = await browse(
    server,
    visitor,
    `/oauth2/authorize?${new URLSearchParams({ scope: 'email profile openid', state: 's', redirect_uri: application.redirectUrl, response_type: 'code', client_id: application.id })}`,
  )
  expect((await redeemCode(server, application, reply.params.code as string, undefined)).status).toBe(200)
})

test.each(['page', 'popup'])('oidcc-display-%s', async (display) => {
  const { visitor, application } = await conforming()
  expect((await getTokens(server, visitor, application, { display })).status).toBe(200)
})

test('oidcc-prompt-none-not-logged-in', async () => {
  const { application } = await conforming()
  const { reply } = await authorize(server, server.visitor(), application, { prompt: 'none' })
  expect(reply.params).toMatchObject({ error: 'login_required', state: 'state-1', iss: ISSUER })
})

test('oidcc-prompt-none-logged-in', async () => {
  const { visitor, application } = await conforming()
  const first = decodeJwt((await getTokens(server, visitor, application)).id_token)
  const second = decodeJwt((await getTokens(server, visitor, application, { prompt: 'none' })).id_token)
  expect(second).toMatchObject({ sub: first.sub as string, auth_time: first.auth_time })
})

test('oidcc-max-age-10000', async () => {
  const { visitor, application } = await conforming()
  const first = decodeJwt((await getTokens(server, visitor, application)).id_token)
  const second = decodeJwt((await getTokens(server, visitor, application, { max_age: '10000' })).id_token)
  expect(second.auth_time).toBe(first.auth_time)
})

test('oidcc-ensure-request-with-unknown-parameter-succeeds', async () => {
  const { visitor, application } = await conforming()
  expect((await getTokens(server, visitor, application, { extra: 'foobar' })).status).toBe(200)
})

test('oidcc-id-token-hint', async () => {
  const { visitor, application, person, id_token } = await withTokens()
  const again = await getTokens(server, visitor, application, { prompt: 'none', id_token_hint: id_token })
  expect(decodeJwt(again.id_token).sub).toBe(person.id)
})

test.each([
  ['oidcc-login-hint', { login_hint: 'buffy@example.com' }],
  ['oidcc-ui-locales', { ui_locales: 'hi en' }],
  ['oidcc-claims-locales', { claims_locales: 'se' }],
  ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: 'urn:gatehouse:acr:1 urn:gatehouse:acr:2' }],
  ['oidcc-claims-essential', { claims: JSON.stringify({ userinfo: { name: { essential: true } } }) }],
])('%s', async (_module, parameter) => {
  const { status, access_token } = await withTokens(parameter)
  expect(status).toBe(200)
  // Both the library and the direct path report it.
  const [direct, byLibrary] = [
    await userinfo(server, access_token),
    await send(server, '/oauth2/userinfo', { form: { access_token } }),
  ]
  expect(direct.json()).toEqual(byLibrary.json())
  expect('name' in direct.json()).toBe('claims' in parameter)
})

test('oidcc-codereuse', async () => {
  const { application, code, verifier } = await withTokens()
  const again = await redeemCode(server, application, code, verifier)
  expect([again.status, again.json().error]).toEqual([400, 'invalid_grant'])
})

test('oidcc-codereuse-30seconds: the first access token is revoked', async () => {
  const { application, code, verifier, access_token } = await withTokens()
  expect((await userinfo(server, access_token)).status).toBe(200)
  await redeemCode(server, application, code, verifier)
  expect((await userinfo(server, access_token)).status).toBe(401)
  expect((await introspect(server, application, access_token)).json()).toEqual({ active: false })
})

test('oidcc-ensure-registered-redirect-uri', async () => {
  const { visitor, application } = await conforming()
  const { reply } = await authorize(server, visitor, application, { redirect_uri: 'https://other.example.com/cb' })
  expect([reply.status, reply.location]).toEqual([400, null])
})

test('oidcc-ensure-post-request-succeeds', async () => {
  const { visitor, application } = await conforming()
  const [path, query = ''] = authorizePath(application).split('?')
  const bridged = await browse(server, server.visitor(), path as string, {
    form: query,
    headers: { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' },
  })
  expect(bridged.status).toBe(303)
  const reply = await browse(server, visitor, `${bridged.location?.pathname}${bridged.location?.search}`)
  expect(reply.params.code).toBeDefined()
})

test('oidcc-server-client-secret-post', async () => {
  const { visitor, application } = await conforming()
  await changeApplication(server, application.id, { token_auth_method: 'client_secret_post' })
  const { reply } = await authorize(server, visitor, application, withoutProof)
  const form = {
    grant_type: 'authorization_code',
    code: reply.params.code as string,
    redirect_uri: application.redirectUrl,
    client_id: application.id,
  }
  const wrong = await send(server, '/oauth2/token', { form: { ...form, client_secret: 'wrong' } })
  expect([wrong.status, wrong.json().error]).toEqual([401, 'invalid_client'])
  const right = await send(server, '/oauth2/token', { form: { ...form, client_secret: application.secret } })
  expect(right.status).toBe(200)
})

test.each([
  ['oidcc-request-uri-unsigned', { request_uri: 'https://app.example.com/r' }, 'request_uri_not_supported'],
  ['oidcc-unsigned-request-object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
])('%s-supported-correctly-or-rejected-as-unsupported', async (_module, parameter, error) => {
  const { visitor, application } = await conforming()
  const { reply } = await authorize(server, visitor, application, parameter)
  expect(reply.params).toMatchObject({ error, state: 'state-1' })
})

test('oidcc-ensure-request-object-with-redirect-uri', async () => {
  const { visitor, application } = await conforming()
  const request = `eyJhbGciOiJub25lIn0.${Buffer.from('{"redirect_uri":"https://evil.example/"}').toString('base64url')}.`
  const { reply } = await authorize(server, visitor, application, { request })
  expect(reply.location?.origin).not.toBe('https://evil.example')
})

test('oidcc-refresh-token', async () => {
  const { visitor, application } = await conforming()
  const stranger = await conforming()
  const oauth_grants = ['authorization_code', 'refresh_token']
  for (const { id } of [application, stranger.application]) await changeApplication(server, id, { oauth_grants })
  const first = await getTokens(server, visitor, application, { scope: 'openid email' })
  const refresh = (who: typeof application, token: string, more = {}) =>
    send(server, '/oauth2/token', {
      headers: basic(who),
      form: { grant_type: 'refresh_token', refresh_token: token, ...more },
    })
  const narrowed = (await refresh(application, first.refresh_token, { scope: 'openid' })).json()
  expect(narrowed).toMatchObject({ scope: 'openid', refresh_token: expect.stringMatching(/^[\w-]+$/) })
  expect(decodeJwt(narrowed.id_token)).toMatchObject({ sub: decodeJwt(first.id_token).sub as string })
  expect((await refresh(application, narrowed.refresh_token, { scope: 'openid phone' })).json().error).toBe(
    'invalid_scope',
  )
  expect((await refresh(stranger.application, narrowed.refresh_token)).json().error).toBe('invalid_grant')
})

test('oidcc-ensure-request-with-valid-pkce-succeeds', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  expect((await getTokens(server, visitor, application)).status).toBe(200)
})
