import { JWE_TYPE, RESPONSE_KEY_HEADER } from '@gatehouse/contract/envelope.ts'
import { listTiles, redeem } from '@gatehouse/contract/launch.ts'
import { getEncryptionKeys, getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login, requestRequestPassword } from '@gatehouse/contract/signin.ts'
import { CompactSign, generateKeyPair, generateSecret, type JWK } from 'jose'
import sql from 'sql-template-tag'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anAddress, anApplication, aPerson, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { aSealer, aSealerTo, type Parts } from '../../test/sealer.ts'
import { startTestServer, useTestServer, type Visitor } from '../../test/server.ts'
import { buildApp } from '../app.ts'
import { newId } from '../crypto/ids.ts'

const server = useTestServer()
afterEach(() => vi.useRealTimers())

const UNREADABLE = { status: 400, code: 400, msg: 'The encrypted request could not be read.', data: null }
const ALGORITHM = 'ECDH-ES'
const encoder = new TextEncoder()
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const aBrowser = (at = server) => at.visitor({ ip: anAddress() })

const askForLink = async (visitor: Visitor, encryptedData: unknown, more: object = {}) =>
  visitor.call(requestRequestPassword, { encryptedData, ...more })

test('an encrypted request is answered, and the answer is encrypted', async () => {
  const { email } = await aPerson(server)
  const { seal, open } = await aSealer(server)
  const visitor = aBrowser()
  const first = await visitor.call(login, { encryptedData: await seal(login, { email, password: PASSWORD }) })
  expect(first).toMatchObject({ status: 200, code: 200, msg: 'A one-time code was sent to your email' })
  expect(first.data).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(await open(first.data)).toMatchObject({ next: 'otp', loginTxn: null })

  const input = { email, otp: await server.codeFor(email) }
  const second = await visitor.call(consumeLogInOtpEmail, { encryptedData: await seal(consumeLogInOtpEmail, input) })
  expect(await open(second.data)).toMatchObject({ AutherisationToken: 'cookie', userData: { email } })
  expect((await visitor.call(getSession)).data.session?.user.email).toBe(email)
})

test('the age of a request is judged by the clock of the database, not of the server', async () => {
  const { email } = await aPerson(server)
  const { seal, open } = await aSealer(server)
  const iat = Math.floor(Date.now() / 1000)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
  const sealed = await seal(login, { email, password: PASSWORD }, { claims: { iat } })
  const { data, status } = await aBrowser().call(login, { encryptedData: sealed })
  expect(status).toBe(200)
  expect(await open(data)).toMatchObject({ next: 'otp' })
})

test('a plain request gets a plain answer', async () => {
  const { email } = await aPerson(server)
  expect(await aBrowser().call(login, { email, password: PASSWORD })).toMatchObject({
    status: 200,
    data: { next: 'otp' },
  })
})

test('an encrypted body is validated like a plain one', async () => {
  const { seal } = await aSealer(server)
  for (const body of [{}, { email: 'nobody' }, { email: ['nobody@example.com'] }, []]) {
    const plain = await aBrowser().call(requestRequestPassword, body)
    const sealed = await askForLink(aBrowser(), await seal(requestRequestPassword, body))
    expect(plain.status).toBe(400)
    expect(sealed).toMatchObject({ status: 400, msg: plain.msg, data: plain.data })
  }
})

describe('a GET', () => {
  const header = (key: unknown) => ({ [RESPONSE_KEY_HEADER]: Buffer.from(JSON.stringify(key)).toString('base64url') })

  test('with a key gets an encrypted answer', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const { responseKey, open } = await aSealer(server)
    const { data } = await visitor.call(getSession, {}, header(responseKey))
    expect(await open(data)).toMatchObject({ session: { user: { email: person.email } } })
  })

  test('with an invalid key is refused', async () => {
    const { responseKey } = await aSealer(server)
    const noKeys = [
      null,
      'text',
      [],
      {},
      { ...responseKey, crv: 'P-384' },
      { ...responseKey, kty: 'oct' },
      offTheCurve(responseKey),
    ]
    for (const key of noKeys) expect(await aBrowser().call(getSession, {}, header(key))).toMatchObject(UNREADABLE)
    expect(await aBrowser().call(getSession, {}, { [RESPONSE_KEY_HEADER]: '%%%' })).toMatchObject(UNREADABLE)
  })
})

/** The same public key with one coordinate changed: no longer a point of the curve. */
function offTheCurve(key: JWK): JWK {
  const y = Buffer.from(String(key.y), 'base64url')
  y[31] = (y[31] as number) ^ 1
  return { ...key, y: y.toString('base64url') }
}

describe('an invalid envelope always gets the same answer, and nothing happens', () => {
  async function expectRefused(make: (email: string) => Promise<{ encryptedData: unknown } & Record<string, unknown>>) {
    const { email } = await aPerson(server)
    const { encryptedData, ...more } = await make(email)
    const { status, code, msg, data } = await askForLink(aBrowser(), encryptedData, more)
    expect({ status, code, msg, data }).toEqual(UNREADABLE)
    expect(await server.inbox(email)).toEqual([])
  }

  test('older than two minutes by the database, at a server with a slow clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    await expectRefused(async (email) => ({
      encryptedData: await (await aSealer(server)).seal(requestRequestPassword, { email }),
    }))
  })

  const now = () => Math.floor(Date.now() / 1000)
  test.each<[what: string, claims: Record<string, unknown>]>([
    ['another version', { v: 2 }],
    ['no version', { v: undefined }],
    ['made for another method', { htm: 'GET' }],
    ['made for another call', { htu: login.path }],
    ['made without a call', { htu: undefined }],
    ['older than two minutes', { iat: now() - 180 }],
    ['from the future', { iat: now() + 180 }],
    ['without a time', { iat: undefined }],
    ['with a time as text', { iat: String(now()) }],
    ['without an id', { jti: undefined }],
    ['with a number for an id', { jti: 1 }],
    ['with an id of 65 characters', { jti: 'x'.repeat(65) }],
    ['with an id that cannot be stored', { jti: 'x\u0000' }],
    ['without a key for the answer', { rk: undefined }],
    ['with a key of another curve', { rk: { kty: 'EC', crv: 'P-384', x: 'AA', y: 'AA' } }],
    ['with a secret for a key', { rk: { kty: 'oct', k: 'AAAA' } }],
    ['with a key of empty numbers', { rk: { kty: 'EC', crv: 'P-256', x: '', y: '' } }],
  ])('%s', async (_what, claims) => {
    const { seal } = await aSealer(server)
    await expectRefused(async (email) => ({ encryptedData: await seal(requestRequestPassword, { email }, { claims }) }))
  })

  test('with a key that is not a point of the curve', async () => {
    const { seal, responseKey } = await aSealer(server)
    const claims = { rk: offTheCurve(responseKey) }
    await expectRefused(async (email) => ({ encryptedData: await seal(requestRequestPassword, { email }, { claims }) }))
  })

  test.each<[what: string, parts: () => Promise<Parts>]>([
    ['of no type', async () => ({ header: { typ: undefined } })],
    ['of another type', async () => ({ header: { typ: 'JWT' } })],
    ['for an unknown key', async () => ({ header: { kid: newId() } })],
    ['for no key', async () => ({ header: { kid: undefined } })],
    ['for a path as a key', async () => ({ header: { kid: '../../etc/passwd' } })],
    ['with the content encrypted by A128GCM', async () => ({ header: { enc: 'A128GCM' } })],
    ['with the content encrypted by A256CBC-HS512', async () => ({ header: { enc: 'A256CBC-HS512' } })],
    ['with the key wrapped', async () => ({ header: { alg: 'ECDH-ES+A256KW' } })],
    ['compressed', async () => ({ header: { zip: 'DEF' } })],
    ['with an extension that must be understood', async () => ({ header: { crit: ['exp'], exp: 1 } })],
    ['with a shared secret', async () => ({ header: { alg: 'dir' }, key: await generateSecret('A256GCM') })],
    ['with a wrapped secret', async () => ({ header: { alg: 'A256KW' }, key: await generateSecret('A256KW') })],
    ['with a password', async () => ({ header: { alg: 'PBES2-HS256+A128KW' }, key: encoder.encode('password') })],
    [
      'with RSA',
      async () => ({ header: { alg: 'RSA-OAEP-256' }, key: (await generateKeyPair('RSA-OAEP-256')).publicKey }),
    ],
    ['to another key', async () => ({ key: (await generateKeyPair(ALGORITHM)).publicKey })],
    ['of text that is not JSON', async () => ({ plaintext: 'email=asha@example.com' })],
    ['of JSON that is not an object', async () => ({ plaintext: '[]' })],
    ['of nothing', async () => ({ plaintext: '' })],
  ])('%s', async (_what, parts) => {
    const { seal } = await aSealer(server)
    await expectRefused(async (email) => ({
      encryptedData: await seal(requestRequestPassword, { email }, await parts()),
    }))
  })

  const PARTS = ['header', 'encrypted key', 'initialisation vector', 'ciphertext', 'tag']
  test.each(PARTS.map((part, index) => [part, index] as const))('with its %s changed', async (_part, index) => {
    const { seal } = await aSealer(server)
    await expectRefused(async (email) => {
      const parts = (await seal(requestRequestPassword, { email })).split('.')
      const bytes = Buffer.from(parts[index] as string, 'base64url')
      const changed = bytes.length === 0 ? Buffer.from([0]) : bytes
      changed[changed.length >> 1] = (changed[changed.length >> 1] as number) ^ 1
      return { encryptedData: parts.with(index, changed.toString('base64url')).join('.') }
    })
  })

  test('with any of its bytes changed', async () => {
    const { email } = await aPerson(server)
    const { seal } = await aSealer(server)
    const letters = [...(await seal(requestRequestPassword, { email }))]
    // Every eighth byte, and all of the last part.
    const places = [...letters.keys()].filter((place) => place % 8 === 0 || place > letters.length - 22)
    const answers = new Set<string>()
    for (const place of places) {
      // The highest bit of a letter: at the end of a part, the lower ones may be unused.
      const letter = BASE64URL[BASE64URL.indexOf(letters[place] as string) ^ 32] ?? 'A'
      const { status, code, msg, data } = await askForLink(aBrowser(), letters.with(place, letter).join(''))
      answers.add(JSON.stringify({ status, code, msg, data }))
    }
    expect(places.length).toBeGreaterThan(80)
    expect([...answers]).toEqual([JSON.stringify(UNREADABLE)])
    expect(await server.inbox(email)).toEqual([])
  })

  test('signed instead', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    await expectRefused(async (email) => {
      const signer = new CompactSign(encoder.encode(JSON.stringify({ email })))
      return { encryptedData: await signer.setProtectedHeader({ alg: 'ES256', typ: JWE_TYPE }).sign(privateKey) }
    })
  })

  test('with plain fields beside it', async () => {
    const { seal } = await aSealer(server)
    await expectRefused(async (email) => ({ encryptedData: await seal(requestRequestPassword, { email }), email }))
  })

  test.each(['', 'text', '....', 'a.b.c.d.e', null, 7, true, {}, ['a.b.c.d.e'], 'e30'.repeat(10_000)])(
    '%.40j',
    async (encryptedData) => {
      await expectRefused(async () => ({ encryptedData }))
    },
  )
})

describe('a request is served once', () => {
  test('and refused when it is repeated, from any address', async () => {
    const { email } = await aPerson(server)
    const { seal } = await aSealer(server)
    const sealed = await seal(requestRequestPassword, { email })
    const visitor = aBrowser()
    expect(await askForLink(visitor, sealed)).toMatchObject({ status: 200 })
    expect(await askForLink(visitor, sealed)).toMatchObject(UNREADABLE)
    expect(await askForLink(aBrowser(), sealed)).toMatchObject(UNREADABLE)
    expect(await server.inbox(email)).toHaveLength(1)
  })

  test('of ten equal ones sent at the same moment', async () => {
    const { email } = await aPerson(server)
    const { seal } = await aSealer(server)
    const sealed = await seal(requestRequestPassword, { email })
    const answers = await Promise.all(Array.from({ length: 10 }, () => askForLink(aBrowser(), sealed)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await server.inbox(email)).toHaveLength(1)
  })
})

describe('the envelope policy', () => {
  test('required refuses plain requests, except those of applications', async () => {
    const strict = await startTestServer({ config: { encryption: 'required' } })
    const { email } = await aPerson(strict)
    expect(await aBrowser(strict).call(login, { email, password: PASSWORD })).toMatchObject({
      status: 400,
      msg: 'This server accepts encrypted requests only.',
      data: null,
    })
    expect(await strict.inbox(email)).toEqual([])
    const { seal, open } = await aSealer(strict)
    const answer = await aBrowser(strict).call(login, {
      encryptedData: await seal(login, { email, password: PASSWORD }),
    })
    expect(await open(answer.data)).toMatchObject({ next: 'otp' })
    const { authorization } = await anApplication(strict)
    const program = strict.visitor({ web: false })
    expect(await program.call(redeem, { token: 'made-up' }, { authorization })).toMatchObject({
      msg: 'The launch token is invalid, expired or already used.',
    })
    await strict.close()
  })

  test('off publishes no key, refuses encrypted requests and gives plain answers', async () => {
    const plain = await startTestServer({ config: { encryption: 'off' } })
    const { email } = await aPerson(plain)
    const { seal, responseKey } = await aSealer(server)
    const encryptedData = await seal(login, { email, password: PASSWORD })
    expect(await aBrowser(plain).call(login, { encryptedData })).toMatchObject(UNREADABLE)
    expect(await aBrowser(plain).call(login, { email, password: PASSWORD })).toMatchObject({
      status: 200,
      data: { next: 'otp' },
    })
    expect((await aBrowser(plain).call(getEncryptionKeys)).data.keys).toEqual([])
    const header = { [RESPONSE_KEY_HEADER]: Buffer.from(JSON.stringify(responseKey)).toString('base64url') }
    expect((await aBrowser(plain).call(getSession, {}, header)).data).toMatchObject({
      session: null,
      encryptionKey: null,
    })
    await plain.close()
  })
})

describe('the envelope key', () => {
  const age = (hours: number) =>
    server.db.execute(sql`update encryption_keys set created_at = created_at - make_interval(hours => ${hours})`)
  const headers = { host: 'localhost:3000' }

  /** Another process on the same database that has read no keys yet. */
  async function aProcess() {
    const app = await buildApp(server)
    const send = async (encryptedData: string) => {
      const { path: url } = requestRequestPassword
      const options = { method: 'POST', url, payload: { encryptedData }, headers, remoteAddress: anAddress() } as const
      return (await app.inject(options)).statusCode
    }
    const keys = async () =>
      (await app.inject({ url: getEncryptionKeys.path, headers })).json().data.keys as (JWK & { kid: string })[]
    const published = async () => (await keys()).map(({ kid }) => kid)
    return { send, keys, published, close: () => app.close() }
  }

  test('is published without its private part, which is stored encrypted', async () => {
    const { published } = await aSealer(server)
    expect(Object.keys(published).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    const { rows } = await server.db.execute<{ sealed: Buffer }>(sql`
      select sealed_private_jwk as sealed from encryption_keys where kid = ${published.kid}`)
    expect(rows[0]?.sealed.includes('P-256')).toBe(false)
  })

  test('is replaced after thirty days, and the old one still decrypts for a day', async () => {
    const { published, seal } = await aSealer(server)
    const body = { email: 'nobody@example.com' }
    await age(30 * 24 + 1)
    const [one, other] = [await aProcess(), await aProcess()]
    const [keys] = await Promise.all([one.published(), other.published()])
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(published.kid)
    expect(await other.published()).toEqual(keys)
    expect(await one.send(await seal(requestRequestPassword, body))).toBe(200)

    await age(25)
    const later = await aProcess()
    expect(await later.published()).toEqual([keys[0]])
    expect(await later.send(await seal(requestRequestPassword, body))).toBe(400)
    for (const process of [one, other, later]) await process.close()
  })

  test('is read again by a server that read its keys before another server created it', async () => {
    const [one, other] = [await aProcess(), await aProcess()]
    await other.published()
    await age(30 * 24 + 1)
    const [newest] = await one.keys()
    const { seal } = await aSealerTo(newest as JWK)
    const sent = async () => other.send(await seal(requestRequestPassword, { email: 'nobody@example.com' }))
    await expect.poll(sent, { timeout: 120_000 }).toBe(200)
    for (const process of [one, other]) await process.close()
  })
})

test('a missing session is refused before the envelope is opened', async () => {
  expect(await aBrowser().call(listTiles, {}, { [RESPONSE_KEY_HEADER]: 'text' })).toMatchObject({ status: 401 })
})
