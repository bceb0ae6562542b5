import { randomBytes } from 'node:crypto'
import { WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import { addPasskey, describeOwnPasskeys, requestPasskey } from '@gatehouse/contract/factors/passkeys.ts'
import type { RequestOptions } from '@gatehouse/contract/factors/webauthn.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { anAddress, someoneSignedIn } from '../../test/builders.ts'
import { signInByPasskey } from '../../test/passkeys.ts'
import { useTestServer } from '../../test/server.ts'
import { buildApp } from '../app.ts'

const FORMER = 'https://former.example'
const NEW = 'https://new.example'
const CLIENT = '00000000-0000-4000-8000-000000000002'
const production = { mode: 'production', masterKey: randomBytes(32) } as const

/** The portal before it moved, and the same one afterwards. */
const before = useTestServer({ config: { ...production, publicUrl: new URL(FORMER) } })
const moved = useTestServer({
  config: {
    ...{ ...production, publicUrl: new URL(NEW), passkeyHost: 'former.example' },
    clientHosts: new Map([['acme.example', CLIENT]]),
  },
})

/** A person at the new address, with a passkey of the former host. */
async function someoneThere() {
  const { person, visitor } = await someoneSignedIn(moved)
  const authenticator = anAuthenticator()
  const { data: options } = await visitor.call(requestPasskey)
  const credential = authenticator.create(options, { origin: NEW })
  const added = await visitor.call(addPasskey, { credential, name: 'Phone' })
  return { person, visitor, authenticator, options, added, browser: moved.visitor({ ip: anAddress() }) }
}

describe('where PASSKEY_HOST is the former host of the portal', () => {
  test('passkeys are made for it at the new address, sign in there, and are reported under it', async () => {
    const { visitor, authenticator, options, added, browser } = await someoneThere()
    expect(options.rp.id).toBe('former.example')
    expect(added.status).toBe(200)
    expect(await signInByPasskey(browser, authenticator, { origin: NEW })).toMatchObject({ status: 200 })
    expect((await visitor.call(describeOwnPasskeys)).data.rpId).toBe('former.example')
    expect((await browser.call(getSession)).data.settings).toMatchObject({
      ...{ passkeys: true, passkeyHost: 'former.example' },
    })
  })

  test.each([
    ['a page of the former host', { origin: FORMER }],
    ['a page of another host', { origin: 'https://evil.example' }],
    ['a passkey of the new host', { origin: NEW, rpId: 'new.example' }],
    ['a passkey of another host', { origin: NEW, rpId: 'evil.example' }],
  ])('%s is refused', async (_case, changes) => {
    const { visitor, authenticator, browser } = await someoneThere()
    expect((await signInByPasskey(browser, authenticator, changes)).status).toBe(401)
    const { data: options } = await visitor.call(requestPasskey)
    const credential = anAuthenticator().create(options, changes)
    expect((await visitor.call(addPasskey, { credential })).status).toBe(400)
    expect((await visitor.call(describeOwnPasskeys)).data.credentialIds).toEqual([authenticator.id])
  })
})

describe('which origin may use the passkeys of a host', () => {
  const get = (host: string, url = '/.well-known/webauthn', method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    moved.app.inject({ method, url, headers: { host } })

  test.each(['new.example', 'former.example', 'acme.example', '10.0.0.7:8080'])(
    'is answered at %s: that of PUBLIC_URL',
    async (host) => {
      const { statusCode, headers, body, cookies } = await get(host)
      expect([statusCode, body, cookies]).toEqual([200, '{"origins":["https://new.example"]}', []])
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect((await get(host, undefined, 'HEAD')).statusCode).toBe(200)
    },
  )

  test('is nothing else that a former host answers', async () => {
    for (const url of ['/', '/login', '/api/session', '/.well-known/webauthn/', '/.well-known/webauthn/x'])
      expect((await get('former.example', url)).statusCode).toBe(421)
    expect((await get('former.example', '/.well-known/webauthn', 'POST')).statusCode).toBe(404)
    expect((await get('acme.example', '/login')).statusCode).toBe(303)
  })
})

describe('a portal that moves to another host', () => {
  let there: FastifyInstance
  const start = async (passkeyHost: string | null) => {
    const { publicUrl } = moved.config
    there = await buildApp({ ...before, config: { ...before.config, publicUrl, passkeyHost } })
    await there.ready()
  }
  beforeAll(() => start('former.example'))
  afterAll(() => there.close())

  async function post<Data>(path: string, payload: object, cookie = '') {
    const headers = { host: 'new.example', origin: NEW, [WEB_CLIENT_HEADER]: 'web', cookie }
    const answer = await there.inject({ method: 'POST', url: path, payload, headers, remoteAddress: anAddress() })
    const cookies = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return { status: answer.statusCode, data: answer.json().data as Data, cookies }
  }
  async function signInThere(authenticator: ReturnType<typeof anAuthenticator>) {
    const { data, cookies } = await post<RequestOptions>(requestPasskeySignIn.path, {})
    const credential = authenticator.get(data, { origin: NEW })
    return { rpId: data.rpId, ...(await post(signInWithPasskey.path, { credential }, cookies)) }
  }

  test('keeps the passkeys that were made before', async () => {
    const { visitor } = await someoneSignedIn(before)
    const authenticator = anAuthenticator()
    const { data } = await visitor.call(requestPasskey)
    await visitor.call(addPasskey, { credential: authenticator.create(data, { origin: FORMER }) })
    expect(await signInThere(authenticator)).toMatchObject({ rpId: 'former.example', status: 200 })
    await there.close()
    // Without the setting, they belong to no host of the portal.
    await start(null)
    const { data: own } = await post<RequestOptions>(requestPasskeySignIn.path, {})
    expect(own.rpId).toBe('new.example')
  })
})

test('where PASSKEY_HOST is a domain above the portal, passkeys are made for the domain', async () => {
  const server = { ...before.config, publicUrl: new URL('https://portal.example.org'), passkeyHost: 'example.org' }
  const app = await buildApp({ ...before, config: server })
  const headers = { host: 'portal.example.org', origin: 'https://portal.example.org', [WEB_CLIENT_HEADER]: 'web' }
  const answer = await app.inject({ method: 'POST', url: requestPasskeySignIn.path, payload: {}, headers })
  expect(answer.json().data.rpId).toBe('example.org')
  await app.close()
})
