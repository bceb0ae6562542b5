import { randomBytes } from 'node:crypto'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { answerWaitingRequest, getWaitingRequest, listConsents, revokeConsent } from '@gatehouse/contract/oidc.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import { decodeJwt } from 'jose'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anAssignment, aPerson, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import {
  type Application,
  authorize,
  authorizePath,
  browse,
  consent,
  getTokens,
  ISSUER,
  type Reply,
  redeemCode,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import type { Visitor } from '../../test/server.ts'
import { tampered } from '../../test/tampered.ts'

const server = useListening()

/** A person to whom an application is assigned for two clients. */
async function someoneWithTwo() {
  const access = await someoneWithOidc(server)
  const other = await aClient(server)
  await anAssignment(server, access.person.id, access.application.id, other.id, 'Auditor')
  return { ...access, other }
}

const answer = async (visitor: Visitor, request: string, input: { allow: boolean; client?: string }) => {
  const { status, data } = await visitor.call(answerWaitingRequest, { request, ...input })
  return status === 200 ? browse(server, visitor, data.continueAt) : status
}

describe('the authorization request of a visitor', () => {
  const stored = async () => {
    const { rows } = await server.db.execute<{ count: number }>(sql`
      select count(*)::int as count from oidc_artifacts where model = 'Interaction'`)
    return rows[0]?.count
  }

  test('is not stored on the server, and continues in its own browser only', async () => {
    const { person, application } = await someoneWithOidc(server)
    const before = await stored()
    const browser = server.visitor({ ip: anAddress() })
    const [one, other] = [
      await authorize(server, browser, application, { state: 'one' }),
      await authorize(server, browser, application, { state: 'other' }),
    ]
    expect([one.reply.location?.pathname, await stored()]).toEqual(['/login', before])
    await signIn(server, browser, person.email)
    const kept = cookieOf(one.reply)
    const done = (path: string, cookies: Record<string, string>) =>
      browse(server, { cookies: { ...browser.cookies, ...cookies } }, path)
    const returnTo = one.reply.params.returnTo as string
    expect((await done(returnTo, kept)).params).toMatchObject({ state: 'one', code: expect.any(String) })
    // With the cookie of another request, a damaged one, or none, the request cannot continue.
    const [name = '', value = ''] = Object.entries(kept).find(([key]) => key.endsWith('_request')) ?? []
    const others = [cookieOf(other.reply)[name] ?? '', tampered(value)]
    for (const wrong of others) expect((await done(returnTo, { ...kept, [name]: wrong })).status).toBe(400)
    const { [name]: _, ...rest } = kept
    expect((await done(returnTo, rest)).status).toBe(400)
  })

  test('is stored if it is too long for a cookie, a few times a minute', async () => {
    const { application, person } = await someoneWithOidc(server)
    const long = () => ({ state: randomBytes(2900).toString('base64url') })
    const browser = server.visitor({ ip: anAddress() })
    const asked = long()
    const { reply } = await authorize(server, browser, application, asked)
    await signIn(server, browser, person.email)
    expect((await browse(server, browser, reply.params.returnTo as string)).params).toMatchObject(asked)
    const before = Number(await stored())
    const refused = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const { reply } = await authorize(server, { cookies: {} }, application, long())
        return reply.params.error
      }),
    )
    expect(refused).toContain('temporarily_unavailable')
    expect(Number(await stored()) - before).toBeLessThanOrEqual(20)
  })
})

test('of the requests of somebody who is signed in, the newest 50 wait', async () => {
  const { visitor, application, other } = await someoneWithTwo()
  const elsewhere = await someoneWithTwo()
  const ask = async (on = { visitor, application }) => {
    const { reply } = await authorize(server, on.visitor, on.application, { state: randomBytes(3000).toString('hex') })
    return reply.params.request as string
  }
  const theirs = await ask(elsewhere)
  const first = await ask()
  await Promise.all(Array.from({ length: 60 }, () => ask()))
  const last = await ask()
  const { rows } = await server.db.execute(sql`
    select count(*)::int as count from oidc_artifacts w
    where model = 'Interaction' and payload->'lastSubmission'->>'before' = (
      select payload->'lastSubmission'->>'before' from oidc_artifacts
      where id_hash = sha256(convert_to(${last}, 'utf8')))`)
  expect(rows).toEqual([{ count: 50 }])
  expect((await visitor.call(getWaitingRequest, { request: first })).msg).toBe(ERRORS.request_expired.msg)
  const done = await answer(visitor, last, { allow: true, client: other.id })
  expect(done).toMatchObject({ params: { code: expect.any(String) } })
  expect((await elsewhere.visitor.call(getWaitingRequest, { request: theirs })).status).toBe(200)
})

/** The cookie that a browser sends only at the path of the request. */
const cookieOf = (reply: Reply) =>
  Object.fromEntries(
    (reply.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]?.split('=') as [string, string]),
  )

describe('prompt=login', () => {
  const asked = [['oidcc-prompt-login', { prompt: 'login' }] as const, ['max_age=0', { max_age: '0' }] as const]

  test.each(asked)('%s: asks again, and the session continues with a later auth_time', async (_module, parameter) => {
    const { visitor, application, person } = await someoneWithOidc(server)
    const first = await getTokens(server, visitor, application)
    // Moves the sign-in into the past.
    await server.db.execute(sql`
      update sessions set authenticated_at = authenticated_at - interval '1 minute' where user_id = ${person.id}`)
    const { reply, verifier } = await authorize(server, visitor, application, parameter)
    expect([reply.location?.pathname, reply.params.again]).toEqual(['/login', '1'])

    // Returning without a new sign-in leads to the sign-in page again.
    const back = await browse(server, visitor, reply.params.returnTo as string)
    expect(back.location?.pathname).toBe('/login')
    await signIn(server, visitor, person.email)
    const done = await browse(server, visitor, back.params.returnTo as string)
    const tokens = (await redeemCode(server, application, done.params.code as string, verifier)).json()
    const [before, after] = [decodeJwt(first.id_token), decodeJwt(tokens.id_token)]
    expect(after).toMatchObject({ sub: before.sub as string, sid: before.sid })
    expect(Number(after.auth_time)).toBeGreaterThan(Number(before.auth_time) - 60)
    // It is the same session, so the applications opened before stay open.
    expect((await userinfo(server, first.access_token)).status).toBe(200)
  })

  test('oidcc-max-age-1', async () => {
    const { visitor, application, person } = await someoneWithOidc(server)
    await server.db.execute(sql`
      update sessions set authenticated_at = authenticated_at - interval '1 minute' where user_id = ${person.id}`)
    const { reply } = await authorize(server, visitor, application, { max_age: '1' })
    expect(reply.location?.pathname).toBe('/login')
    const silent = await authorize(server, visitor, application, { max_age: '1', prompt: 'none' })
    expect(silent.reply.params.error).toBe('login_required')
    await signIn(server, visitor, person.email)
    expect((await browse(server, visitor, reply.params.returnTo as string)).status).toBe(303)
  })

  test('is not satisfied by a change of password, which renews the secret of the session', async () => {
    const { visitor, application, person } = await someoneWithOidc(server)
    await server.db.execute(sql`
      update sessions set authenticated_at = authenticated_at - interval '1 hour' where user_id = ${person.id}`)
    const { reply } = await authorize(server, visitor, application, { prompt: 'login', max_age: '60' })
    const newPassword = 'Juniper#Lantern58*Quay'
    expect(await visitor.call(changePassword, { oldPassword: PASSWORD, newPassword })).toMatchObject({ status: 200 })
    const back = await browse(server, visitor, reply.params.returnTo as string)
    expect(back.location?.pathname).toBe('/login')
    await signIn(server, visitor, person.email, newPassword)
    const done = await browse(server, visitor, back.params.returnTo as string)
    expect(done.params.code).toEqual(expect.any(String))
  })

  test('by another person in this browser ends the session of the first', async () => {
    const { visitor, application, person } = await someoneWithOidc(server)
    const { access_token } = await getTokens(server, visitor, application)
    const { person: second } = await someoneSignedIn(server)
    await signIn(server, visitor, second.email)
    expect((await userinfo(server, access_token)).status).toBe(401)
    const { rows } = await server.db.execute(sql`select end_reason from sessions where user_id = ${person.id}`)
    expect(rows).toEqual([{ end_reason: 'replaced' }])
  })

  test('and a choice of the client ask once each', async () => {
    const { visitor, application, person, other } = await someoneWithTwo()
    const { reply } = await authorize(server, visitor, application, { prompt: 'login' })
    await signIn(server, visitor, person.email)
    const choice = await browse(server, visitor, reply.params.returnTo as string)
    expect(choice.location?.pathname).toBe('/choose-client')
    const done = await answer(visitor, choice.params.request as string, { allow: true, client: other.id })
    expect(done).toMatchObject({ params: { code: expect.any(String) } })
  })
})

describe('with several clients', () => {
  test('the person chooses one', async () => {
    const { visitor, application, client, other } = await someoneWithTwo()
    const { reply, verifier } = await authorize(server, visitor, application, { scope: 'openid access' })
    expect(reply.location?.pathname).toBe('/choose-client')
    const request = reply.params.request as string
    const { data } = await visitor.call(getWaitingRequest, { request })
    expect(data).toMatchObject({ step: 'choose-client', application: { name: application.name } })
    expect(data.clients.map(({ _id, role }) => [_id, role]).sort()).toEqual(
      [
        [client.id, 'Manager'],
        [other.id, 'Auditor'],
      ].sort(),
    )
    const done = await answer(visitor, request, { allow: true, client: other.id })
    if (typeof done === 'number') throw new Error(`answered ${done}`)
    const tokens = (await redeemCode(server, application, done.params.code as string, verifier)).json()
    expect((await userinfo(server, tokens.access_token)).json()).toMatchObject({ [`${ISSUER}/claims/role`]: 'Auditor' })
  })

  test('prompt=none is refused', async () => {
    const { visitor, application } = await someoneWithTwo()
    const { reply } = await authorize(server, visitor, application, { prompt: 'none' })
    expect(reply.params.error).toBe('interaction_required')
  })

  test('a client of another person is refused', async () => {
    const { visitor, application } = await someoneWithTwo()
    const stranger = await aClient(server)
    const { reply } = await authorize(server, visitor, application)
    const again = await answer(visitor, reply.params.request as string, { allow: true, client: stranger.id })
    expect(again).toMatchObject({ params: { request: expect.any(String) }, location: { pathname: '/no-access' } })
    const { reply: named } = await authorize(server, visitor, application, { client: stranger.id, prompt: 'none' })
    expect(named.params.error).toBe('access_denied')
  })
})

describe('a waiting request', () => {
  test('is answered only in the session in which it came', async () => {
    const { visitor, application, person } = await someoneWithTwo()
    const { reply } = await authorize(server, visitor, application)
    const request = reply.params.request as string
    const elsewhere = server.visitor({ ip: '198.18.9.9' })
    await signIn(server, elsewhere, person.email)
    for (const input of [{ request }, { request: 'A'.repeat(43) }])
      expect((await elsewhere.call(getWaitingRequest, input)).status).toBe(400)
    expect(await answer(elsewhere, request, { allow: true })).toBe(400)
    expect((await visitor.call(getWaitingRequest, { request })).status).toBe(200)
  })

  test('of an application that is not assigned says so, and can be refused on the way back', async () => {
    const { application } = await someoneWithOidc(server)
    const { visitor } = await someoneSignedIn(server)
    const { reply } = await authorize(server, visitor, application)
    const request = reply.params.request as string
    expect((await visitor.call(getWaitingRequest, { request })).data).toMatchObject({
      ...{ step: 'no-access', isClosed: false, clients: [] },
      application: { _id: application.id },
    })
    // The person cannot allow it themselves.
    const done = await answer(visitor, request, { allow: true })
    expect(done).toMatchObject({ params: { error: 'access_denied', state: 'state-1' } })
  })

  test('of an application that is assigned for an inactive client says that it is closed, not that it is not assigned', async () => {
    const { visitor, application, client, other } = await someoneWithTwo()
    const stranger = await someoneSignedIn(server)
    const isClosed = async (who: Visitor, asked = {}) => {
      const { reply } = await authorize(server, who, application, asked)
      expect(reply.location?.pathname).toBe('/no-access')
      return (await who.call(getWaitingRequest, { request: reply.params.request as string })).data.isClosed
    }
    await server.db.execute(sql`update clients set status = 'INACTIVE' where id = ${other.id}`)
    expect(await isClosed(visitor, { client: other.id })).toBe(true)
    expect(await isClosed(visitor, { client: (await aClient(server)).id })).toBe(false)
    await server.db.execute(sql`update clients set status = 'INACTIVE' where id = ${client.id}`)
    expect(await isClosed(visitor)).toBe(true)
    expect(await isClosed(stranger.visitor)).toBe(false)
    expect(await isClosed(stranger.visitor, { client: other.id })).toBe(false)
    await server.db.execute(sql`update clients set deleted_at = now() where id in (${client.id}, ${other.id})`)
    expect(await isClosed(visitor)).toBe(false)
  })
})

describe('a third-party application', () => {
  const foreign = () => someoneWithOidc(server, { is_first_party: false })

  test('needs consent once, and again for more', async () => {
    const { visitor, application } = await foreign()
    const silent = await authorize(server, visitor, application, { prompt: 'none' })
    expect(silent.reply.params.error).toBe('consent_required')
    const { reply, verifier } = await authorize(server, visitor, application, { scope: 'openid email' })
    expect(reply.location?.pathname).toBe('/consent')
    const request = reply.params.request as string
    expect((await visitor.call(getWaitingRequest, { request })).data).toMatchObject({
      step: 'consent',
      scopes: ['openid', 'email'],
    })
    const done = await answer(visitor, request, { allow: true })
    if (typeof done === 'number') throw new Error(`answered ${done}`)
    expect((await redeemCode(server, application, done.params.code as string, verifier)).status).toBe(200)

    const again = await authorize(server, visitor, application, { scope: 'openid email', prompt: 'none' })
    expect(again.reply.params.code).toBeDefined()
    const more = await authorize(server, visitor, application, { scope: 'openid email phone', prompt: 'none' })
    expect(more.reply.params.error).toBe('consent_required')
  })

  test('gets no code after a refusal', async () => {
    const { visitor, application } = await foreign()
    const { reply } = await authorize(server, visitor, application)
    const done = await answer(visitor, reply.params.request as string, { allow: false })
    expect(done).toMatchObject({ params: { error: 'access_denied' } })
    expect((await visitor.call(listConsents)).data).toEqual([])
  })

  test('loses everything when the consent is revoked', async () => {
    const { visitor, application } = await foreign()
    const { reply, verifier } = await authorize(server, visitor, application)
    const done = await answer(visitor, reply.params.request as string, { allow: true })
    if (typeof done === 'number') throw new Error(`answered ${done}`)
    const { access_token } = (await redeemCode(server, application, done.params.code as string, verifier)).json()
    expect((await visitor.call(listConsents)).data).toMatchObject([
      { applicationId: application.id, name: application.name, scopes: ['openid'] },
    ])
    expect((await visitor.call(revokeConsent, { applicationId: application.id })).status).toBe(200)
    expect((await userinfo(server, access_token)).status).toBe(401)
    expect((await authorize(server, visitor, application)).reply.location?.pathname).toBe('/consent')
  })
})

describe('prompt=consent for a first-party application', () => {
  test('asks for consent each time', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    for (let time = 0; time < 2; time++) {
      const { reply, verifier } = await authorize(server, visitor, application, { prompt: 'consent' })
      expect(reply.location?.pathname).toBe('/consent')
      const { data } = await visitor.call(getWaitingRequest, { request: reply.params.request })
      expect(data).toMatchObject({ step: 'consent', scopes: ['openid'] })
      const done = await consent(server, visitor, reply)
      expect((await redeemCode(server, application, done.params.code as string, verifier)).status).toBe(200)
    }
    // Without prompt=consent the application gets a code as before.
    expect((await authorize(server, visitor, application)).reply.params.code).toBeDefined()
  })

  test('gives no code after a refusal', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    const { reply } = await authorize(server, visitor, application, { prompt: 'consent' })
    const done = await answer(visitor, reply.params.request as string, { allow: false })
    expect(done).toMatchObject({ params: { error: 'access_denied', state: 'state-1' } })
  })
})

describe('prompt=select_account', () => {
  const selecting = { prompt: 'select_account' }

  test('continues as the signed-in person after their confirmation', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    const { reply, verifier } = await authorize(server, visitor, application, selecting)
    expect(reply.location?.pathname).toBe('/select-account')
    const request = reply.params.request as string
    expect((await visitor.call(getWaitingRequest, { request })).data).toMatchObject({ step: 'select-account' })
    // Coming back without an answer asks again.
    const back = await browse(server, visitor, `/oauth2/authorize/${request}`)
    expect(back.location?.pathname).toBe('/select-account')
    const done = (await answer(visitor, back.params.request as string, { allow: true })) as Reply
    expect((await redeemCode(server, application, done.params.code as string, verifier)).status).toBe(200)
  })

  test('continues as another person who signs in instead', async () => {
    const { visitor, application, client } = await someoneWithOidc(server)
    const other = await aPerson(server)
    await anAssignment(server, other.id, application.id, client.id)
    const { reply, verifier } = await authorize(server, visitor, application, selecting)
    await signIn(server, visitor, other.email)
    const done = await browse(server, visitor, `/oauth2/authorize/${reply.params.request}`)
    const tokens = (await redeemCode(server, application, done.params.code as string, verifier)).json()
    expect(decodeJwt(tokens.id_token).sub).toBe(other.id)
  })

  test('does not ask a person who has just signed in, and is refused with prompt=none', async () => {
    const { visitor, person, application } = await someoneWithOidc(server)
    const browser = server.visitor({ ip: anAddress() })
    const { reply } = await authorize(server, browser, application, selecting)
    expect(reply.location?.pathname).toBe('/login')
    await signIn(server, browser, person.email)
    expect((await browse(server, browser, reply.params.returnTo as string)).params.code).toEqual(expect.any(String))
    const both = await authorize(server, visitor, application, { prompt: 'none select_account' })
    expect(both.reply.params.error).toBe('invalid_request')
  })
})

describe('/applogin with only the required parameters', () => {
  const bare = (application: { id: string; redirectUrl: string }) =>
    authorizePath(application as Application, { scope: undefined, state: undefined }).replace(
      '/oauth2/authorize',
      '/applogin',
    )

  test('signs in by OAuth 2.0, without an identity token (T057)', async () => {
    const { visitor, person, application } = await someoneWithOidc(server, { pkce_required: false })
    const there = await browse(server, visitor, bare(application))
    const reply = await browse(server, visitor, `${there.location?.pathname}${there.location?.search}`)
    const tokens = (await redeemCode(server, application, reply.params.code as string, undefined)).json()
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'profile email phone access' })
    expect(tokens).not.toHaveProperty('id_token')
    const { json } = await send(server, '/oauth2/access', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(json().sub).toBe(person.id)
  })

  test.each([
    ['a proof key', {}, 'invalid_request', 'PKCE'],
    ['a scope', { pkce_required: false, allowed_scopes: ['openid'] }, 'invalid_scope', 'scope is missing'],
  ])('is refused before the sign-in if %s is missing, with the reason', async (_what, changes, error, said) => {
    const { application } = await someoneWithOidc(server, changes)
    const there = await send(server, bare(application))
    const { params } = await send(server, `${there.location?.pathname}${there.location?.search}`)
    expect([params.error, params.error_description]).toEqual([error, expect.stringContaining(said)])
  })
})

test('/applogin is another name of the authorization request', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  const path = authorizePath(application, { code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' })
  const reply = await browse(server, visitor, path.replace('/oauth2/authorize', '/applogin'))
  expect([reply.status, `${reply.location?.pathname}${reply.location?.search}`]).toEqual([303, path])
  const implicit = await browse(server, visitor, path.replace('response_type=code', 'response_type=token'))
  expect(implicit.location?.hash).toContain('error=unsupported_response_type')
})

describe('an answer to a waiting request', () => {
  test.each(['consent', 'select_account'])('counts for nobody who signs in afterwards: %s', async (prompt) => {
    const { visitor, application, client } = await someoneWithOidc(server)
    const other = await aPerson(server)
    await anAssignment(server, other.id, application.id, client.id)
    const { reply: asked } = await authorize(server, visitor, application, { prompt: `${prompt} consent` })
    const { data } = await visitor.call(answerWaitingRequest, { request: asked.params.request, allow: true })
    await visitor.call(DestroySession)
    await signIn(server, visitor, other.email)
    const continued = await browse(server, visitor, data.continueAt)
    expect([continued.location?.pathname, continued.params.code]).toEqual(['/consent', undefined])
    // Nor does it with the answers of that person.
    const done = await consent(server, visitor, continued)
    expect(done.params).toMatchObject({ code: expect.any(String) })
  })

  test.each([{ prompt: 'login consent' }, { prompt: 'consent', max_age: '0' }])(
    'does not spare a session the new sign-in that was asked for: %o',
    async (asked) => {
      const { person, visitor: former, application, client } = await someoneWithOidc(server)
      const { person: other, visitor } = await someoneSignedIn(server)
      await anAssignment(server, other.id, application.id, client.id)
      const { reply } = await authorize(server, visitor, application, asked)
      expect(reply.location?.pathname).toBe('/login')
      await signIn(server, visitor, other.email)
      const consented = await browse(server, visitor, reply.params.returnTo as string)
      expect(consented.location?.pathname).toBe('/consent')
      const { data } = await visitor.call(answerWaitingRequest, { request: consented.params.request, allow: true })
      // The browser now holds the session of somebody who signed in before the request came.
      await server.db.execute(sql`
        update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${person.id}`)
      const swapped = { cookies: { ...visitor.cookies, ...former.cookies } }
      const done = await browse(server, swapped, data.continueAt)
      expect([done.location?.pathname, done.params.code]).toEqual(['/login', undefined])
    },
  )
})
