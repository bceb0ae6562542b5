import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import { redeem } from '@gatehouse/contract/launch.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { expect, test, vi } from 'vitest'
import { aClient, anApplication, anAssignment, launch } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import {
  anApi,
  authorize,
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

// Applications with pairwise ids of people (OpenID Connect Core §8.1).

const server = useListening({ config: { outboundAllow: ['localhost'] } })

const PAIRWISE = { subject_type: 'pairwise', oauth_grants: ['authorization_code', 'refresh_token'] }

const subOf = async (access_token: string) => (await userinfo(server, access_token)).json().sub

test("every endpoint uses the same pairwise id, which is not the person's id", async () => {
  const notices: URLSearchParams[] = []
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    notices.push(new URLSearchParams(text))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const someone = await someoneWithOidc(server, { ...PAIRWISE, backchannel_logout_uri: `http://localhost:${port}/out` })
  const { visitor, application, person } = someone
  const tokens = await getTokens(server, visitor, application, { scope: 'openid profile access' })
  const sub = await subOf(tokens.access_token)
  expect(sub).toMatch(/^[\w-]{43}$/)
  const { access_token: token } = tokens
  const credentials = { client_id: application.id, client_secret: application.secret }
  const answers = [
    decodeJwt(tokens.id_token),
    (await send(server, '/oauth2/userinfo', { form: { access_token: token } })).json(),
    (await send(server, '/oauth2/access', { headers: { authorization: `Bearer ${token}` } })).json(),
    (await introspect(server, application, token)).json(),
    (await send(server, '/oauth2/introspect', { form: { token, ...credentials } })).json(),
  ]
  const renewed = await send(server, '/oauth2/token', {
    form: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, ...credentials },
  })
  answers.push(decodeJwt(renewed.json().id_token))

  const { data: launched } = await launch(someone)
  expect(JSON.stringify(launched)).not.toContain(person.id)
  const program = server.visitor({ web: false, headers: { authorization: application.authorization } })
  const redeemed = (await program.call(redeem, { token: launched.oAuthToken })).data
  expect([redeemed.sub, redeemed.userId, redeemed._id]).toEqual([sub, sub, sub])
  answers.push((await userinfo(server, redeemed.access_token)).json())
  answers.push((await introspect(server, application, redeemed.access_token)).json())
  answers.push(
    (await send(server, '/oauth2/introspect', { form: { token: redeemed.access_token, ...credentials } })).json(),
  )
  await visitor.call(DestroySession, {})
  await vi.waitFor(() => expect(notices).toHaveLength(1), { timeout: 120_000 })
  answers.push(decodeJwt(String(notices[0]?.get('logout_token'))))
  receiver.close()
  for (const answer of answers) {
    expect(answer.sub).toBe(sub)
    expect(JSON.stringify(answer)).not.toContain(person.id)
    // The same user name for all applications would defeat pairwise ids; an application with the scope `profile` gets
    // it there.
    expect(answer).not.toHaveProperty('username')
  }
})

test('the id is the same within a sector, different for others, and does not change with an address', async () => {
  const { visitor, person, application } = await someoneWithOidc(server, PAIRWISE)
  const entered = await aClient(server)
  const subAs = async (other: typeof application, changes: Record<string, unknown>) => {
    await changeApplication(server, other.id, { ...PAIRWISE, ...changes })
    return subOf((await getTokens(server, visitor, other)).access_token)
  }
  const other = { ...application, ...(await anApplication(server)) }
  await anAssignment(server, person.id, other.id, entered.id)
  const [alone, otherAlone] = [await subAs(application, {}), await subAs(other, {})]
  const [claims, sales] = [
    await subAs(application, { subject_sector: 'claims.example.com' }),
    await subAs(application, { subject_sector: 'sales.example.com' }),
  ]
  expect(new Set([alone, otherAlone, claims, sales, person.id]).size).toBe(5)
  expect(await subAs(other, { subject_sector: 'Claims.example.com' })).toBe(claims)
  const moved = { redirect_uris: ['https://a.example.com/cb', 'https://b.example.org/cb', application.redirectUrl] }
  expect(await subAs(application, { subject_sector: '', ...moved })).toBe(alone)
  expect(await subAs(application, { subject_type: 'public' })).toBe(person.id)
})

test("a token for another application uses that application's id of the person", async () => {
  const someone = await someoneWithOidc(server, PAIRWISE)
  const { person } = someone
  const api = await anApi(server, { access_token_format: 'jwt' })
  await anAssignment(server, person.id, api.id, (await aClient(server)).id)
  const tokens = (await redeemFor(server, someone, api.resource)).json()
  const { sub } = decodeJwt(tokens.id_token)
  expect(sub).not.toBe(person.id)
  expect(decodeJwt(tokens.access_token).sub).toBe(sub)
  expect((await introspect(server, api, tokens.access_token)).json()).toMatchObject({ active: true, sub })
})

test('an identity token with a pairwise id works for a logout, and as a hint in a request', async () => {
  const { visitor, application } = await someoneWithOidc(server, PAIRWISE)
  const { id_token } = await getTokens(server, visitor, application)
  const hinted = await authorize(server, visitor, application, { id_token_hint: id_token, prompt: 'none' })
  expect(hinted.reply.params.code).toEqual(expect.any(String))
  const stranger = await someoneWithOidc(server)
  await anAssignment(server, stranger.person.id, application.id, (await aClient(server)).id)
  const other = await authorize(server, stranger.visitor, application, { id_token_hint: id_token, prompt: 'none' })
  expect(other.reply.params.error).toBe('login_required')
  await browse(server, visitor, `/oauth2/logout?${new URLSearchParams({ id_token_hint: id_token })}`)
  expect((await authorize(server, visitor, application, { prompt: 'none' })).reply.params.error).toBe('login_required')
})

test('discovery lists pairwise ids, and the dry run predicts them', async () => {
  const { json } = await send(server, '/.well-known/openid-configuration')
  expect(json().subject_types_supported).toEqual(['public', 'pairwise'])
  const { visitor, person, application } = await someoneWithOidc(server, PAIRWISE)
  const sub = await subOf((await getTokens(server, visitor, application)).access_token)
  const { data } = await (await anAdministrator(server)).visitor.call(simulateRequest, {
    ...{ applicationId: application.id, userId: person.id, client: '', redirectUri: application.redirectUrl },
    ...{ responseType: 'code', responseMode: '', scope: 'openid', claims: '', resource: '', prompt: '', maxAge: '' },
    ...{ codeChallenge: 'x'.repeat(43), codeChallengeMethod: 'S256' },
  })
  expect(data.claims).toMatchObject({ idToken: { sub }, userinfo: { sub } })
})

test('openid-client checks that userinfo has the subject of the identity token', async () => {
  const { visitor, application } = await someoneWithOidc(server, PAIRWISE)
  const config = await client.discovery(
    new URL(ISSUER),
    application.id,
    { subject_type: 'pairwise' },
    client.ClientSecretBasic(application.secret),
    { [client.customFetch]: toServer(server), execute: [client.allowInsecureRequests] },
  )
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: application.redirectUrl,
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const { location } = await browse(server, visitor, address.pathname + address.search)
  const tokens = await client.authorizationCodeGrant(config, location as URL, { pkceCodeVerifier })
  const { sub } = tokens.claims() as { sub: string }
  expect(await client.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ sub })
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token))
  expect(refreshed.claims()?.sub).toBe(sub)
})
