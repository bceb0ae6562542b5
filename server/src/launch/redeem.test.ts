import { appAuth, grantToken, listTiles, redeem } from '@gatehouse/contract/launch.ts'
import { DestroySession, getSession } from '@gatehouse/contract/session.ts'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anApplication, anAssignment, aPerson, launch, signIn, someoneWithAccess } from '../../test/builders.ts'
import { untilWaiting } from '../../test/lock-waits.ts'
import { useTestServer } from '../../test/server.ts'
import { revokeTokens } from '../access/revoke.ts'

const server = useTestServer()

type Credentials = { authorization: string }

const redeemAs = ({ authorization }: Credentials, token: string) =>
  server.visitor({ web: false }).call(redeem, { token }, { authorization })

const REFUSED = { status: 400, code: 400, msg: 'The launch token is invalid, expired or already used.', data: null }

type Launched = Awaited<ReturnType<typeof aLaunch>>
async function aLaunch(change: Parameters<typeof someoneWithAccess>[1] = {}) {
  const access = await someoneWithAccess(server, change)
  return { ...access, token: (await launch(access)).data.oAuthToken }
}

/** When the access token of each redemption was revoked; `null` for valid ones. */
async function accessTokens(userId: string) {
  const { rows } = await server.db.execute<{ revokedAt: Date | null }>(
    sql`select revoked_at as "revokedAt" from access_tokens where user_id = ${userId}`,
  )
  return rows.map(({ revokedAt }) => revokedAt)
}

async function replaysOf(userId: string) {
  const { rows } = await server.db.execute(sql`
    select subject_id as subject, detail->>'presentedBy' as "presentedBy" from audit_events
    where event = 'launch.replayed' and actor_id = ${userId}`)
  return rows
}

describe('redeeming a launch token', () => {
  test('returns the person, their access and how long the token is valid', async () => {
    const { person, application, client, token } = await aLaunch({ role: 'Auditor' })
    const { status, data, headers } = await redeemAs(application, token)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from sessions where user_id = ${person.id}`)
    expect(data).toEqual({
      sub: person.id,
      _id: person.id,
      userId: person.id,
      email: person.email,
      userName: person.userName,
      firstName: 'Asha',
      lastName: 'Rao',
      phoneNumber: person.phoneNumber,
      email_verified: true,
      phone_number_verified: true,
      cPortalId: '',
      appName: application.name,
      clientIDE: client.id,
      clientID: client.uuid,
      clientName: client.actualName,
      role: 'Auditor',
      sid: rows[0]?.id,
      access_token: expect.stringMatching(/^eac_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 600,
    })
    const audit = await server.db.execute(
      sql`select subject_id as subject from audit_events where event = 'launch.redeemed' and actor_id = ${person.id}`,
    )
    expect(audit.rows).toEqual([{ subject: application.id }])
  })

  test('accepts a form as body, as OAuth clients send it', async () => {
    const { person, application, token } = await aLaunch()
    const answer = await server.app.inject({
      method: 'POST',
      url: redeem.path,
      headers: {
        host: 'localhost:3000',
        authorization: application.authorization,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ token }).toString(),
    })
    expect(answer.json()).toMatchObject({ code: 200, data: { sub: person.id } })
  })

  test('is refused for a form with the token twice', async () => {
    const { application, token } = await aLaunch()
    const answer = await server.app.inject({
      method: 'POST',
      url: redeem.path,
      headers: {
        host: 'localhost:3000',
        authorization: application.authorization,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `token=${token}&token=${token}`,
    })
    expect(answer.statusCode).toBe(400)
    expect((await redeemAs(application, token)).status).toBe(200)
  })

  test('returns the current role of the assignment', async () => {
    const { person, application, token } = await aLaunch({ role: 'Clerk' })
    await server.db.execute(sql`update assignments set role = 'Auditor' where user_id = ${person.id}`)
    expect((await redeemAs(application, token)).data.role).toBe('Auditor')
  })

  test.each([
    ['nothing', {}],
    ['an empty one', { token: '' }],
    ['a list', { token: ['a'] }],
    ['a huge one', { token: 'x'.repeat(10_000) }],
  ])('is refused with 400 for %s', async (_case, body) => {
    const { authorization } = await anApplication(server)
    expect((await server.visitor({ web: false }).call(redeem, body, { authorization })).status).toBe(400)
  })
})

describe('a launch token works once', () => {
  test('and its second use revokes the access token of the first', async () => {
    const { person, application, token } = await aLaunch()
    expect((await redeemAs(application, token)).status).toBe(200)
    expect(await accessTokens(person.id)).toEqual([null])
    expect(await redeemAs(application, token)).toMatchObject(REFUSED)
    expect(await accessTokens(person.id)).toEqual([expect.any(Date)])
    const audit = await server.db.execute(
      sql`select subject_id as subject from audit_events where event = 'launch.replayed' and actor_id = ${person.id}`,
    )
    expect(audit.rows).toEqual([{ subject: application.id }])
  })

  test('among twenty uses at the same moment, and the access token is then revoked', async () => {
    const { person, application, token } = await aLaunch()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeemAs(application, token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
    expect(await accessTokens(person.id)).toEqual([expect.any(Date)])
  })

  test('and is void after another application has tried it', async () => {
    const { person, application, token } = await aLaunch()
    const other = await anApplication(server)
    expect(await redeemAs(other, token)).toMatchObject(REFUSED)
    expect(await redeemAs(application, token)).toMatchObject(REFUSED)
    expect(await accessTokens(person.id)).toEqual([])
    expect(await replaysOf(person.id)).toEqual([{ subject: application.id, presentedBy: other.id }])
  })

  test("and another application's later attempt revokes the access token of the first use", async () => {
    const { person, application, token } = await aLaunch()
    expect((await redeemAs(application, token)).status).toBe(200)
    expect(await redeemAs(await anApplication(server), token)).toMatchObject(REFUSED)
    expect(await accessTokens(person.id)).toEqual([expect.any(Date)])
    expect(await replaysOf(person.id)).toHaveLength(1)
  })

  test("and another application's attempt during the first use revokes its access token", async () => {
    const { person, application, token } = await aLaunch()
    const other = await anApplication(server)
    const { own, others } = await server.db.transaction(async (tx) => {
      // The first use has spent the launch token and stored its access token, and cannot commit yet.
      await tx.execute(sql`lock table audit_events in exclusive mode`)
      const own = redeemAs(application, token)
      await untilWaiting(server, 1)
      const others = redeemAs(other, token)
      await untilWaiting(server, 2)
      return { own, others }
    })
    expect((await own).status).toBe(200)
    expect(await others).toMatchObject(REFUSED)
    expect(await accessTokens(person.id)).toEqual([expect.any(Date)])
    expect(await replaysOf(person.id)).toEqual([{ subject: application.id, presentedBy: other.id }])
  })

  test('and two applications that use it at the same moment end it, whichever comes first', async () => {
    const other = await anApplication(server)
    for (let round = 0; round < 10; round++) {
      const { person, application, token } = await aLaunch()
      const [, others] = await Promise.all([redeemAs(application, token), redeemAs(other, token)])
      expect(others).toMatchObject(REFUSED)
      expect((await accessTokens(person.id)).filter((revokedAt) => revokedAt === null)).toEqual([])
      expect(await replaysOf(person.id)).toEqual([{ subject: application.id, presentedBy: other.id }])
    }
  })

  test.each<[string, (id: string) => Sql, (access: Launched) => string]>([
    [
      'application',
      (id) => sql`select from applications where id = ${id} for update`,
      ({ application }) => application.id,
    ],
    ['client', (id) => sql`select from clients where id = ${id} for update`, ({ client }) => client.id],
  ])('also while the %s is blocked, and neither waits for the other', async (_what, lockOf, idOf) => {
    const launched = await aLaunch()
    const block = () =>
      server.db.transaction(async (tx) => {
        await tx.execute(lockOf(idOf(launched)))
        await revokeTokens(tx, { userId: launched.person.id })
      })
    const { redeemed, blocked } = await server.db.transaction(async (tx) => {
      // The redemption has spent the launch token, and cannot store its access token yet.
      await tx.execute(sql`lock table access_tokens in exclusive mode`)
      const redeemed = redeemAs(launched.application, launched.token)
      await untilWaiting(server, 1)
      const blocked = block()
      await untilWaiting(server, 2)
      return { redeemed, blocked }
    })
    await blocked
    expect((await redeemed).status).toBe(200)
    expect(await accessTokens(launched.person.id)).toEqual([expect.any(Date)])
  })

  test('and other launches of the same person are not affected', async () => {
    const first = await aLaunch()
    const { data } = await launch(first)
    expect((await redeemAs(first.application, first.token)).status).toBe(200)
    expect((await redeemAs(first.application, data.oAuthToken)).status).toBe(200)
    expect(await accessTokens(first.person.id)).toEqual([null, null])
  })
})

describe('a launch token is refused', () => {
  const execute = (statement: (launched: Launched) => Sql) => async (launched: Launched) => {
    await server.db.execute(statement(launched))
  }

  test.each<[string, (launched: Launched) => Promise<unknown>]>([
    [
      'after a minute',
      execute(
        ({ person }) =>
          sql`update launch_tokens set expires_at = expires_at - interval '61 seconds' where user_id = ${person.id}`,
      ),
    ],
    ['after logging out', ({ visitor }) => visitor.call(DestroySession)],
    [
      'after the session has run out',
      execute(({ person }) => sql`update sessions set expires_at = now() where user_id = ${person.id}`),
    ],
    [
      'after the person was deactivated',
      execute(({ person }) => sql`update users set is_active = false where id = ${person.id}`),
    ],
    [
      'after the person was deleted',
      execute(({ person }) => sql`update users set deleted_at = now() where id = ${person.id}`),
    ],
    [
      'after the assignment was taken away',
      execute(({ person }) => sql`delete from assignments where user_id = ${person.id}`),
    ],
    [
      'after the client was deactivated',
      execute(({ client }) => sql`update clients set status = 'INACTIVE' where id = ${client.id}`),
    ],
    [
      'after the client was deleted',
      execute(({ client }) => sql`update clients set deleted_at = now() where id = ${client.id}`),
    ],
    [
      'where the assignment is for another client by now',
      async ({ person, application, client }) => {
        const other = await someoneWithAccess(server)
        await server.db.execute(sql`delete from assignments where user_id = ${person.id} and client_id = ${client.id}`)
        await anAssignment(server, person.id, application.id, other.client.id)
      },
    ],
  ])('%s', async (_case, change) => {
    const launched = await aLaunch()
    await change(launched)
    expect(await redeemAs(launched.application, launched.token)).toMatchObject(REFUSED)
    expect(await accessTokens(launched.person.id)).toEqual([])
  })

  test.each(['INACTIVE', 'Temporary BLOCKED', 'Permanent BLOCKED'])(
    'for an application that is %s in the meantime',
    async (status) => {
      const { application, token } = await aLaunch()
      await server.db.execute(sql`update applications set status = ${status} where id = ${application.id}`)
      expect((await redeemAs(application, token)).status).toBe(401)
    },
  )

  test('for good after a deactivation, also when the person is active again', async () => {
    const { person, application, token } = await aLaunch()
    await server.db.execute(sql`update users set is_active = false where id = ${person.id}`)
    await redeemAs(application, token)
    await server.db.execute(sql`update users set is_active = true where id = ${person.id}`)
    expect(await redeemAs(application, token)).toMatchObject(REFUSED)
  })

  test.each<[string, (token: string) => string]>([
    ['cut', (token) => token.slice(0, -1)],
    ['padded', (token) => `${token}=`],
    ['in capitals', (token) => token.toUpperCase()],
    ['without its prefix', (token) => token.slice(4)],
    ['behind Bearer', (token) => `Bearer ${token}`],
    ['followed by NUL', (token) => `${token}\0`],
    ['as SQL', (token) => `${token}' or '1'='1`],
  ])('%s', async (_case, change) => {
    const { application, token } = await aLaunch()
    expect(await redeemAs(application, change(token))).toMatchObject(REFUSED)
    expect((await redeemAs(application, token)).status).toBe(200)
  })
})

describe('one kind of token is not accepted as another', () => {
  /** A token of each kind, all for one person. */
  async function everyKind() {
    const { email, id } = await aPerson(server)
    const program = server.visitor({ web: false })
    const bearer = (await signIn(server, program, email)).AutherisationToken
    const launched = await aLaunch()
    const { data } = await redeemAs(launched.application, (await launch(launched)).data.oAuthToken)
    const { session } = (await launched.visitor.call(getSession)).data
    const cookie = launched.visitor.cookies['__Host-eai_sid'] as string
    return {
      id,
      bearer,
      cookie,
      launchToken: launched.token,
      accessToken: data.access_token,
      csrf: session?.csrfToken as string,
      sid: data.sid,
      ...launched,
    }
  }

  test('as a session', async () => {
    const { bearer, cookie, launchToken, accessToken, csrf, sid, id, application } = await everyKind()
    const asBearer = (secret: string) =>
      server.visitor({ web: false }).call(listTiles, {}, { authorization: `Bearer ${secret}` })
    const asCookie = (secret: string) => {
      const browser = server.visitor()
      browser.cookies['__Host-eai_sid'] = secret
      return browser.call(listTiles)
    }
    expect((await asBearer(bearer)).status).toBe(200)
    expect((await asCookie(cookie)).status).toBe(200)
    for (const other of [cookie, launchToken, accessToken, csrf, sid, id, application.secret, 'null', 'undefined'])
      expect(await asBearer(other)).toMatchObject({ status: 401, data: null })
    for (const other of [bearer, launchToken, accessToken, csrf, sid, id, application.secret, 'cookie'])
      expect(await asCookie(other)).toMatchObject({ status: 401, data: null })
  })

  test('as a launch token', async () => {
    const { bearer, cookie, launchToken, accessToken, csrf, sid, application } = await everyKind()
    for (const other of [bearer, cookie, accessToken, csrf, sid, application.secret])
      expect(await redeemAs(application, other)).toMatchObject(REFUSED)
    expect((await redeemAs(application, launchToken)).status).toBe(200)
  })

  test.each<[string, (secret: string) => string]>([
    ['cut', (secret) => `Bearer ${secret.slice(0, -1)}`],
    ['padded', (secret) => `Bearer ${secret}=`],
    ['in capitals', (secret) => `Bearer ${secret.toUpperCase()}`],
    ['doubled', (secret) => `Bearer Bearer ${secret}`],
    ['twice', (secret) => `Bearer ${secret}, Bearer ${secret}`],
    ['behind another scheme', (secret) => `Basic ${secret}`],
    ['empty', () => 'Bearer '],
    ['huge', () => `Bearer ${'x'.repeat(8000)}`],
    ['an unsigned JWT', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ])('a bearer token %s is refused', async (_case, header) => {
    const { email } = await aPerson(server)
    const secret = (await signIn(server, server.visitor({ web: false }), email)).AutherisationToken
    const answer = await server.visitor({ web: false }).call(listTiles, {}, { authorization: header(secret) })
    expect(answer).toMatchObject({ status: 401, code: 401, msg: 'Your session has ended. Sign in again.', data: null })
  })
})

describe('the secret of a session', () => {
  test.each([
    ['a browser', true],
    ['a program', false],
  ])('of %s is in no answer of a launch, and in no stored data of it', async (_case, web) => {
    const access = await someoneWithAccess(server)
    const { person, application } = access
    const visitor = server.visitor({ web })
    const { AutherisationToken } = await signIn(server, visitor, person.email)
    const secret = web ? (visitor.cookies['__Host-eai_sid'] as string) : AutherisationToken
    const headers: Record<string, string> = web ? {} : { authorization: `Bearer ${secret}` }
    const body = { clientId: application.id, redirectUri: application.redirectUrl, userId: person.id }

    const tiles = await visitor.call(listTiles, {}, headers)
    const granted = await visitor.call(grantToken, body, headers)
    const opened = await visitor.call(appAuth, { RedirectUrl: application.redirectUrl }, headers)
    const redeemed = await redeemAs(application, granted.data.oAuthToken)
    const answers = [tiles, granted, opened, redeemed]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const seen = JSON.stringify(answers.map(({ cookies, ...answer }) => answer))
    const traces = JSON.stringify(
      (await server.db.execute(sql`select * from audit_events where actor_id = ${person.id}`)).rows,
    )
    expect(seen + traces).not.toContain(secret)
    expect(traces).not.toMatch(/e(lt|ac|at)_[\w-]{20,}/)
  })
})
