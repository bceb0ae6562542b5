import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { detachClient } from '@gatehouse/contract/admin/people/users.ts'
import { DestroySession, getEndedSession } from '@gatehouse/contract/session.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aClient, anAssignment, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import {
  authorize,
  browse,
  changeApplication,
  getTokens,
  ISSUER,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import { lanesWithWork } from '../outbox/lanes.ts'
import { endAccess } from '../sessions/end-access.ts'
import { notifyOfExpired } from '../sessions/notify-of-expired.ts'

const server = useListening({ config: { outboundAllow: ['localhost'] } })
let receiver: Server
let answerWith = 200
let retryAfter: string | undefined
const received: { path: string; body: URLSearchParams; type: string }[] = []
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    received.push({
      path: request.url ?? '',
      body: new URLSearchParams(text),
      type: request.headers['content-type'] ?? '',
    })
    response.writeHead(answerWith, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  answerWith = 200
  retryAfter = undefined
})
afterAll(async () => {
  receiver.close()
})

const uriOf = (name: string) => `http://localhost:${(receiver.address() as AddressInfo).port}/${name}`
const AFTER = 'https://app.example.com/after'

/** A person signed in to an application that is notified of logouts. */
async function someoneNotified(changes: Record<string, unknown> = {}) {
  const name = crypto.randomUUID()
  const access = await someoneWithOidc(server, {
    backchannel_logout_uri: uriOf(name),
    post_logout_redirect_uris: [AFTER],
    ...changes,
  })
  const tokens = await getTokens(server, access.visitor, access.application)
  return { ...access, tokens, notices: () => noticesAt(name) }
}

/** The notices that an address has received, once every waiting one has been tried. */
async function noticesAt(name: string) {
  await expect
    .poll(
      async () => {
        server.outbox.wake()
        const { rows } = await server.db.execute<{ waiting: number }>(sql`
          select count(*)::int as waiting from outbox where kind = 'logout' and state = 'ready' and last_error is null`)
        return rows[0]?.waiting
      },
      { interval: 10 },
    )
    .toBe(0)
  return received.filter(({ path }) => path === `/${name}`)
}

/**
 * Asked for with a failure, so that the retry after five seconds does not come between the steps of a test, however slow
 * the machine is.
 */
const LATER = '3600'

const laneOf = ({ application }: Notified) => `logout:${application.id}`

/** Ends the pause of the application and sends its notices, once no attempt is in progress: its outcome would set the time again. */
async function sendNow(someone: Notified) {
  const lane = laneOf(someone)
  const inProgress = async () => {
    const { rows } = await server.db.execute(sql`
      select id from outbox o where lane = ${lane} and state = 'ready'
        and attempts > (select count(*) from delivery_attempts d where d.outbox_id = o.id)`)
    return rows.length
  }
  await expect.poll(inProgress).toBe(0)
  // In this order: as soon as the lane is open, its rows may be claimed.
  await server.db.execute(sql`update outbox set run_at = now() where lane = ${lane} and state = 'ready'`)
  await server.db.execute(sql`update outbox_lanes set paused_until = now() where lane = ${lane}`)
  server.outbox.wake()
}

const endSessionPath = (parameters: Record<string, string>) => `/oauth2/logout?${new URLSearchParams(parameters)}`
type Notified = Awaited<ReturnType<typeof someoneNotified>>

const isSignedIn = async ({ visitor, application }: Notified) =>
  (await authorize(server, visitor, application, { prompt: 'none' })).reply.params.error === undefined

test('the end of the maximum time is notified once, by one server, whatever ends the session afterwards', async () => {
  await notifyOfExpired(server.db)
  const [late, ended, open] = [await someoneNotified(), await someoneNotified(), await someoneNotified()]
  const expire = ({ person }: Notified) =>
    server.db.execute(sql`update sessions set expires_at = now() where user_id = ${person.id} and ended_at is null`)
  await expire(late)
  await expire(ended)
  await server.db.transaction((tx) => endAccess(tx, ended.person.id, 'deactivated'))
  expect(await Promise.all([notifyOfExpired(server.db), notifyOfExpired(server.db)])).toContain(2)
  expect(await notifyOfExpired(server.db)).toBe(0)
  for (const [someone, count] of [
    [late, 1],
    [ended, 1],
    [open, 0],
  ] as const) {
    const notices = await someone.notices()
    expect(notices).toHaveLength(count)
    const { sid } = decodeJwt(someone.tokens.id_token)
    for (const { body } of notices) expect(decodeJwt(String(body.get('logout_token')))).toMatchObject({ sid })
  }
})

describe('oidcc-rp-initiated-logout', () => {
  test('leads back, with state, and the session has ended', async () => {
    const someone = await someoneNotified()
    const reply = await browse(
      server,
      someone.visitor,
      endSessionPath({ id_token_hint: someone.tokens.id_token, post_logout_redirect_uri: AFTER, state: 's-9' }),
    )
    expect([reply.status, reply.location?.href]).toEqual([303, `${AFTER}?state=s-9`])
    expect(someone.visitor.cookies).not.toHaveProperty('__Host-eai_sid')
    expect((await userinfo(server, someone.tokens.access_token)).status).toBe(401)
    const { reply: silent } = await authorize(server, someone.visitor, someone.application, { prompt: 'none' })
    expect(silent.params.error).toBe('login_required')
  })

  test('a cookie whose name is only like that of the session is nobody’s', async () => {
    const someone = await someoneNotified()
    const cookie = `\u00A0__Host-eai_sid=nobody; __Host-eai_sid=${someone.visitor.cookies['__Host-eai_sid']}`
    const reply = await browse(server, { cookies: {} }, '/oauth2/logout', { headers: { cookie } })
    expect([reply.status, reply.location?.pathname]).toEqual([303, '/signout'])
  })

  test('by POST, too', async () => {
    const someone = await someoneNotified()
    const bridged = await browse(server, someone.visitor, '/oauth2/logout', {
      form: { id_token_hint: someone.tokens.id_token, post_logout_redirect_uri: AFTER },
      headers: { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' },
    })
    const reply = await browse(server, someone.visitor, `${bridged.location?.pathname}${bridged.location?.search}`)
    expect([bridged.status, reply.location?.href]).toEqual([303, AFTER])
  })

  test.each([
    ['bad-post-logout-redirect-uri', { post_logout_redirect_uri: 'https://evil.example/' }],
    ['query-added-to-post-logout-redirect-uri', { post_logout_redirect_uri: `${AFTER}?foo=bar` }],
  ])('-%s: an error and no redirect', async (_module, parameter) => {
    const someone = await someoneNotified()
    const path = endSessionPath({ id_token_hint: someone.tokens.id_token, ...parameter })
    const reply = await browse(server, someone.visitor, path)
    expect([reply.status, reply.location]).toEqual([400, null])
    expect(await isSignedIn(someone)).toBe(true)
  })

  test.each(['modified-id-token-hint', 'bad-id-token-hint'])('-%s: an error and no redirect', async (module) => {
    const someone = await someoneNotified()
    const [, payload] = someone.tokens.id_token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const foreign = await new SignJWT(decodeJwt(someone.tokens.id_token))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32))
    const id_token_hint = module === 'bad-id-token-hint' ? foreign : unsigned
    const reply = await browse(
      server,
      someone.visitor,
      endSessionPath({ id_token_hint, post_logout_redirect_uri: AFTER }),
    )
    expect([reply.status, reply.location]).toEqual([400, null])
    expect(await isSignedIn(someone)).toBe(true)
  })

  test.each([
    ['no-id-token-hint', { post_logout_redirect_uri: AFTER }],
    ['no-params', {}],
    ['only-state', { state: 's-9' }],
  ])('-%s: the person is asked', async (_module, parameters: Record<string, string>) => {
    const someone = await someoneNotified()
    const reply = await browse(server, someone.visitor, endSessionPath(parameters))
    expect([reply.status, reply.location?.pathname]).toEqual([303, '/signout'])
    expect(await isSignedIn(someone)).toBe(true)
  })

  test('-no-post-logout-redirect-uri, -no-state: our own page confirms it', async () => {
    const someone = await someoneNotified()
    const reply = await browse(server, someone.visitor, endSessionPath({ id_token_hint: someone.tokens.id_token }))
    expect(reply.location?.pathname).toBe('/logout')
    expect(await isSignedIn(someone)).toBe(false)
  })

  test('with an identity token of another person asks for confirmation', async () => {
    const someone = await someoneNotified()
    const other = await someoneNotified()
    const path = endSessionPath({ id_token_hint: other.tokens.id_token, post_logout_redirect_uri: AFTER })
    expect((await browse(server, someone.visitor, path)).location?.pathname).toBe('/signout')
    expect(await isSignedIn(someone)).toBe(true)
  })

  test('an identity token in another browser ends no session', async () => {
    const someone = await someoneNotified()
    const path = endSessionPath({ id_token_hint: someone.tokens.id_token, post_logout_redirect_uri: AFTER })
    expect((await send(server, path)).location?.href).toBe(AFTER)
    expect(await isSignedIn(someone)).toBe(true)
    expect((await userinfo(server, someone.tokens.access_token)).status).toBe(200)
  })

  test('an identity token of another session of the same person asks for confirmation', async () => {
    const someone = await someoneNotified()
    const { visitor } = await someoneElsewhere(someone.person.email)
    const path = endSessionPath({ id_token_hint: someone.tokens.id_token, post_logout_redirect_uri: AFTER })
    expect((await browse(server, visitor, path)).location?.pathname).toBe('/signout')
    expect(await isSignedIn(someone)).toBe(true)
    expect(await isSignedIn({ ...someone, visitor })).toBe(true)
  })

  test('leads back after the confirmation, for an application that sends only its client_id', async () => {
    const someone = await someoneNotified()
    const asking = { client_id: someone.application.id, post_logout_redirect_uri: AFTER, state: 's-9' }
    const { location, params } = await browse(server, someone.visitor, endSessionPath(asking))
    expect(location?.pathname).toBe('/signout')
    const { data } = await someone.visitor.call(DestroySession, { asked: params.asked })
    expect(data.continueAt).toBe(`${AFTER}?state=s-9`)
    expect(await isSignedIn(someone)).toBe(false)
  })

  test('reads an address with a question mark of its own to its end', async () => {
    const someone = await someoneNotified()
    const { id } = someone.application
    const back = `${AFTER}?from=portal`
    await changeApplication(server, id, { post_logout_redirect_uris: [AFTER, back] })
    const path = `/oauth2/logout?client_id=${id}&post_logout_redirect_uri=${back}&id_token_hint=${someone.tokens.id_token}`
    expect((await browse(server, someone.visitor, path)).location?.href).toBe(back)
    // Neither does it hide a parameter that comes twice.
    expect((await browse(server, someone.visitor, `${path}&state=a?&state=b`)).status).toBe(400)
  })

  test('does not lead back for a request signed for another session', async () => {
    const [someone, other] = [await someoneNotified(), await someoneNotified()]
    const asking = { client_id: other.application.id, post_logout_redirect_uri: AFTER }
    const { params } = await browse(server, other.visitor, endSessionPath(asking))
    expect((await someone.visitor.call(DestroySession, { asked: params.asked })).data.continueAt).toBe(null)
  })

  test('-bad-post-logout-redirect-uri without a token: an error and no redirect', async () => {
    const someone = await someoneNotified()
    const asking = { client_id: someone.application.id, post_logout_redirect_uri: 'https://evil.example/' }
    const reply = await browse(server, someone.visitor, endSessionPath(asking))
    expect([reply.status, reply.location]).toEqual([400, null])
  })

  test('of an application without a logout address lists no waiting notices', async () => {
    const someone = await someoneNotified({ backchannel_logout_uri: '', post_logout_redirect_uris: [] })
    const reply = await browse(server, someone.visitor, endSessionPath({ id_token_hint: someone.tokens.id_token }))
    expect(reply.location?.pathname).toBe('/logout')
    expect((await someone.visitor.call(getEndedSession)).data).toEqual({ applications: [], continueAt: null })
  })

  test('shows our page if an application is notified through the browser only (T016)', async () => {
    const someone = await someoneNotified()
    const framed = await someoneWithOidc(server, { logout_uri: 'https://framed.example.com/out' })
    await server.db.execute(sql`
      insert into opened_applications (session_id, application_id)
      select id, ${framed.application.id} from sessions where user_id = ${someone.person.id}`)
    const reply = await browse(
      server,
      someone.visitor,
      endSessionPath({ id_token_hint: someone.tokens.id_token, post_logout_redirect_uri: AFTER }),
    )
    expect(reply.location?.pathname).toBe('/logout')
    const { data } = await someone.visitor.call(getEndedSession)
    expect(data.continueAt).toBe(AFTER)
    expect(data.applications.map(({ logoutUrl }) => logoutUrl !== null).sort()).toEqual([false, true])
  })
})

describe('oidcc-backchannel-rp-initiated-logout', () => {
  test.each(['RS256', 'ES256'])('sends the application a token signed with its %s, and nothing else', async (alg) => {
    const someone = await someoneNotified({ id_token_alg: alg })
    expect(decodeProtectedHeader(someone.tokens.id_token).alg).toBe(alg)
    await browse(server, someone.visitor, endSessionPath({ id_token_hint: someone.tokens.id_token }))
    const [notice, ...more] = await someone.notices()
    expect(more).toEqual([])
    expect(notice?.type).toBe('application/x-www-form-urlencoded')
    expect([...(notice?.body.keys() ?? [])]).toEqual(['logout_token'])
    const token = notice?.body.get('logout_token') ?? ''
    expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'logout+jwt', alg })
    const jwks = createLocalJWKSet((await send(server, '/oauth2/jwks')).json())
    const { payload } = await jwtVerify(token, jwks, { issuer: ISSUER, audience: someone.application.id })
    const { sub, sid } = decodeJwt(someone.tokens.id_token)
    expect(payload).toMatchObject({
      ...{ sub, sid, jti: expect.any(String), iat: expect.any(Number), exp: expect.any(Number) },
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(payload).not.toHaveProperty('nonce')
    expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(120)
  })

  test('sends a token with the time of the database from a server with a slow clock', async () => {
    const someone = await someoneNotified()
    const seconds = Math.floor(Date.now() / 1000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    await someone.visitor.call(DestroySession)
    const [notice] = await someone.notices()
    const { iat, exp } = decodeJwt(notice?.body.get('logout_token') ?? '')
    expect(Math.abs(Number(iat) - seconds)).toBeLessThan(60)
    expect(exp).toBe(Number(iat) + 120)
  })
})

test('oidcc-frontchannel-rp-initiated-logout: the requesting application is notified too, then the browser returns to it', async () => {
  const someone = await someoneNotified({ backchannel_logout_uri: '', logout_uri: 'https://app.example.com/frame' })
  const { id_token } = someone.tokens
  const path = endSessionPath({ id_token_hint: id_token, post_logout_redirect_uri: AFTER })
  expect((await browse(server, someone.visitor, path)).location?.pathname).toBe('/logout')
  const { applications, continueAt } = (await someone.visitor.call(getEndedSession)).data
  const frame = new URL(applications[0]?.logoutUrl ?? '')
  expect([continueAt, applications.length, frame.pathname]).toEqual([AFTER, 1, '/frame'])
  expect(Object.fromEntries(frame.searchParams)).toEqual({ iss: ISSUER, sid: decodeJwt(id_token).sid })
  const discovery = (await send(server, '/.well-known/openid-configuration')).json()
  expect(discovery).toMatchObject({ frontchannel_logout_supported: true, frontchannel_logout_session_supported: true })
})

describe('an application is notified', () => {
  const ends: [string, (someone: Notified) => Promise<unknown>][] = [
    ['the person signs out of the portal', ({ visitor }) => visitor.call(DestroySession)],
    [
      'the person changes their password elsewhere',
      async ({ person }) => {
        const { visitor } = await someoneElsewhere(person.email)
        return visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: 'Falcon#Meadow87*Rope' })
      },
    ],
    [
      'the application is detached',
      async ({ person, application, client }) => {
        const { visitor } = await someoneSignedIn(server, { isAdmin: true })
        const answer = await visitor.call(detachClient, {
          ...{ userId: person.id, applicationId: application.id, clientId: client.id },
        })
        expect(answer.status).toBe(200)
      },
    ],
  ]

  test.each(ends)('when %s', async (_case, end) => {
    const someone = await someoneNotified()
    await end(someone)
    const notices = await someone.notices()
    expect(notices).toHaveLength(1)
    const { sid } = decodeJwt(notices[0]?.body.get('logout_token') ?? '')
    expect(sid).toBe(decodeJwt(someone.tokens.id_token).sid)
    expect((await userinfo(server, someone.tokens.access_token)).status).toBe(401)
  })

  test('once of a session, and again only when it got tokens in between', async () => {
    const someone = await someoneNotified()
    const { visitor, application, client } = someone
    const admin = (await someoneSignedIn(server, { isAdmin: true })).visitor
    const pair = { userId: someone.person.id, applicationId: application.id, clientId: client.id }
    const detach = async () => expect((await admin.call(detachClient, pair)).status).toBe(200)
    const assign = () => anAssignment(server, pair.userId, pair.applicationId, pair.clientId)
    await detach()
    expect(await someone.notices()).toHaveLength(1)
    // Assigned again, but not opened.
    await assign()
    await detach()
    expect(await someone.notices()).toHaveLength(1)
    await assign()
    await getTokens(server, visitor, application)
    await detach()
    expect(await someone.notices()).toHaveLength(2)
    await visitor.call(DestroySession)
    expect(await someone.notices()).toHaveLength(2)
  })

  test('again at the end of the session when it goes on for another client', async () => {
    const someone = await someoneNotified()
    const { visitor, application, client } = someone
    const admin = (await someoneSignedIn(server, { isAdmin: true })).visitor
    const pair = { userId: someone.person.id, applicationId: application.id }
    await admin.call(detachClient, { ...pair, clientId: client.id })
    const other = await aClient(server)
    await anAssignment(server, pair.userId, pair.applicationId, other.id)
    await getTokens(server, visitor, application)
    expect(await someone.notices()).toHaveLength(1)
    await visitor.call(DestroySession)
    expect(await someone.notices()).toHaveLength(2)
  })

  test('repeatedly until it answers, and the page shows the state', async () => {
    const someone = await someoneNotified()
    answerWith = 500
    retryAfter = LATER
    await someone.visitor.call(DestroySession)
    expect(await someone.notices()).toHaveLength(1)
    const state = async () => (await someone.visitor.call(getEndedSession)).data.applications[0]?.byServer
    await expect.poll(state).toBe('retrying')
    await sendNow(someone)
    await expect.poll(async () => (await someone.notices()).length).toBe(2)
    answerWith = 204
    await sendNow(someone)
    await expect.poll(state).toBe('confirmed')
    const tokens = (await someone.notices()).map(({ body }) => decodeJwt(body.get('logout_token') ?? '').jti)
    expect(tokens).toHaveLength(3)
    expect(new Set(tokens).size).toBe(1)
  })

  test('not before the pause that it has asked for is over', async () => {
    const someone = await someoneNotified()
    // The same person in another session of the same application.
    const { visitor } = await someoneElsewhere(someone.person.email)
    await getTokens(server, visitor, someone.application)
    answerWith = 503
    retryAfter = LATER
    await someone.visitor.call(DestroySession)
    expect(await someone.notices()).toHaveLength(1)
    answerWith = 200
    retryAfter = undefined
    await visitor.call(DestroySession)
    const lane = laneOf(someone)
    const { rows } = await server.db.execute<{ waits: boolean; attempts: number }>(sql`
      select attempts, greatest(o.run_at, l.paused_until) > now() + interval '15 minutes' as waits
      from outbox o join outbox_lanes l on l.lane = o.lane where o.lane = ${lane} order by o.attempts`)
    expect(rows).toEqual([
      { attempts: 0, waits: true },
      { attempts: 1, waits: true },
    ])
    expect(await lanesWithWork(server.db)).not.toContain(lane)
    await sendNow(someone)
    await expect.poll(async () => (await someone.notices()).length).toBe(3)
  })

  test('five times at most: then the notice is abandoned and shown to administrators', async () => {
    const someone = await someoneNotified()
    answerWith = 503
    retryAfter = LATER
    await someone.visitor.call(DestroySession)
    await someone.notices()
    await server.db.execute(sql`update outbox set rounds = 4 where lane = ${laneOf(someone)}`)
    await sendNow(someone)
    const state = async () => (await someone.visitor.call(getEndedSession)).data.applications[0]?.byServer
    await expect.poll(state).toBe('failed')
    await expect
      .poll(async () => {
        const { rows } = await server.db.execute(sql`
          select detail from audit_events
          where event = 'oidc.logout-undelivered' and subject_id = ${someone.application.id}`)
        return rows
      })
      .toEqual([{ detail: { reason: 'HTTP 503' } }])
  })

  test('but not at an address inside the network that the operator does not allow', async () => {
    const someone = await someoneNotified({ backchannel_logout_uri: uriOf('inside').replace('localhost', '127.0.0.1') })
    await someone.visitor.call(DestroySession)
    await someone.notices()
    const { rows } = await server.db.execute<{ error: string }>(sql`
      select last_error as error from outbox where application_id = ${someone.application.id}`)
    expect(rows[0]?.error).toMatch(/inside the network/)
    expect(received.filter(({ path }) => path === '/inside')).toEqual([])
  })
})

async function someoneElsewhere(email: string) {
  const visitor = server.visitor({ ip: '198.18.77.7' })
  await signIn(server, visitor, email)
  return { visitor }
}

test('an application without a logout address is not notified, and the page says so', async () => {
  const someone = await someoneNotified()
  await changeApplication(server, someone.application.id, { backchannel_logout_uri: '' })
  await someone.visitor.call(DestroySession)
  const { data } = await someone.visitor.call(getEndedSession)
  expect(data.applications).toMatchObject([{ _id: someone.application.id, byServer: null, logoutUrl: null }])
})
