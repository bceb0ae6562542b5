import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { redeem } from '@gatehouse/contract/launch.ts'
import { SignJWT } from 'jose'
import * as client from 'openid-client'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { launch } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import {
  changeApplication,
  ISSUER,
  send,
  someoneWithOidc,
  startListening,
  toServer,
  useListening,
} from '../../test/relying-party.ts'

// Applications that authenticate with keys, stored with them or at an address of theirs (RFC 7523).

type Key = { kid: string; privateKey: KeyObject; jwk: object }
const aKey = (kid: string): Key => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } }
}

const server = useListening({ config: { outboundAllow: ['localhost'] } })
let publisher: Server
/** What each path serves, and how often it was read. */
const published = new Map<string, { status: number; body: string; reads: number; headers?: Record<string, string> }>()
beforeAll(async () => {
  publisher = createServer((request, response) => {
    const page = published.get(request.url ?? '')
    if (page === undefined) return void response.writeHead(404).end()
    page.reads++
    response.writeHead(page.status, page.headers).end(page.body)
  }).listen(0, '127.0.0.1')
  await once(publisher, 'listening')
})
afterAll(async () => {
  publisher.close()
})
beforeEach(() => published.clear())

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const REDEEM = `${ISSUER}${redeem.path}`

function publish(keys: Key[], more: object[] = []) {
  const path = `/${crypto.randomUUID()}`
  const page = { status: 200, body: '', reads: 0 }
  const show = (shown: Key[]) => {
    page.body = JSON.stringify({ keys: [...more, ...shown.map(({ jwk }) => jwk)] })
  }
  show(keys)
  published.set(path, page)
  return { uri: `http://localhost:${(publisher.address() as AddressInfo).port}${path}`, page, show }
}

async function someoneWithKeys(changes: Record<string, unknown>) {
  return someoneWithOidc(server, {
    token_auth_method: 'private_key_jwt',
    oauth_grants: ['client_credentials', 'authorization_code'],
    ...changes,
  })
}

type Claims = { aud?: string; iss?: string; sub?: string; jti?: string; exp?: string }
const assertion = (id: string, { kid, privateKey }: Key, { aud, iss, sub, jti, exp }: Claims = {}) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(iss ?? id)
    .setSubject(sub ?? id)
    .setAudience(aud ?? ISSUER)
    .setJti(jti ?? crypto.randomUUID())
    .setExpirationTime(exp ?? '1m')
    .sign(privateKey)

const ask = async (client_assertion: string) =>
  (
    await send(server, '/oauth2/token', {
      form: { grant_type: 'client_credentials', client_assertion_type: TYPE, client_assertion },
    })
  ).status

describe('keys at an address', () => {
  test('are read once for many assertions, and again for an unknown key id', async () => {
    const [first, second] = [aKey('1'), aKey('2')]
    const { uri, page, show } = publish(
      [first],
      [
        { kty: 'oct', k: 'AAAA' },
        { kty: 'RSA', use: 'enc', n: 'x', e: 'AQAB' },
      ],
    )
    const { application } = await someoneWithKeys({ jwks_uri: uri })
    const proofs = await Promise.all(Array.from({ length: 5 }, () => assertion(application.id, first)))
    expect(await Promise.all(proofs.map(ask))).toEqual(Array(5).fill(200))
    expect(page.reads).toBe(1)
    show([second])
    expect(await ask(await assertion(application.id, second))).toBe(200)
    expect(page.reads).toBe(2)
    // The old key is gone now, and a made-up key id causes no further read.
    expect(await ask(await assertion(application.id, first))).toBe(401)
    expect(await ask(await assertion(application.id, aKey('made-up')))).toBe(401)
    expect(page.reads).toBe(2)
  })

  test('end when their address has none any more, and after a day when it cannot be read', async () => {
    const key = aKey('1')
    const [gone, broken] = [publish([key]), publish([key])]
    const withGone = await someoneWithKeys({ jwks_uri: gone.uri })
    const withBroken = await someoneWithKeys({ jwks_uri: broken.uri })
    const answers = async () => [
      await ask(await assertion(withGone.application.id, key)),
      await ask(await assertion(withBroken.application.id, key)),
    ]
    expect(await answers()).toEqual([200, 200])
    gone.page.status = 404
    broken.page.status = 500
    const startedAt = performance.now()
    let minutes = 11
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => startedAt + minutes * 60_000)
    onTestFinished(() => clock.mockRestore())
    expect(await answers()).toEqual([401, 200])
    minutes = 25 * 60
    expect(await answers()).toEqual([401, 401])
    broken.page.status = 200
    minutes += 11
    expect(await answers()).toEqual([401, 200])
  })

  test('refuse an assertion signed by another key with the same id', async () => {
    const { uri } = publish([aKey('1')])
    const { application } = await someoneWithKeys({ jwks_uri: uri })
    expect(await ask(await assertion(application.id, aKey('1')))).toBe(401)
  })

  test.each([
    ['an error', { status: 500 }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/keys' } }],
    ['another document', { body: '<html>' }],
    ['another object', { body: '{"keys":{}}' }],
    ['too long', { body: `{"keys":[${' '.repeat(200_000)}]}` }],
  ])('are refused if they are %s', async (_what, changes) => {
    const key = aKey('1')
    const { uri, page } = publish([key])
    Object.assign(page, changes)
    const { application } = await someoneWithKeys({ jwks_uri: uri })
    expect(await ask(await assertion(application.id, key))).toBe(401)
  })

  test('are neither read nor stored if the host is inside the network', async () => {
    const strict = await startListening()
    const key = aKey('1')
    const { uri, page } = publish([key])
    const { application } = await someoneWithOidc(strict, {
      ...{ token_auth_method: 'private_key_jwt', oauth_grants: ['client_credentials'], jwks_uri: uri },
    })
    const client_assertion = await assertion(application.id, key)
    const form = { grant_type: 'client_credentials', client_assertion_type: TYPE, client_assertion }
    expect((await send(strict, '/oauth2/token', { form })).status).toBe(401)
    expect(page.reads).toBe(0)
    const { visitor } = await anAdministrator(strict)
    const { status, data } = await visitor.call(applications.create, {
      name: { description: 'Keys inside', applicationLogo: '', applicationType: 'NA' },
      tokenAuthMethod: 'private_key_jwt',
      jwksUri: 'https://169.254.169.254/keys',
    })
    expect({ status, data }).toMatchObject({ status: 400, data: { fields: { jwksUri: expect.any(String) } } })
    await strict.close()
  })

  test('are not read for an assertion that is invalid anyway', async () => {
    const { uri, page } = publish([aKey('1')])
    const { application } = await someoneWithKeys({ jwks_uri: uri })
    const query = new URLSearchParams({ client_id: application.id, redirect_uri: 'https://elsewhere.example' })
    await send(server, `/oauth2/authorize?${query}`)
    expect(page.reads).toBe(0)
  })

  test('work with the library openid-client', async () => {
    const key = aKey('1')
    const { uri } = publish([key])
    const { application } = await someoneWithKeys({ jwks_uri: uri })
    const imported = await crypto.subtle.importKey(
      'jwk',
      key.privateKey.export({ format: 'jwk' }),
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign'],
    )
    const config = await client.discovery(
      new URL(ISSUER),
      application.id,
      undefined,
      client.PrivateKeyJwt({ key: imported, kid: key.kid }),
      { [client.customFetch]: toServer(server), execute: [client.allowInsecureRequests] },
    )
    expect(await client.clientCredentialsGrant(config)).toMatchObject({ token_type: 'bearer' })
  })
})

describe('a launch token is redeemed with a signature', () => {
  const redeemBy = (token: string, client_assertion: string, headers: Record<string, string> = {}) =>
    server.visitor({ web: false, headers }).call(redeem, { token, client_assertion, client_assertion_type: TYPE })

  async function launched(changes: Record<string, unknown>) {
    const someone = await someoneWithKeys(changes)
    const { data } = await launch(someone)
    return { ...someone, token: data.oAuthToken as string }
  }

  test.each(['in the record', 'at an address'])('with keys %s', async (place) => {
    const key = aKey('1')
    const keys =
      place === 'in the record' ? { jwks: JSON.stringify({ keys: [key.jwk] }) } : { jwks_uri: publish([key]).uri }
    for (const aud of [ISSUER, `${ISSUER}/oauth2/token`, REDEEM]) {
      const { application, person, token } = await launched(keys)
      const { status, data } = await redeemBy(token, await assertion(application.id, key, { aud }))
      expect([status, data.sub]).toEqual([200, person.id])
    }
  })

  test('once: an assertion used at one endpoint is refused at the other', async () => {
    const key = aKey('1')
    const { application, token } = await launched({ jwks: JSON.stringify({ keys: [key.jwk] }) })
    const [used, fresh, last] = await Promise.all([1, 2, 3].map(() => assertion(application.id, key)))
    expect(await ask(String(used))).toBe(200)
    expect((await redeemBy(token, String(used))).status).toBe(401)
    expect((await redeemBy(token, String(fresh))).status).toBe(200)
    expect(await ask(String(fresh))).toBe(401)
    expect(await ask(String(last))).toBe(200)
  })

  test('later, not wrongly, when the database cannot note that an assertion was used', async () => {
    const key = aKey('1')
    const { application, token } = await launched({ jwks: JSON.stringify({ keys: [key.jwk] }) })
    await server.db.execute(sql`
      create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'no space left' using errcode = '53100'; end $$`)
    await server.db.execute(sql`
      create trigger full_disk before insert on oidc_artifacts for each row execute function full_disk()`)
    const meanwhile = [
      (await redeemBy(token, await assertion(application.id, key))).status,
      await ask(await assertion(application.id, key)),
    ]
    await server.db.execute(sql`drop function full_disk cascade`)
    expect(meanwhile).toEqual([503, 503])
    expect((await redeemBy(token, await assertion(application.id, key))).status).toBe(200)
  })

  test('but not with an assertion that has one wrong claim', async () => {
    const key = aKey('1')
    const { application, token } = await launched({ jwks: JSON.stringify({ keys: [key.jwk] }) })
    const other = await launched({ jwks: JSON.stringify({ keys: [key.jwk] }) })
    const { id } = application
    const wrong = [
      await assertion(id, aKey('1')),
      await assertion(id, key, { aud: 'https://elsewhere.example' }),
      await assertion(id, key, { sub: other.application.id }),
      await assertion(id, key, { iss: other.application.id }),
      await assertion(id, key, { exp: '-1m' }),
      await assertion(id, key, { exp: '2h' }),
      await assertion(id, key, { jti: '' }),
      `${(await assertion(id, key)).split('.').slice(0, 2).join('.')}.`,
      'no.jwt.atall',
    ]
    for (const one of wrong) {
      expect.soft((await redeemBy(token, one)).status, one).toBe(401)
      expect.soft(await ask(one), one).not.toBe(200)
    }
    // Two methods at once are refused, and so is the former secret.
    const { authorization } = application
    expect((await redeemBy(token, await assertion(id, key), { authorization })).status).toBe(401)
    const program = server.visitor({ web: false, headers: { authorization } })
    expect((await program.call(redeem, { token })).status).toBe(401)
    await changeApplication(server, id, { token_auth_method: 'client_secret_basic' })
    expect((await redeemBy(token, await assertion(id, key))).status).toBe(401)
    expect((await program.call(redeem, { token })).status).toBe(200)
  })

  test('and few wrong assertions a minute are checked', async () => {
    const key = aKey('1')
    const { application, token } = await launched({ jwks: JSON.stringify({ keys: [key.jwk] }) })
    const wrong = await assertion(application.id, aKey('1'))
    let status = 0
    for (let tries = 0; status !== 429 && tries < 40; tries++) ({ status } = await redeemBy(token, wrong))
    expect(status).toBe(429)
    expect((await redeemBy(token, await assertion(application.id, key))).status).toBe(200)
  })
})
