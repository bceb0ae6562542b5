import { redeem } from '@gatehouse/contract/launch.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { launch } from '../../test/builders.ts'
import {
  basic,
  changeApplication,
  getTokens,
  introspect,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

// The access token of a redeemed launch is judged as every other access token, with and without the library.

const server = useListening()

const redeemAt = ({ authorization }: { authorization: string }, token: string) =>
  server.visitor({ web: false, headers: { authorization } }).call(redeem, { token })

async function redeemed() {
  const access = await someoneWithOidc(server)
  const { oAuthToken } = (await launch(access)).data
  const { access_token: token } = (await redeemAt(access.application, oAuthToken)).data
  return { ...access, launchToken: oAuthToken, token }
}

type Redeemed = Awaited<ReturnType<typeof redeemed>>

const inForm = ({ id, secret }: Redeemed['application']) => ({ client_id: id, client_secret: secret })

/** Each place that takes an access token: two without the library, two by it, and our own. */
async function answers({ application, token }: Pick<Redeemed, 'application' | 'token'>) {
  const replies = await Promise.all([
    userinfo(server, token),
    send(server, '/oauth2/userinfo', { form: { access_token: token } }),
    send(server, '/oauth2/access', { headers: { authorization: `Bearer ${token}` } }),
  ])
  const introspections = await Promise.all([
    introspect(server, application, token),
    send(server, '/oauth2/introspect', { form: { token, ...inForm(application) } }),
  ])
  return [...replies.map(({ status }) => status), ...introspections.map((reply) => reply.json().active)]
}

const VALID = [200, 200, 200, true, true]
const VOID = [401, 401, 401, false, false]

const execute = (statement: (one: Redeemed) => Sql) => (one: Redeemed) => server.db.execute(statement(one))
const ENDINGS: [string, (one: Redeemed) => Promise<unknown>][] = [
  ['logging out', ({ visitor }) => visitor.call(DestroySession)],
  [
    'the end of the session',
    execute(({ person }) => sql`update sessions set expires_at = now() where user_id = ${person.id}`),
  ],
  [
    'ten minutes',
    execute(({ person }) => sql`update access_tokens set expires_at = now() where user_id = ${person.id}`),
  ],
  ['deactivation', execute(({ person }) => sql`update users set is_active = false where id = ${person.id}`)],
  ['suspension', execute(({ person }) => sql`update users set suspended_from = now() where id = ${person.id}`)],
  ['deletion', execute(({ person }) => sql`update users set deleted_at = now() where id = ${person.id}`)],
  ['the end of the assignment', execute(({ person }) => sql`delete from assignments where user_id = ${person.id}`)],
  [
    'the deactivation of the client',
    execute(({ client }) => sql`update clients set status = 'INACTIVE' where id = ${client.id}`),
  ],
  ['a second use of the launch token', ({ application, launchToken }) => redeemAt(application, launchToken)],
  [
    'its revocation',
    ({ application, token }) => send(server, '/oauth2/revoke', { headers: basic(application), form: { token } }),
  ],
  [
    'its revocation with a hint',
    ({ application, token }) =>
      send(server, '/oauth2/revoke', {
        headers: basic(application),
        form: { token, token_type_hint: 'access_token' },
      }),
  ],
]

describe('the access token of a redeemed launch', () => {
  test.each(ENDINGS)('is void everywhere after %s (T014)', async (_what, end) => {
    const one = await redeemed()
    expect(await answers(one)).toEqual(VALID)
    await end(one)
    expect(await answers(one)).toEqual(VOID)
  })

  test('is void for an application that was blocked, which may ask nothing any more', async () => {
    const one = await redeemed()
    await changeApplication(server, one.application.id, { status: 'Temporary BLOCKED' })
    const [direct, byLibrary, access] = await answers(one)
    expect([direct, byLibrary, access]).toEqual([401, 401, 401])
    await changeApplication(server, one.application.id, { status: 'ACTIVE' })
    expect(await answers(one)).toEqual(VALID)
  })

  test('ends alone: tokens of OpenID Connect and of another launch in the same session stay', async () => {
    const one = await redeemed()
    const { access_token: ofSignIn } = await getTokens(server, one.visitor, one.application)
    const { data } = await redeemAt(one.application, (await launch(one)).data.oAuthToken)
    await redeemAt(one.application, one.launchToken)
    expect(await answers(one)).toEqual(VOID)
    expect(await answers({ ...one, token: data.access_token })).toEqual(VALID)
    expect((await userinfo(server, ofSignIn)).status).toBe(200)
  })

  test('opens all that the redemption has returned, whatever the application may request', async () => {
    const { application, person, token } = await redeemed()
    await changeApplication(server, application.id, { allowed_scopes: ['openid'] })
    const claims = (await userinfo(server, token)).json()
    expect(claims).toMatchObject({ sub: person.id, email: person.email, phone_number: person.phoneNumber })
    expect((await send(server, '/oauth2/userinfo', { form: { access_token: token } })).json()).toEqual(claims)
    const introspected = (await introspect(server, application, token)).json()
    expect(introspected).toMatchObject({ scope: 'openid profile email phone access', username: person.userName })
    const asked = { form: { token, ...inForm(application) } }
    expect((await send(server, '/oauth2/introspect', asked)).json()).toEqual(introspected)
  })
})
