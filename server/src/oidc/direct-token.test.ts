import { decodeJwt, decodeProtectedHeader } from 'jose'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import {
  type Application,
  authorize,
  basic,
  changeApplication,
  getTokens,
  redeemCode,
  send,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'

// Compares the direct answers with the library's: an unknown parameter leaves a request to the library.
const TO_THE_LIBRARY = { anything: 'else' }
const GRANTS = { oauth_grants: ['authorization_code', 'refresh_token', 'client_credentials'] }

const server = useListening()

/** The order of scopes means nothing (RFC 6749 §3.3). */
const sorted = (scope: unknown) => (typeof scope === 'string' ? scope.split(' ').sort() : scope)

const ask = (application: Pick<Application, 'id' | 'secret'>, form: Record<string, string>) =>
  send(server, '/oauth2/token', { headers: basic(application), form })

/** The newest rows, without values that differ each time. */
async function storedLast(applicationId: string, count: number) {
  const { rows } = await server.db.execute<{ model: string; payload: Record<string, unknown>; seconds: number }>(sql`
    select model, payload, round(extract(epoch from expires_at - created_at))::int as seconds from oidc_artifacts
    where application_id = ${applicationId} order by created_at desc limit ${count}`)
  const stored = rows.map(({ model, payload: { iat, exp, iiat, rotations, ...payload }, seconds }) => {
    return { model, seconds, lasts: Number(exp) - Number(iat), ...payload, scope: sorted(payload.scope) }
  })
  return stored.sort((a, b) => a.model.localeCompare(b.model))
}

test('a token of an application for itself is the same with and without the library', async () => {
  const { application } = await someoneWithOidc(server, GRANTS)
  const form = { grant_type: 'client_credentials' }
  const answers = []
  for (const more of [{}, TO_THE_LIBRARY]) {
    const answer = await ask(application, { ...form, ...more })
    // Shows whether the library has answered.
    expect(answer.headers.vary).toBe(more === TO_THE_LIBRARY ? 'Origin' : undefined)
    const { access_token, ...rest } = answer.json()
    answers.push({ ...rest, length: access_token.length, stored: await storedLast(application.id, 1) })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ expires_in: 600, stored: [{ model: 'ClientCredentials', seconds: 600 }] })
})

test.each([
  ['and a refresh token', GRANTS],
  ['alone', { oauth_grants: ['authorization_code'] }],
])('the tokens for a code %s are the same with and without the library', async (_what, changes) => {
  const { visitor, application } = await someoneWithOidc(server, changes)
  const claims = JSON.stringify({ userinfo: { name: null } })
  const answers = []
  for (const more of [{}, TO_THE_LIBRARY]) {
    const asked = { scope: 'openid email', nonce: 'n-1', claims }
    const { reply, verifier } = await authorize(server, visitor, application, asked)
    const answer = await redeemCode(server, application, reply.params.code as string, verifier, more)
    expect(answer.headers.vary).toBe(more === TO_THE_LIBRARY ? 'Origin' : undefined)
    const tokens = answer.json()
    const { iat, exp, ...said } = decodeJwt(tokens.id_token)
    const secrets = ['access_token', 'refresh_token', 'id_token'].filter((name) => name in tokens)
    answers.push({
      ...{
        ...tokens,
        ...Object.fromEntries(secrets.map((name) => [name, ''])),
        scope: sorted(tokens.scope),
        said,
        lasts: Number(exp) - Number(iat),
      },
      stored: await storedLast(application.id, secrets.length - 1),
    })
  }
  expect(answers[0]).toEqual(answers[1])
  expect('refresh_token' in (answers[0] ?? {})).toBe(changes === GRANTS)
})

test('renewed tokens are the same with and without the library', async () => {
  const { visitor, application } = await someoneWithOidc(server, GRANTS)
  const claims = JSON.stringify({ userinfo: { name: null } })
  let { refresh_token } = await getTokens(server, visitor, application, { scope: 'openid email', nonce: 'n-1', claims })
  const answers = []
  for (const more of [{}, TO_THE_LIBRARY, {}]) {
    const answer = await ask(application, { grant_type: 'refresh_token', refresh_token, ...more })
    expect(answer.headers.vary).toBe(more === TO_THE_LIBRARY ? 'Origin' : undefined)
    const renewed = answer.json()
    const { iat, exp, ...said } = decodeJwt(renewed.id_token)
    refresh_token = renewed.refresh_token
    answers.push({
      ...{ ...renewed, access_token: '', refresh_token: '', id_token: '' },
      ...{ said, lasts: Number(exp) - Number(iat), header: decodeProtectedHeader(renewed.id_token) },
      stored: await storedLast(application.id, 2),
    })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[2]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ scope: 'openid email', said: { nonce: 'n-1' }, lasts: 600 })
  const { rows } = await server.db.execute(sql`
    select payload->'rotations' as rotations from oidc_artifacts
    where application_id = ${application.id} and model = 'RefreshToken' and consumed_at is null`)
  expect(rows).toEqual([{ rotations: 3 }])
})

test('a refresh token is not used up by a caller that fails to authenticate', async () => {
  const { visitor, application } = await someoneWithOidc(server, GRANTS)
  const stranger = await someoneWithOidc(server, GRANTS)
  const { refresh_token } = await getTokens(server, visitor, application)
  const form = { grant_type: 'refresh_token', refresh_token }
  expect((await ask({ ...application, secret: 'wrong' }, form)).json().error).toBe('invalid_client')
  const renewed = await ask(application, form)
  expect(renewed.status).toBe(200)
  const next = { ...form, refresh_token: renewed.json().refresh_token }
  expect((await ask(stranger.application, next)).json().error).toBe('invalid_grant')
})

test.each([
  ['may not renew tokens any more', 400, { oauth_grants: ['authorization_code'] }],
  ['is blocked', 401, { status: 'Temporary BLOCKED' }],
  ['authenticates in another way now', 401, { token_auth_method: 'private_key_jwt' }],
])('an application that %s gets no token', async (_why, status, changes) => {
  const { visitor, application } = await someoneWithOidc(server, GRANTS)
  const { refresh_token } = await getTokens(server, visitor, application)
  await changeApplication(server, application.id, changes)
  const answer = await ask(application, { grant_type: 'refresh_token', refresh_token })
  expect(answer.status).toBe(status)
  expect(answer.json().access_token).toBeUndefined()
})

test('claims requested for the identity token stay in it after a renewal', async () => {
  const { visitor, application } = await someoneWithOidc(server, GRANTS)
  const claims = JSON.stringify({ id_token: { email: null } })
  const { refresh_token } = await getTokens(server, visitor, application, { scope: 'openid email', claims })
  const renewed = await ask(application, { grant_type: 'refresh_token', refresh_token })
  expect(decodeJwt(renewed.json().id_token)).toHaveProperty('email')
})

test('a body that is too long is refused', async () => {
  const { application } = await someoneWithOidc(server, GRANTS)
  const answer = await ask(application, { grant_type: 'client_credentials', more: 'x'.repeat(20_000) })
  expect(answer.status).toBe(413)
})
