import { messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { getClientdetails } from '@gatehouse/contract/lookup.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, inject, test } from 'vitest'
import { aPerson, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { startTestServer, useTestServer } from '../../test/server.ts'
import { Wire } from '../../test/wire.ts'

const server = useTestServer()

const post = (payload: string, contentType = 'application/json') =>
  server.app.inject({
    method: 'POST',
    url: login.path,
    headers: { host: 'localhost:3000', 'content-type': contentType },
    payload,
  })

describe('a mistake of the caller is answered without details:', () => {
  test.each([
    ['half a JSON', '{"email":"a@example.com","password":"Secret#1"', 400],
    ['no JSON', 'email=a&password=Secret#1', 400],
    ['nothing', '', 400],
    ['a list', '[]', 400],
    ['a text', '"Secret#1"', 400],
    ['null', 'null', 400],
    ['a number', '1', 400],
    ['a prototype', '{"__proto__":{"isAdmin":true},"email":"a@example.com","password":"Secret#1"}', 400],
    [
      'a constructor',
      '{"constructor":{"prototype":{"isAdmin":true}},"email":"a@example.com","password":"Secret#1"}',
      400,
    ],
    ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
    ['a NUL', '{"email":"a\\u0000@example.com","password":"Secret#1"}', 400],
    ['too much', JSON.stringify({ email: 'x'.repeat(70_000) }), 413],
  ])('%s', async (_case, payload, status) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(status)
    expect(Object.keys(answer.json())).toEqual(['code', 'msg', 'data'])
    expect(answer.json().code).toBe(status)
    expect(answer.payload).not.toMatch(/Secret#1|JSON|position|stack|node:|FST_/)
  })

  test.each([
    'text/plain',
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ])('a body of type %s', async (contentType) => {
    expect((await post('{"email":"a@example.com","password":"Secret#1"}', contentType)).json()).toEqual({
      code: 415,
      msg: 'Send the request as application/json.',
      data: null,
    })
  })

  test('an address that cannot be read', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/api/launch/%zz',
      headers: { host: 'localhost:3000' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ code: 400, msg: 'Check what you entered and try again.', data: null })
  })

  test('several fields at once, each with its message', async () => {
    const answer = await server.visitor().call(login, { email: '', password: '' })
    expect(answer).toMatchObject({
      status: 400,
      data: { fields: { '': 'Email/UserId/Phone is required', password: 'Password is required' } },
    })
  })
})

test('an unexpected error is answered with a reference only', async () => {
  const broken = await startTestServer()
  await broken.db.execute(sql`drop table clients cascade`)
  const answer = await broken.visitor().call(getClientdetails, { name: 'Acme' })
  expect(answer).toMatchObject({
    status: 500,
    code: 500,
    msg: 'Something went wrong',
    data: { ref: expect.stringMatching(/^[\w-]+$/) },
  })
  expect(JSON.stringify(answer)).not.toMatch(/clients|relation|select|Acme|\.ts/)
  expect((await broken.visitor().call(getSession)).status).toBe(200)
  await broken.close()
})

describe('without the database', () => {
  test('every call is answered with the reason, and works again later', async () => {
    const wire = new Wire(inject('postgres'))
    await wire.mend()
    const behind = await startTestServer({ postgres: { ...inject('postgres'), host: wire.folder } })
    const { visitor } = await someoneSignedIn(behind)
    const { email } = await aPerson(behind)
    const probe = async (url: string) =>
      (await behind.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000' } })).statusCode
    expect(await probe('/readyz')).toBe(200)

    await wire.cut()
    const unavailable = {
      status: 503,
      code: 503,
      msg: 'The service is not available right now. Try again in a moment.',
      data: null,
    }
    expect(await visitor.call(listTiles)).toMatchObject(unavailable)
    expect(await behind.visitor({ ip: '198.51.100.3' }).call(login, { email, password: PASSWORD })).toMatchObject(
      unavailable,
    )
    expect(await behind.visitor().call(getClientdetails, { name: 'Acme' })).toMatchObject(unavailable)
    await expect.poll(() => probe('/readyz')).toBe(503)
    expect(await probe('/healthz')).toBe(200)

    await wire.mend()
    await expect.poll(() => probe('/readyz')).toBe(200)
    expect((await visitor.call(listTiles)).status).toBe(200)
    expect((await behind.visitor({ ip: '198.51.100.3' }).call(login, { email, password: PASSWORD })).status).toBe(200)
    await behind.close()
    await wire.remove()
  })
})

test('a file that cannot be read answers the error as any other call does', async () => {
  const { visitor } = await someoneSignedIn(server, { isAdmin: true })
  const cookie = Object.entries(visitor.cookies)
    .map((pair) => pair.join('='))
    .join('; ')
  await server.db.execute(sql`alter table outbox rename to away`)
  const answer = await server.app.inject({
    url: messagesFile.path,
    headers: { host: 'localhost:3000', cookie, 'accept-encoding': 'br' },
  })
  await server.db.execute(sql`alter table away rename to outbox`)
  expect(answer.statusCode).toBe(500)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers).not.toHaveProperty('content-disposition')
  expect(answer.json()).toEqual({ code: 500, msg: 'Something went wrong', data: { ref: expect.any(String) } })
})
