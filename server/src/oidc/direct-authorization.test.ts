import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import {
  type Application,
  aProof,
  authorizePath,
  browse,
  changeApplication,
  redeemCode,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'
import { countWaiting } from '../../test/waiting.ts'

// Compares the direct answers with the library's: an unknown parameter leaves a request to the library.
const TO_THE_LIBRARY = { anything: 'else' }

const server = useListening()

type Visitor = Parameters<typeof browse>[1]
type Changes = Record<string, string | undefined>

async function ask(visitor: Visitor, application: Application, changes: Changes) {
  const { verifier, challenge } = aProof()
  const asked = { code_challenge: challenge, code_challenge_method: 'S256', scope: 'openid email', ...changes }
  const reply = await browse(server, visitor, authorizePath(application, asked))
  return { reply, verifier, challenge }
}

/** Whether the answer was direct: the library sends a body along. */
const isDirect = ({ status, text }: { status: number; text: string }) => status === 303 && text === ''

/** The order of scopes means nothing (RFC 6749 §3.3). */
const sorted = (scope: unknown) => String(scope).split(' ').sort()

/** The rows that a sign-in at an application has written, without values that differ each time. */
async function leftBehind(applicationId: string) {
  const [codes, events, opened, grants] = await Promise.all([
    server.db.execute<{ payload: Record<string, unknown>; seconds: number }>(sql`
      select payload, round(extract(epoch from expires_at - created_at))::int as seconds from oidc_artifacts
      where application_id = ${applicationId} and model = 'AuthorizationCode' order by created_at desc limit 1`),
    server.db.execute(sql`
      select event, actor_id, subject_id, session_id, ip, detail from audit_events where subject_id = ${applicationId}
        and event = 'oidc.signed-in' order by at desc limit 1`),
    server.db.execute(sql`select session_id from opened_applications where application_id = ${applicationId}`),
    server.db.execute<{ scopes: string[] }>(sql`
      select id, user_id, client_id, session_id, is_offline, scopes, resources from oidc_grants
      where application_id = ${applicationId}`),
  ])
  return {
    codes: codes.rows.map(({ seconds, payload: { iat, exp, codeChallenge, ...payload } }) => ({
      ...{
        ...payload,
        scope: sorted(payload.scope),
        seconds,
        lasts: Number(exp) - Number(iat),
        challengeLength: String(codeChallenge).length,
      },
    })),
    ...{ events: events.rows, opened: opened.rows },
    grants: grants.rows.map(({ scopes, ...grant }) => ({ ...grant, scopes: scopes.toSorted() })),
  }
}

test.each<[string, Changes]>([
  ['with a state and a nonce', { nonce: 'n-1' }],
  ['without a state', { state: undefined }],
  ['with signs that an address must escape', { state: 'a b+c&d=e%20/?#ü"<>', nonce: 'ä & ö' }],
  ['with all scopes', { scope: 'openid profile email phone access' }],
])('a code is the same with and without the library, %s', async (_what, changes) => {
  const { visitor, application } = await someoneWithOidc(server)
  const answers = []
  for (const more of [{}, TO_THE_LIBRARY, {}]) {
    const { reply, verifier } = await ask(visitor, application, { ...changes, ...more })
    expect(isDirect(reply)).toBe(more !== TO_THE_LIBRARY)
    const { 'content-type': _type, 'content-length': _length, date: _date, location, ...headers } = reply.headers
    const { code = '', ...params } = reply.params
    const left = await leftBehind(application.id)
    const tokens = await redeemCode(server, application, code, verifier)
    const { vary: _vary, ...same } = headers
    answers.push({
      ...{ status: reply.status, headers: same, params, left, redeemed: tokens.status },
      ...{ length: code.length, location: String(location).replace(code, '') },
    })
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[2]).toEqual(answers[1])
  const left = { codes: [{ seconds: 60, lasts: 60 }], events: [{ ip: expect.stringMatching(/^[\d.:a-f]+$/) }] }
  expect(answers[0]).toMatchObject({ status: 303, redeemed: 200, left })
})

test.each<[string, Changes]>([
  ['an address that is not registered', { redirect_uri: 'https://elsewhere.example.com/' }],
  ['an address that only begins like the registered one', { redirect_uri: 'https://app.example.com/callback/more' }],
  ['a response type other than code', { response_type: 'token' }],
  ['a scope that is not known', { scope: 'openid invented' }],
  ['a request without openid', { scope: 'email' }],
  ['access beside the session', { scope: 'openid offline_access' }],
  ['a proof in plain', { code_challenge_method: 'plain' }],
  ['a proof that is too short', { code_challenge: 'short' }],
  ['a way of proving without a proof', { code_challenge: undefined }],
  ['no proof at all', { code_challenge: undefined, code_challenge_method: undefined }],
  ['prompt=none', { prompt: 'none' }],
  ['prompt=login', { prompt: 'login' }],
  ['prompt=consent', { prompt: 'consent' }],
  ['a maximum age', { max_age: '1' }],
  ['claims', { claims: '{"userinfo":{"name":null}}' }],
  ['another way of answering', { response_mode: 'form_post' }],
  ['a resource', { resource: 'urn:none' }],
  ['a client', { client: 'nobody' }],
  ['a request object', { request: 'e30.e30.' }],
  ['an unknown application', { client_id: '00000000-0000-4000-8000-000000000000' }],
  ['an empty parameter', { nonce: '' }],
])('%s is left to the library', async (_what, changes) => {
  const { visitor, application } = await someoneWithOidc(server)
  const { reply } = await ask(visitor, application, changes)
  expect(isDirect(reply)).toBe(false)
})

test('a repeated parameter is refused', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  const { challenge } = aProof()
  const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' })
  for (const again of ['&scope=openid', '&state=state-1', `&client_id=${application.id}`]) {
    const reply = await browse(server, visitor, path + again)
    expect([isDirect(reply), reply.params.code]).toEqual([false, undefined])
  }
})

test.each<[string, Record<string, unknown>]>([
  ['may not have the scope', { allowed_scopes: '{openid}' }],
  ['may not sign people in', { oauth_grants: '{client_credentials}' }],
  ['is inactive', { status: 'INACTIVE' }],
  ['gets tokens in another form', { access_token_format: 'jwt' }],
  ['gets claims in its identity tokens', { claims_in_id_token: true }],
  ['knows people by names of its own', { subject_type: 'pairwise' }],
])('an application that %s is left to the library', async (_what, changes) => {
  const { visitor, application } = await someoneWithOidc(server)
  await changeApplication(server, application.id, changes)
  const { reply } = await ask(visitor, application, {})
  expect(isDirect(reply)).toBe(false)
})

test('a person whose session has ended signs in again', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  expect(isDirect((await ask(visitor, application, {})).reply)).toBe(true)
  await server.db.execute(sql`update sessions set ended_at = now()`)
  const { reply } = await ask(visitor, application, {})
  expect([isDirect(reply), reply.location?.pathname]).toEqual([false, '/login'])
})

test('a person without an assignment gets no code', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  await server.db.execute(sql`delete from assignments where application_id = ${application.id}`)
  const { reply } = await ask(visitor, application, {})
  expect([isDirect(reply), reply.location?.pathname]).toEqual([false, '/no-access'])
})

test('two session cookies of the same name are left to the library', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  const { challenge } = aProof()
  const path = authorizePath(application, { code_challenge: challenge, code_challenge_method: 'S256' })
  const own = visitor.cookies['__Host-eai_sid']
  const reply = await browse(server, { cookies: {} }, path, {
    headers: { cookie: `__Host-eai_sid=of-somebody-else; __Host-eai_sid=${own}` },
  })
  expect([isDirect(reply), reply.location?.pathname]).toEqual([false, '/login'])
})

test('a third-party application needs consent once, and again for more scopes', async () => {
  const { visitor, person, application } = await someoneWithOidc(server)
  await changeApplication(server, application.id, { is_first_party: false })
  const refused = await ask(visitor, application, {})
  expect([isDirect(refused.reply), refused.reply.location?.pathname]).toEqual([false, '/consent'])
  await server.db.execute(sql`
    insert into oidc_consents (user_id, application_id, scopes) values (${person.id}, ${application.id}, '{openid,email}')`)
  expect(isDirect((await ask(visitor, application, {})).reply)).toBe(true)
  const more = await ask(visitor, application, { scope: 'openid email phone' })
  expect([isDirect(more.reply), more.reply.location?.pathname]).toEqual([false, '/consent'])
})

test('an application that is deactivated during a request gives no code, without a deadlock', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  expect(isDirect((await ask(visitor, application, {})).reply)).toBe(true)
  let asking: ReturnType<typeof ask> | undefined
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from applications where id = ${application.id} for update`)
    asking = ask(visitor, application, {})
    await expect.poll(() => countWaiting(server)).toBeGreaterThan(0)
    await tx.execute(sql`update oidc_grants set revoked_at = now() where application_id = ${application.id}`)
    await tx.execute(sql`update applications set status = 'INACTIVE' where id = ${application.id}`)
  })
  const { reply } = (await asking) as Awaited<ReturnType<typeof ask>>
  expect([reply.status < 500, reply.params.code]).toEqual([true, undefined])
})

test.each<[string, Changes]>([
  ['without the library', {}],
  ['by the library', { prompt: 'none' }],
])('a person who loses access during the request gets no code, %s', async (_what, changes) => {
  const { visitor, application } = await someoneWithOidc(server)
  await ask(visitor, application, {})
  let asking: ReturnType<typeof ask> | undefined
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table oidc_artifacts in access exclusive mode`)
    asking = ask(visitor, application, changes)
    await expect.poll(() => countWaiting(server)).toBeGreaterThan(0)
    await tx.execute(sql`update oidc_grants set revoked_at = now() where application_id = ${application.id}`)
    await tx.execute(sql`
      update sessions set ended_at = now() where id in (
        select session_id from oidc_grants where application_id = ${application.id})`)
  })
  const { reply } = (await asking) as Awaited<ReturnType<typeof ask>>
  expect([reply.status < 500, reply.params.code]).toEqual([true, undefined])
})

test.each([
  ['a page', {}, 'text/html'],
  ['a page with a session', { scope: 'openid email' }, 'text/html'],
])('a NUL is refused: %s', async (_what, changes, type) => {
  const { visitor, application } = await someoneWithOidc(server)
  for (const name of ['nonce', 'state', 'resource']) {
    const { reply } = await ask(visitor, application, { ...changes, [name]: 'http://x/\0' })
    expect([name, reply.status, String(reply.headers['content-type'])]).toEqual([
      name,
      400,
      expect.stringContaining(type),
    ])
  }
})

test.each<[string, Changes]>([
  ['directly', {}],
  ['by the library', TO_THE_LIBRARY],
])('a repeated sign-in to an application in one session updates when it was opened, %s', async (_how, changes) => {
  const { visitor, application } = await someoneWithOidc(server)
  const openedAt = async () => {
    const { rows } = await server.db.execute<{ at: Date }>(sql`
      select opened_at as at from opened_applications where application_id = ${application.id}`)
    return rows.map(({ at }) => at.getTime())
  }
  await ask(visitor, application, {})
  const [first = 0] = await openedAt()
  await server.db.execute(sql`
    update opened_applications set opened_at = opened_at - interval '1 hour' where application_id = ${application.id}`)
  await ask(visitor, application, changes)
  const [again = 0, ...others] = await openedAt()
  expect(others).toEqual([])
  expect(again).toBeGreaterThanOrEqual(first)
})
