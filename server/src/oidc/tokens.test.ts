import { generateKeyPairSync } from 'node:crypto'
import { applications, renewApplicationSecret } from '@gatehouse/contract/admin/applications/applications.ts'
import { endApplicationSecret } from '@gatehouse/contract/admin/applications/secrets.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import { decodeJwt, SignJWT } from 'jose'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import {
  authorize,
  basic,
  changeApplication,
  getTokens,
  ISSUER,
  introspect,
  portOf,
  redeemCode,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import type { Visitor } from '../../test/server.ts'
import { buildApp } from '../app.ts'

const server = useListening()
let secondPort: number
let stopSecond: () => Promise<void>
beforeAll(async () => {
  // A second server on the same database.
  const second = await buildApp(server)
  await second.listen({ port: 0, host: '127.0.0.1' })
  secondPort = portOf({ app: second })
  stopSecond = () => second.close()
})
afterAll(async () => {
  await stopSecond()
})

const WITH_REFRESH = { oauth_grants: ['authorization_code', 'refresh_token'] }
type App = Parameters<typeof basic>[0] & { redirectUrl: string }

const refresh = (application: App, token: string, port?: number) =>
  send(server, '/oauth2/token', {
    headers: basic(application),
    form: { grant_type: 'refresh_token', refresh_token: token },
    ...(port === undefined ? {} : { port }),
  })

const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

describe('a code', () => {
  test('redeemed twenty times at once on two servers gives tokens once, and these are then revoked', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    const { reply, verifier } = await authorize(server, visitor, application)
    const form = {
      ...{ grant_type: 'authorization_code', code: reply.params.code as string, code_verifier: verifier },
      redirect_uri: application.redirectUrl,
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(server, '/oauth2/token', {
          headers: basic(application),
          form,
          port: index % 2 === 0 ? portOf(server) : secondPort,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect([count(statuses, 200), count(statuses, 400)]).toEqual([1, 19])
    // The code was replayed, so the tokens are revoked.
    const { access_token } = answers.find(({ status }) => status === 200)?.json() ?? {}
    expect((await userinfo(server, access_token)).status).toBe(401)
  })

  test('is refused for another application or redirect address', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    const stranger = await anApplication(server)
    const { reply, verifier } = await authorize(server, visitor, application)
    const code = reply.params.code as string
    const elsewhere = await redeemCode(server, application, code, verifier, { redirect_uri: stranger.redirectUrl })
    expect(elsewhere.json().error).toBe('invalid_grant')
    expect((await redeemCode(server, application, code, verifier)).status).toBe(200)
    const again = await authorize(server, visitor, application)
    const byOther = await redeemCode(server, stranger, again.reply.params.code as string, again.verifier, {
      redirect_uri: application.redirectUrl,
    })
    expect(byOther.json().error).toBe('invalid_grant')
  })

  test('issued by one server can be redeemed at another', async () => {
    const { visitor, application } = await someoneWithOidc(server, WITH_REFRESH)
    const { reply, verifier } = await authorize(server, visitor, application)
    const answer = await send(server, '/oauth2/token', {
      headers: basic(application),
      form: {
        ...{ grant_type: 'authorization_code', code: reply.params.code as string, code_verifier: verifier },
        redirect_uri: application.redirectUrl,
      },
      port: secondPort,
    })
    expect(answer.status).toBe(200)
    expect((await userinfo(server, answer.json().access_token)).status).toBe(200)
    expect((await refresh(application, answer.json().refresh_token)).status).toBe(200)
  })
})

describe('the PKCE verifier', () => {
  const asked = async (parameters: Record<string, string | undefined>) => {
    const { visitor, application } = await someoneWithOidc(server)
    return { application, ...(await authorize(server, visitor, application, parameters)) }
  }

  test.each([
    ['missing', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain', { code_challenge_method: 'plain' }],
    ['without its method', { code_challenge_method: undefined }],
  ])('%s is refused', async (_case, parameters) => {
    const { reply } = await asked(parameters)
    expect(reply.params).toMatchObject({ error: 'invalid_request' })
  })

  test('that does not match, or is missing, is refused', async () => {
    for (const verifier of ['A'.repeat(43), undefined]) {
      const { application, reply } = await asked({})
      const answer = await redeemCode(server, application, reply.params.code as string, verifier)
      expect(answer.json().error).toBe('invalid_grant')
    }
  })

  test('is refused if the request had no challenge', async () => {
    const { visitor, application } = await someoneWithOidc(server, { pkce_required: false })
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    const { reply } = await authorize(server, visitor, application, none)
    const answer = await redeemCode(server, application, reply.params.code as string, 'A'.repeat(43))
    expect(answer.json().error).toBe('invalid_grant')
  })

  test('cannot be waived for a public client', async () => {
    const { visitor, application } = await someoneWithOidc(server, { token_auth_method: 'none', pkce_required: false })
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    const { reply } = await authorize(server, visitor, application, none)
    expect(reply.params).toMatchObject({ error: 'invalid_request' })
  })
})

describe('a refresh token', () => {
  const begun = async () => {
    const access = await someoneWithOidc(server, WITH_REFRESH)
    return { ...access, tokens: await getTokens(server, access.visitor, access.application) }
  }

  test('used twenty times at once on two servers always gives the same successor', async () => {
    const { application, tokens } = await begun()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refresh(application, tokens.refresh_token, index % 2 === 0 ? portOf(server) : secondPort),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ json }) => json().refresh_token)).size).toBe(1)
  })

  test('that was replaced revokes the whole family when it is used half a minute later', async () => {
    const { application, tokens } = await begun()
    const second = (await refresh(application, tokens.refresh_token)).json()
    expect(second.refresh_token).not.toBe(tokens.refresh_token)
    await server.db.pool.query(
      "update oidc_artifacts set consumed_at = consumed_at - interval '31 seconds' where application_id = $1",
      [application.id],
    )
    expect((await refresh(application, tokens.refresh_token, secondPort)).json().error).toBe('invalid_grant')
    expect((await refresh(application, second.refresh_token)).json().error).toBe('invalid_grant')
    expect((await userinfo(server, second.access_token)).status).toBe(401)
  })

  test('is not issued to an application that may not have one', async () => {
    const { visitor, application } = await someoneWithOidc(server)
    expect((await getTokens(server, visitor, application)).refresh_token).toBeUndefined()
  })
})

describe('offline_access', () => {
  const begun = async (prompt: string | undefined) => {
    const access = await someoneWithOidc(server, {
      ...WITH_REFRESH,
      allowed_scopes: ['openid', 'offline_access'],
    })
    const scope = 'openid offline_access'
    return { ...access, tokens: await getTokens(server, access.visitor, access.application, { scope, prompt }) }
  }

  test('outlives the session, but not the account', async () => {
    const { visitor, person, application, tokens } = await begun('consent')
    await visitor.call(DestroySession)
    const later = await refresh(application, tokens.refresh_token)
    expect(later.status).toBe(200)
    await server.db.execute(sql`update users set is_active = false where id = ${person.id}`)
    expect((await refresh(application, later.json().refresh_token)).status).toBe(400)
  })

  test('is ignored without consent (OpenID Connect Core §11)', async () => {
    const { visitor, application, tokens } = await begun(undefined)
    expect(tokens.scope).toBe('openid')
    await visitor.call(DestroySession)
    expect((await refresh(application, tokens.refresh_token)).status).toBe(400)
  })
})

describe('tokens of an application for itself', () => {
  const service = async (changes: Record<string, unknown> = {}) => {
    const application = await anApplication(server)
    await changeApplication(server, application.id, { oauth_grants: ['client_credentials'], ...changes })
    return application
  }
  const ask = (application: App, form: Record<string, string> = {}) =>
    send(server, '/oauth2/token', {
      headers: basic(application),
      form: { grant_type: 'client_credentials', ...form },
    })

  test('are issued only to applications that may have them, and only those may introspect them', async () => {
    const application = await service()
    const { access_token } = (await ask(application)).json()
    expect((await introspect(server, application, access_token)).json()).toMatchObject({
      active: true,
      client_id: application.id,
      token_type: 'Bearer',
    })
    const stranger = await service()
    expect((await introspect(server, stranger, access_token)).json()).toEqual({ active: false })
    expect((await ask(await anApplication(server))).json().error).toBe('invalid_request')
  })

  test('are void once the application is blocked', async () => {
    const application = await service()
    const observer = await anApplication(server)
    await changeApplication(server, observer.id, { allowed_url: 'https://api.example.com/' })
    const { access_token } = (await ask(application, { resource: 'https://api.example.com/' })).json()
    expect((await introspect(server, observer, access_token)).json()).toMatchObject({ active: true, aud: observer.id })
    // The token is not for the application that got it.
    expect((await introspect(server, application, access_token)).json()).toEqual({ active: false })
    await changeApplication(server, application.id, { status: 'Temporary BLOCKED' })
    expect((await introspect(server, observer, access_token)).json()).toEqual({ active: false })
    expect((await ask(application)).json().error).toBe('invalid_client')
  })

  test.each<[string, (admin: Visitor, id: string) => Promise<unknown>]>([
    [
      'a secret ends at once',
      (admin, id) => admin.call(endApplicationSecret, { applicationId: id, secretId: id, days: 0 }),
    ],
    ['the secret is renewed', (admin, id) => admin.call(renewApplicationSecret, { applicationId: id })],
  ])('are void once %s', async (_what, end) => {
    const { visitor: admin } = await anAdministrator(server)
    const application = await service()
    const observer = await anApplication(server)
    const resource = `https://${observer.id}.example.com/`
    await changeApplication(server, observer.id, { allowed_url: resource })
    const { access_token } = (await ask(application, { resource })).json()
    expect((await introspect(server, observer, access_token)).json()).toMatchObject({ active: true })
    expect(await end(admin, application.id)).toMatchObject({ status: 200 })
    expect((await introspect(server, observer, access_token)).json()).toEqual({ active: false })
  })

  test('stay void when a blocked application is active again', async () => {
    const { visitor: admin } = await anAdministrator(server)
    const application = await service()
    const { access_token } = (await ask(application)).json()
    for (const status of ['INACTIVE', 'ACTIVE']) {
      const { id } = application
      const name = { description: `Again ${id}`, applicationType: 'Web' }
      const change = { id, name, applicationRedirectUrl: 'https://again.example.com', status }
      expect(await admin.call(applications.update, change)).toMatchObject({ status: 200 })
    }
    expect((await introspect(server, application, access_token)).json()).toEqual({ active: false })
  })

  test('are refused for an unknown resource', async () => {
    expect((await ask(await service(), { resource: 'https://nobody.example/' })).json().error).toBe('invalid_target')
  })

  test.each([
    ['in the header', '/oauth2/token', 'client_secret_basic'],
    ['in the form', '/oauth2/token', 'client_secret_post'],
    ['in the header, about a token', '/oauth2/introspect', 'client_secret_basic'],
    ['in the form, about a token', '/oauth2/introspect', 'client_secret_post'],
    ['in the form, to revoke', '/oauth2/revoke', 'client_secret_post'],
  ])('need a secret %s, whose use is recorded', async (_how, path, token_auth_method) => {
    const application = await service({ token_auth_method })
    const used = async () => {
      const { rows } = await server.db.pool.query('select secret_last_used_at from applications where id = $1', [
        application.id,
      ])
      return rows[0]?.secret_last_used_at
    }
    const form = path === '/oauth2/token' ? { grant_type: 'client_credentials' } : { token: 'unknown' }
    const prove = (secret: string) =>
      token_auth_method === 'client_secret_basic'
        ? send(server, path, { headers: basic({ ...application, secret }), form: { ...form } })
        : send(server, path, { form: { ...form, client_id: application.id, client_secret: secret } })
    await prove('wrong')
    expect(await used()).toBeNull()
    expect((await prove(application.secret)).status).toBe(200)
    expect(await used()).toBeInstanceOf(Date)
  })

  test('can use signed assertions, each of which is valid once', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] })
    const application = await service({ token_auth_method: 'private_key_jwt', jwks })
    const assertion = (audience: string) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(application.id)
        .setSubject(application.id)
        .setAudience(audience)
        .setJti(crypto.randomUUID())
        .setExpirationTime('1m')
        .sign(privateKey)
    const sent = async (client_assertion: string) =>
      send(server, '/oauth2/token', {
        form: {
          grant_type: 'client_credentials',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion,
        },
      })
    const good = await assertion(ISSUER)
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => sent(good)))).map(({ status }) => status)
    expect([count(statuses, 200), count(statuses, 401)]).toEqual([1, 9])
    expect((await sent(await assertion('https://elsewhere.example'))).status).toBe(401)
    // The secret of an application with keys is not accepted instead.
    expect((await ask(application)).json().error).toBe('invalid_client')
  })
})

test('a page may request tokens only from the origin of its own application (public client)', async () => {
  const { visitor, application } = await someoneWithOidc(server, { token_auth_method: 'none' })
  const ask = async (origin: string) => {
    const { reply, verifier } = await authorize(server, visitor, application)
    return send(server, '/oauth2/token', {
      headers: { origin },
      form: {
        ...{ grant_type: 'authorization_code', client_id: application.id, code: reply.params.code as string },
        ...{ code_verifier: verifier, redirect_uri: application.redirectUrl },
      },
    })
  }
  const { origin } = new URL(application.redirectUrl)
  const own = await ask(origin)
  expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, origin])
  const other = await ask('https://evil.example')
  expect([other.status, other.headers['access-control-allow-origin']]).toEqual([400, undefined])
})

describe.each(['/oauth2/userinfo', '/oauth2/access'])('%s, called by a page in a browser,', (path) => {
  const begun = async () => {
    const { visitor, application } = await someoneWithOidc(server, { token_auth_method: 'none' })
    const { reply, verifier } = await authorize(server, visitor, application, { scope: 'openid access' })
    const form = {
      ...{ grant_type: 'authorization_code', client_id: application.id, code: reply.params.code as string },
      ...{ code_verifier: verifier, redirect_uri: application.redirectUrl },
    }
    const { access_token } = (await send(server, '/oauth2/token', { form })).json()
    const read = (origin: string, token = access_token) =>
      send(server, path, { headers: { origin, authorization: `Bearer ${token}` } })
    return { read, origin: new URL(application.redirectUrl).origin }
  }
  const readerOf = ({ headers }: Awaited<ReturnType<typeof send>>) => headers['access-control-allow-origin']

  test('allows a preflight request for a token', async () => {
    const { origin } = await begun()
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const answer = await send(server, path, { method: 'OPTIONS', headers })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      ...{ 'access-control-allow-origin': origin, 'access-control-allow-headers': 'authorization' },
      ...{ 'access-control-allow-methods': expect.stringContaining('GET'), vary: 'Origin' },
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('answers only pages of its application', async () => {
    const { read, origin } = await begun()
    const own = await read(origin)
    expect([own.status, readerOf(own), own.headers.vary]).toEqual([200, origin, 'Origin'])
    for (const other of ['https://evil.example', `${origin}:444`, 'null']) {
      const refused = await read(other)
      expect([refused.status, readerOf(refused), refused.json().error]).toEqual([400, undefined, 'invalid_request'])
    }
  })

  test('reports a void token', async () => {
    const { read, origin } = await begun()
    const answer = await read(origin, 'x'.repeat(43))
    expect([answer.status, readerOf(answer)]).toEqual([401, origin])
    expect(answer.headers['access-control-expose-headers']).toBe('WWW-Authenticate')
  })
})

test('a code for a resource gives a token for it if the token request names it again, and one for userinfo otherwise', async () => {
  const { visitor, person, application } = await someoneWithOidc(server)
  const resource = 'https://orders.example.com/'
  const orders = await anApplication(server)
  await changeApplication(server, orders.id, { allowed_url: resource })
  await anAssignment(server, person.id, orders.id, (await aClient(server)).id)
  const redeem = async (changes: Record<string, string>) => {
    const { reply, verifier } = await authorize(server, visitor, application, { resource })
    return (await redeemCode(server, application, reply.params.code as string, verifier, changes)).json()
  }
  const { access_token } = await redeem({ resource })
  expect((await introspect(server, orders, access_token)).json()).toMatchObject({ active: true, aud: orders.id })
  expect((await userinfo(server, access_token)).status).toBe(401)
  expect((await userinfo(server, (await redeem({})).access_token)).status).toBe(200)
})

test('revoking a token ends it', async () => {
  const { visitor, application } = await someoneWithOidc(server, WITH_REFRESH)
  const stranger = await anApplication(server)
  const { access_token, refresh_token } = await getTokens(server, visitor, application)
  const revoke = (who: App, token: string) => send(server, '/oauth2/revoke', { headers: basic(who), form: { token } })
  expect((await revoke(stranger, access_token)).status).toBe(200)
  expect((await userinfo(server, access_token)).status).toBe(200)
  expect((await revoke(application, refresh_token)).status).toBe(200)
  expect((await refresh(application, refresh_token)).status).toBe(400)
  expect((await userinfo(server, access_token)).status).toBe(401)
})

test('the database contains no code or token in plain text', async () => {
  const { visitor, application } = await someoneWithOidc(server, WITH_REFRESH)
  const { code, access_token, refresh_token } = await getTokens(server, visitor, application)
  // A waiting request, too: the secret of its browser's session is not stored in it.
  await authorize(server, visitor, application, { prompt: 'login' })
  const { rows } = await server.db.execute<{ dump: string }>(sql`
    select coalesce((select string_agg(t::text, '') from oidc_artifacts t), '')
      || coalesce((select string_agg(g::text, '') from oidc_grants g), '') as dump`)
  for (const secret of [code, access_token, refresh_token, visitor.cookies['__Host-eai_sid']])
    expect(rows[0]?.dump).not.toContain(secret)
})

describe('claims of an application', () => {
  test("describe the person's role there, for the chosen client", async () => {
    const { visitor, application, person, client } = await someoneWithOidc(server)
    const other = await aClient(server)
    await anAssignment(server, person.id, application.id, other.id, 'Auditor')
    const scope = 'openid access'
    for (const [chosen, role] of [
      [client, 'Manager'],
      [other, 'Auditor'],
    ] as const) {
      const { access_token } = await getTokens(server, visitor, application, { scope, client: chosen.id })
      expect((await userinfo(server, access_token)).json()).toMatchObject({
        [`${ISSUER}/claims/client`]: { id: chosen.id, name: chosen.actualName, uuid: chosen.uuid },
        [`${ISSUER}/claims/role`]: role,
        [`${ISSUER}/claims/pages`]: [],
      })
    }
  })

  test('are limited to its scopes, however they are requested', async () => {
    const { visitor, application } = await someoneWithOidc(server, { allowed_scopes: ['openid', 'profile'] })
    const claims = JSON.stringify({ userinfo: { email: null, name: null }, id_token: { email: null } })
    const { access_token, id_token } = await getTokens(server, visitor, application, { claims })
    expect(Object.keys((await userinfo(server, access_token)).json()).sort()).toEqual(['name', 'sub'])
    expect(decodeJwt(id_token)).not.toHaveProperty('email')
    const { reply } = await authorize(server, visitor, application, { scope: 'openid email' })
    expect(reply.params.error).toBe('invalid_scope')
  })
})
