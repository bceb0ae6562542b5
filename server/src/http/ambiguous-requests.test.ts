import { randomUUID } from 'node:crypto'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { login } from '@gatehouse/contract/signin.ts'
import { describe, expect, test } from 'vitest'
import { aPerson, PASSWORD } from '../../test/builders.ts'
import { useRawRequests } from '../../test/raw-requests.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const raw = useRawRequests(server)
const { send, sendGet } = raw

describe('a request that two readers might read differently', () => {
  const body = (fields: string) => `{${fields}}`
  const post = (headers: string[], payload: string | Buffer) =>
    send(
      Buffer.concat([
        Buffer.from(
          [
            `POST ${login.path} HTTP/1.1`,
            `Host: localhost:${raw.port}`,
            'Connection: close',
            ...headers,
            `Content-Length: ${Buffer.byteLength(payload)}`,
            '\r\n',
          ].join('\r\n'),
        ),
        Buffer.from(payload),
      ]),
    )
  const JSON_TYPE = 'Content-Type: application/json'
  const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'
  const CREDENTIALS = body('"email":"nobody@example.com","password":"x"')

  test.each<[what: string, headers: string[], payload: string | Buffer, status: number]>([
    ['spaces and a tab around the type', ['Content-Type: \t application/json  '], CREDENTIALS, 401],
    ['the type in capitals', ['Content-Type: APPLICATION/JSON'], CREDENTIALS, 401],
    ['a longer type', ['Content-Type: application/jsonx'], CREDENTIALS, 415],
    ['two types in one header', ['Content-Type: text/plain, application/json'], CREDENTIALS, 415],
    ['a form before JSON', ['Content-Type: application/x-www-form-urlencoded', JSON_TYPE], CREDENTIALS, 415],
    ['JSON as a form', ['Content-Type: application/x-www-form-urlencoded'], CREDENTIALS, 415],
    ['no type', [], CREDENTIALS, 415],
    ['UTF-16', [JSON_TYPE], Buffer.from(CREDENTIALS, 'utf16le'), 400],
    ['UTF-7', ['Content-Type: application/json; charset=utf-7'], '+AHs-+ACI-email+ACI-:1+AH0-', 400],
    ['two values', [JSON_TYPE], CREDENTIALS + CREDENTIALS, 400],
    ['a comment', [JSON_TYPE], `/**/${CREDENTIALS}`, 400],
    ['no quotes', [JSON_TYPE], "{email:'a@example.com',password:'x'}", 400],
    ['a prototype, escaped', [JSON_TYPE], body('"\\u005f\\u005fproto__":{"polluted":1},"email":"a@example.com"'), 400],
    ['half a surrogate pair', [JSON_TYPE], body('"email":"\\ud800@example.com","password":"x"'), 401],
    ['a compressed body', [JSON_TYPE, 'Content-Encoding: gzip'], CREDENTIALS, 415],
  ])('gets a regular answer: %s', async (_what, headers, payload, status) => {
    const answer = await post(headers, payload)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ code: status, msg: expect.stringMatching(/./) })
    expect({}).not.toHaveProperty('polluted')
  })

  test('of a repeated name only the last value counts, and it is judged', async () => {
    const { email } = await aPerson(server)
    const both = (first: string, second: string) =>
      post([JSON_TYPE], body(`"email":"${first}","email":"${second}","password":"${PASSWORD}"`))
    expect((await both('nobody@example.com', email)).status).toBe(200)
    expect((await both(email, 'nobody@example.com')).status).toBe(401)
    expect((await both(email, '')).status).toBe(400)
  })

  test.each<[what: string, headers: string[], payload: string, status: number]>([
    ['a password of 60 kB', [JSON_TYPE], body(`"email":"a@example.com","password":"${'x'.repeat(60_000)}"`), 400],
    ['a password of 100 kB', [JSON_TYPE], body(`"email":"a@example.com","password":"${'x'.repeat(100_000)}"`), 413],
    ['a megabyte', [JSON_TYPE], `"${'x'.repeat(1_000_000)}"`, 413],
    ['a hundred thousand elements', [JSON_TYPE], `[${'1,'.repeat(99_999)}1]`, 413],
    ['two thousand headers', Array.from({ length: 2000 }, (_, index) => `x-${index}: 1`), '', 431],
    ['a thousand cookies', [`Cookie: ${'a=b; '.repeat(5000)}`], '', 431],
  ])('is refused before any work if it has %s', async (_what, headers, payload, status) => {
    const counts = async () =>
      (await server.db.pool.query("select * from throttles where bucket like 'password%' order by bucket, key")).rows
    const before = await counts()
    expect((await post(headers, payload)).status).toBe(status)
    expect(await counts()).toEqual(before)
  })

  test.each<[what: string, request: string, status: number]>([
    ['too large headers', `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${'a=b; '.repeat(5000)}\r\n\r\n`, 431],
    ['no request at all', 'Good morning\r\n\r\n', 400],
    ['a method of nobody', 'GIVE / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ])('gets the answer that others get, with its headers: %s', async (_what, request, status) => {
    const refused = await send(request)
    expect(refused.status).toBe(status)
    expect(JSON.parse(refused.body)).toEqual({ code: status, msg: expect.stringMatching(/\.$/), data: null })
    expect(refused.answer).toMatch(/^content-security-policy: default-src 'none'/im)
    expect(refused.answer).toMatch(/^x-content-type-options: nosniff\r$/im)
  })

  test('gets its refusal also if it is still being sent', async () => {
    const piece = Buffer.alloc(50_000, 'x')
    const sendSlowly = async (headers: string[], path: string = login.path) => {
      const socket = createConnection(raw.port, '127.0.0.1')
      const answer = text(socket)
      const close = 'Connection: close'
      socket.write([`POST ${path} HTTP/1.1`, `Host: localhost:${raw.port}`, close, ...headers, '\r\n'].join('\r\n'))
      for (let sent = 0; sent < 20; sent++) {
        await new Promise((done) => socket.write(piece, done))
        // The server may answer between two pieces.
        await setImmediate()
      }
      return Number((await answer).split(' ')[1])
    }
    const length = `Content-Length: ${20 * piece.length}`
    for (let round = 0; round < 10; round++) {
      expect(await sendSlowly([JSON_TYPE, length])).toBe(413)
      expect(await sendSlowly(['Content-Type: text/plain', length])).toBe(415)
      expect(await sendSlowly([JSON_TYPE, 'Origin: https://evil.example', length])).toBe(403)
      expect(
        await sendSlowly([FORM_TYPE, `Authorization: Basic ${btoa(`${randomUUID()}:x`)}`, length], '/oauth2/token'),
      ).toBe(413)
      expect(await sendSlowly([FORM_TYPE, length], '/oauth2/introspect')).toBe(413)
    }
  })

  test.each([
    ['a call', '/api/users/detachClient', JSON_TYPE],
    ['an address of nothing', '/nope', JSON_TYPE],
    ['the provider', '/oauth2/token', FORM_TYPE],
  ])('ends the connection of a caller who never stops, with one answer at most: %s', async (_what, path, type) => {
    const socket = createConnection(raw.port, '127.0.0.1')
    const piece = Buffer.alloc(65_536, 'x')
    const send = () => {
      while (socket.writable && socket.write(piece));
    }
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('drain', send).on('error', () => {})
    const length = 'Content-Length: 100000000000'
    socket.write([`POST ${path} HTTP/1.1`, `Host: localhost:${raw.port}`, type, length, '\r\n'].join('\r\n'))
    send()
    await new Promise((done) => socket.on('close', done))
    // Whoever sends too much may see a reset instead of the answer.
    expect(['', '400', '404', '413']).toContain((answer.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []).join())
  })

  test('gets a regular answer with an address of 8 kB', async () => {
    expect((await sendGet(`/api/session?x=${'y'.repeat(8000)}`)).status).toBe(400)
    expect((await sendGet(`/${'y'.repeat(20_000)}`)).status).toBe(431)
  })
})
