import { grantToken, redeem } from '@gatehouse/contract/launch.ts'
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { aClient, anAssignment, launch } from '../../test/builders.ts'
import {
  aProof,
  browse,
  changeApplication,
  ISSUER,
  introspect,
  send,
  someoneWithOidc,
  toServer,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

// A third-party client library, and other callers of userinfo and introspection.

const server = useListening()

test('openid-client: discovery, sign-in, userinfo, refresh, introspection, revocation and logout', async () => {
  const after = 'https://app.example.com/after'
  const { visitor, application, person } = await someoneWithOidc(server, {
    oauth_grants: ['authorization_code', 'refresh_token'],
    post_logout_redirect_uris: [after],
  })
  const config = await client.discovery(
    new URL(ISSUER),
    application.id,
    undefined,
    client.ClientSecretBasic(application.secret),
    { [client.customFetch]: toServer(server), execute: [client.allowInsecureRequests] },
  )
  const [pkceCodeVerifier, expectedState, expectedNonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ]
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: application.redirectUrl,
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  })
  const { location } = await browse(server, visitor, address.pathname + address.search)
  const tokens = await client.authorizationCodeGrant(config, location as URL, {
    ...{ pkceCodeVerifier, expectedState, expectedNonce },
    idTokenExpected: true,
  })
  expect(tokens.claims()).toMatchObject({ sub: person.id })
  expect(await client.fetchUserInfo(config, tokens.access_token, person.id)).toMatchObject({ email: person.email })
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token as string)
  expect(await client.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true })
  await client.tokenRevocation(config, refreshed.access_token)
  expect(await client.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })

  const end = client.buildEndSessionUrl(config, {
    post_logout_redirect_uri: after,
    id_token_hint: refreshed.id_token as string,
  })
  expect((await browse(server, visitor, end.pathname + end.search)).location?.href).toBe(after)
})

describe('the access token of a redeemed launch', () => {
  const redeemed = async () => {
    const access = await someoneWithOidc(server)
    const { data } = await launch(access)
    const program = server.visitor({ web: false, headers: { authorization: access.application.authorization } })
    const { access_token: token } = (await program.call(redeem, { token: data.oAuthToken })).data
    return { ...access, token }
  }

  test('works at userinfo and introspection, with and without the library', async () => {
    const { application, person, token } = await redeemed()
    const claims = (await userinfo(server, token)).json()
    expect(claims).toMatchObject({ sub: person.id, email: person.email, [`${ISSUER}/claims/role`]: 'Manager' })
    expect((await send(server, '/oauth2/userinfo', { form: { access_token: token } })).json()).toEqual(claims)
    const introspected = (await introspect(server, application, token)).json()
    expect(introspected).toMatchObject({
      active: true,
      sub: person.id,
      client_id: application.id,
      token_type: 'Bearer',
    })
    const { status, text } = await send(server, '/oauth2/introspect', {
      form: { token, client_id: application.id, client_secret: application.secret },
    })
    expect([status, JSON.parse(text)]).toEqual([200, introspected])
  })

  test('is refused for other applications, after its revocation and after the end of the session', async () => {
    const { application, token } = await redeemed()
    const stranger = await someoneWithOidc(server)
    expect((await introspect(server, stranger.application, token)).json()).toEqual({ active: false })
    const revoked = await send(server, '/oauth2/revoke', {
      headers: { authorization: application.authorization },
      form: { token },
    })
    expect(revoked.status).toBe(200)
    expect((await userinfo(server, token)).status).toBe(401)
  })
})

describe('the tile of an application with OpenID Connect', () => {
  test('starts its own sign-in with the chosen client, without data of the person', async () => {
    const {
      visitor,
      application,
      person,
      client: first,
    } = await someoneWithOidc(server, {
      launch_mode: 'oidc',
      login_url: 'https://app.example.com/login',
    })
    const second = await aClient(server)
    await anAssignment(server, person.id, application.id, second.id, 'Auditor')
    for (const [chosen, role] of [
      [second, 'Auditor'],
      [first, 'Manager'],
    ] as const) {
      const { data } = await visitor.call(grantToken, {
        ...{ clientId: application.id, redirectUri: application.redirectUrl, userId: person.id, client: chosen.id },
      })
      const url = new URL(data.launch.url)
      expect([data.launch.method, url.pathname]).toEqual(['GET', '/login'])
      expect(Object.fromEntries(url.searchParams)).toEqual({ iss: ISSUER, client: chosen.id })

      // Also for an application that does not pass the client on, because the client has just been chosen.
      const { verifier, challenge } = aProof()
      const query = new URLSearchParams({
        client_id: application.id,
        redirect_uri: application.redirectUrl,
        response_type: 'code',
        scope: 'openid access',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      const reply = await browse(server, visitor, `/oauth2/authorize?${query}`)
      const answer = await send(server, '/oauth2/token', {
        headers: { authorization: application.authorization },
        form: {
          ...{ grant_type: 'authorization_code', code: reply.params.code as string, code_verifier: verifier },
          redirect_uri: application.redirectUrl,
        },
      })
      const claims = (await userinfo(server, answer.json().access_token)).json()
      expect(claims[`${ISSUER}/claims/role`]).toBe(role)
    }
  })
})

test('`/oauth2/access` lists all access of a person if the claims do not', async () => {
  const { visitor, application, client: entered } = await someoneWithOidc(server)
  const { rows } = await server.db.pool.query<{ id: string }>(
    `insert into application_roles (id, application_id, client_id, name, role_id, action, range_from, range_to, regions, all_regions)
     values (gen_random_uuid(), $1, $2, 'manager', 'R-7', 'Approval', 0, 500000, '{KA,TN}', false) returning id`,
    [application.id, entered.id],
  )
  await server.db.pool.query(
    `with made as (
       insert into pages (id, application_id, name) select gen_random_uuid(), $1, 'Page ' || lpad(n::text, 3, '0')
       from generate_series(1, 60) n returning id)
     insert into application_role_pages (application_role_id, page_id) select $2, id from made`,
    [application.id, rows[0]?.id],
  )
  await changeApplication(server, application.id, { pkce_required: false })
  const query = new URLSearchParams({
    client_id: application.id,
    redirect_uri: application.redirectUrl,
    response_type: 'code',
    scope: 'openid access',
  })
  const reply = await browse(server, visitor, `/oauth2/authorize?${query}`)
  const tokens = await send(server, '/oauth2/token', {
    headers: { authorization: application.authorization },
    form: {
      grant_type: 'authorization_code',
      code: reply.params.code as string,
      redirect_uri: application.redirectUrl,
    },
  })
  const { access_token } = tokens.json()
  const claims = (await userinfo(server, access_token)).json()
  expect(claims[`${ISSUER}/claims/application_role`]).toEqual({
    name: 'manager',
    role_id: 'R-7',
    action: 'Approval',
    sequence: null,
    range: { from: 0, to: 500_000 },
    regions: ['KA', 'TN'],
    all_regions: false,
  })
  expect(claims[`${ISSUER}/claims/pages`]).toHaveLength(50)
  const more = new URL(claims[`${ISSUER}/claims/more`])
  const whole = await send(server, more.pathname, { headers: { authorization: `Bearer ${access_token}` } })
  expect(whole.json()[`${ISSUER}/claims/pages`]).toHaveLength(60)
  expect((await send(server, more.pathname)).status).toBe(401)
})
