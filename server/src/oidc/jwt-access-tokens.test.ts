import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { aClient, anAssignment } from '../../test/builders.ts'
import {
  anApi,
  basic,
  browse,
  changeApplication,
  getTokens,
  ISSUER,
  introspect,
  redeemFor,
  send,
  someoneWithOidc,
  toServer,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import { tampered } from '../../test/tampered.ts'

// Access tokens that resource servers check by their signature (RFC 9068).

const server = useListening()

const GRANTS = { oauth_grants: ['authorization_code', 'refresh_token'] }

/** Verifies a token like a resource server, with only the published keys. */
async function checked(token: string, audience: string) {
  const known = await send(server, '/oauth2/jwks')
  return jwtVerify(token, createLocalJWKSet(known.json()), { issuer: ISSUER, audience, typ: 'at+jwt' })
}

/** A person, an application, and a second one with JWT access tokens; both may use them. */
async function someoneWithApi(changes: Record<string, unknown> = {}) {
  const someone = await someoneWithOidc(server, GRANTS)
  const { resource, ...api } = await anApi(server, { access_token_format: 'jwt', ...changes })
  await anAssignment(server, someone.person.id, api.id, (await aClient(server)).id)
  return { ...someone, api, resource }
}

const tokensFor = async (someone: Awaited<ReturnType<typeof someoneWithApi>>) =>
  (await redeemFor(server, someone, someone.resource, 'openid email')).json()

describe('a JWT access token for a resource server', () => {
  test.each(['RS256', 'ES256'])('contains its claims, signed with %s', async (alg) => {
    const someone = await someoneWithApi({ id_token_alg: alg })
    const { access_token, expires_in, refresh_token } = await tokensFor(someone)
    expect(decodeProtectedHeader(access_token)).toEqual({ alg, typ: 'at+jwt', kid: expect.any(String) })
    const { payload } = await checked(access_token, someone.resource)
    expect(payload).toEqual({
      iss: ISSUER,
      aud: someone.resource,
      sub: someone.person.id,
      client_id: someone.application.id,
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 300,
      jti: expect.any(String),
      scope: 'openid email',
      auth_time: expect.any(Number),
      acr: 'urn:gatehouse:acr:2',
      amr: expect.arrayContaining(['pwd', 'otp']),
    })
    expect(expires_in).toBe(300)
    const form = { grant_type: 'refresh_token', refresh_token, resource: someone.resource }
    const renewed = (await send(server, '/oauth2/token', { headers: basic(someone.application), form })).json()
    const again = (await checked(renewed.access_token, someone.resource)).payload
    expect([again.auth_time, again.jti === payload.jti]).toEqual([payload.auth_time, false])
  })

  test('can be introspected as well, in the header and in a form, and revoked', async () => {
    const { api, application, person, ...rest } = await someoneWithApi()
    const { access_token: token } = await tokensFor({ api, application, person, ...rest })
    const inForm = (asking: { id: string; secret: string }) =>
      send(server, '/oauth2/introspect', { form: { token, client_id: asking.id, client_secret: asking.secret } })
    const known = { active: true, sub: person.id, client_id: application.id, aud: api.id, username: person.userName }
    expect((await introspect(server, api, token)).json()).toMatchObject(known)
    expect((await inForm(api)).json()).toMatchObject(known)
    expect((await inForm(application)).json()).toEqual({ active: false })
    // The token is for the resource only.
    expect((await userinfo(server, token)).status).toBe(401)
    await send(server, '/oauth2/revoke', { headers: basic(application), form: { token } })
    expect((await introspect(server, api, token)).json()).toEqual({ active: false })
    expect((await inForm(api)).json()).toEqual({ active: false })
  })

  test('of an application for itself names the application', async () => {
    const { application, api, resource } = await someoneWithApi()
    await changeApplication(server, application.id, { oauth_grants: ['client_credentials'] })
    const form = { grant_type: 'client_credentials', resource }
    const { access_token } = (await send(server, '/oauth2/token', { headers: basic(application), form })).json()
    const { payload } = await checked(access_token, resource)
    expect(payload).toMatchObject({ sub: application.id, client_id: application.id, aud: resource })
    expect(payload).not.toHaveProperty('auth_time')
    expect((await introspect(server, api, access_token)).json()).toMatchObject({ active: true, aud: api.id })
  })

  test('stays opaque for a resource that did not choose JWTs', async () => {
    const someone = await someoneWithApi({ access_token_format: 'opaque' })
    expect((await tokensFor(someone)).access_token).not.toContain('.')
  })
})

describe('an application whose own access tokens are JWTs', () => {
  const JWT = { ...GRANTS, access_token_format: 'jwt' }

  test('gets them for a code, for a refresh token and for itself', async () => {
    const { visitor, application, person } = await someoneWithOidc(server, {
      ...JWT,
      oauth_grants: [...GRANTS.oauth_grants, 'client_credentials'],
      allowed_url: 'https://own-api.example.com',
    })
    const tokens = await getTokens(server, visitor, application, { scope: 'openid email' })
    const { payload } = await checked(tokens.access_token, 'https://own-api.example.com')
    expect(payload).toMatchObject({ sub: person.id, client_id: application.id, scope: 'openid email' })
    // The setting does not change the identity token.
    expect(decodeProtectedHeader(tokens.id_token)).not.toHaveProperty('typ', 'at+jwt')
    expect(decodeJwt(tokens.id_token).aud).toBe(application.id)
    const ask = async (form: Record<string, string>) =>
      (await send(server, '/oauth2/token', { headers: basic(application), form })).json()
    const renewed = await ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect((await checked(renewed.access_token, 'https://own-api.example.com')).payload.sub).toBe(person.id)
    const own = await ask({ grant_type: 'client_credentials' })
    expect((await checked(own.access_token, 'https://own-api.example.com')).payload.sub).toBe(application.id)
    expect([tokens.status, renewed.expires_in, own.expires_in]).toEqual([200, 300, 300])
  })

  test('can use them at userinfo in every way, until the session ends', async () => {
    const { visitor, application, person } = await someoneWithOidc(server, JWT)
    const { access_token, id_token } = await getTokens(server, visitor, application, { scope: 'openid email' })
    const known = { sub: person.id, email: person.email }
    expect((await userinfo(server, access_token)).json()).toMatchObject(known)
    expect((await send(server, '/oauth2/userinfo', { form: { access_token } })).json()).toMatchObject(known)
    expect((await introspect(server, application, access_token)).json()).toMatchObject({ active: true })
    const logout = (hint: string) =>
      browse(server, visitor, `/oauth2/logout?${new URLSearchParams({ id_token_hint: hint })}`)
    // It is no identity token.
    expect((await logout(access_token)).status).toBe(400)
    await logout(id_token)
    expect((await userinfo(server, access_token)).status).toBe(401)
    expect((await introspect(server, application, access_token)).json()).toEqual({ active: false })
  })

  test('cannot forge one, or spell one differently', async () => {
    const { visitor, application } = await someoneWithOidc(server, JWT)
    const { access_token: token } = await getTokens(server, visitor, application)
    const [header, payload, signature = ''] = token.split('.')
    for (const other of [
      `${header}~${payload}.${signature}`,
      tampered(token),
      `${header}.${payload}.`,
      String(decodeJwt(token).jti),
    ]) {
      expect((await userinfo(server, other)).status).toBe(401)
      expect((await introspect(server, application, other)).json()).toEqual({ active: false })
    }
  })
})

test('openid-client gets, renews and revokes JWT access tokens', async () => {
  const { visitor, application, person } = await someoneWithOidc(server, { ...GRANTS, access_token_format: 'jwt' })
  const config = await client.discovery(
    new URL(ISSUER),
    application.id,
    undefined,
    client.ClientSecretPost(application.secret),
    { [client.customFetch]: toServer(server), execute: [client.allowInsecureRequests] },
  )
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: application.redirectUrl,
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  await changeApplication(server, application.id, { token_auth_method: 'client_secret_post' })
  const { location } = await browse(server, visitor, address.pathname + address.search)
  const tokens = await client.authorizationCodeGrant(config, location as URL, { pkceCodeVerifier })
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token))
  expect(decodeProtectedHeader(refreshed.access_token).typ).toBe('at+jwt')
  expect(await client.fetchUserInfo(config, refreshed.access_token, person.id)).toMatchObject({ email: person.email })
  expect(await client.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true })
  await client.tokenRevocation(config, refreshed.access_token)
  expect(await client.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
})
