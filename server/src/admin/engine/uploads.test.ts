import { request } from 'node:http'
import { connect } from 'node:net'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import {
  removeProfileImage,
  UPLOADS,
  uploadApplicationLogo,
  uploadLogoImage,
  uploadProfileImage,
  uploadUserPicture,
} from '@gatehouse/contract/uploads.ts'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, signIn, someoneSignedIn } from '../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { drawn, MULTIPART_TYPE, multipart, proofOf, send } from '../../../test/pictures.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { aUserForm } from '../../../test/users.ts'

let port: number
const picture = await drawn().png().toBuffer()
const server = useTestServer()
const admin = useAdministrator(server)
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
beforeEach(async () => {
  await server.db.execute(sql`delete from throttles`)
})

const PATH = /^\/uploads\/[0-9a-f]{32}\.png$/

const countStored = async () => {
  const { rows } = await server.db.execute<{ count: number }>(sql`select count(*)::int as count from uploads`)
  return rows[0]?.count
}
/** Sends the path unchanged: most HTTP clients would normalize it. */
const get = (path: string) =>
  new Promise<{ status: number | undefined; headers: object; content: Buffer }>((resolve, reject) => {
    request({ port, path, headers: { host: 'localhost:3000' } }, async (answer) => {
      const content = Buffer.concat(await answer.toArray())
      resolve({ status: answer.statusCode, headers: answer.headers, content })
    })
      .on('error', reject)
      .end()
  })

describe('an upload', () => {
  const stranger = () => server.visitor({ ip: anAddress() })

  test.each(UPLOADS)('to $path is refused for a visitor', async (definition) => {
    const before = await countStored()
    expect(await send(server, stranger(), definition, picture)).toMatchObject({ status: 401, data: null })
    expect(await countStored()).toBe(before)
  })

  test.each(UPLOADS)('to $path needs its permission', async (definition) => {
    const { visitor } = await someoneSignedIn(server)
    const before = await countStored()
    const refused = await send(server, visitor, definition, picture)
    expect(refused.status).toBe(definition.access === 'session' ? 200 : 403)
    expect(await countStored()).toBe((before ?? 0) + (definition.access === 'session' ? 1 : 0))
    const holder = await someoneWith(server, definition.access === 'session' ? [] : [definition.access])
    expect(await send(server, holder.visitor, definition, picture)).toMatchObject({
      status: 200,
      msg: expect.stringMatching(PATH),
    })
  })

  test.each(UPLOADS)('to $path is refused from another site', async (definition) => {
    const before = await countStored()
    for (const headers of [
      { origin: 'https://evil.example.com' },
      { 'x-csrf-token': '' },
      { 'x-csrf-token': 'A'.repeat(43) },
    ])
      expect(await send(server, admin, definition, picture, { headers })).toMatchObject({ status: 403, data: null })
    expect(await countStored()).toBe(before)
  })

  test.each(UPLOADS)('to $path that is too large is refused with the sizes that hold for it', async (definition) => {
    const isPortrait = definition === uploadProfileImage || definition === uploadUserPicture
    const msg = isPortrait
      ? 'This picture is too large. Choose one of at most 1 MB and 4 million pixels.'
      : expect.stringContaining('(405 * 124)')
    const tooMany = await sharp({ create: { width: 2100, height: 2000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    for (const file of [Buffer.concat([picture, Buffer.alloc(1024 * 1024)]), tooMany])
      expect(await send(server, admin, definition, file)).toMatchObject({ status: 400, msg })
  })

  test('from a program with a token is accepted', async () => {
    const { person } = await anAdministrator(server)
    const { AutherisationToken: authorization } = await signIn(
      server,
      server.visitor({ web: false, ip: anAddress() }),
      person.email,
    )
    const answer = await server.app.inject({
      method: 'POST',
      url: uploadLogoImage.path,
      payload: multipart([{ name: 'logo', content: picture, filename: 'a.png' }]),
      headers: { host: 'localhost:3000', authorization, 'content-type': MULTIPART_TYPE },
    })
    expect(answer.json()).toMatchObject({ code: 200 })
  })

  test('is accepted thirty times a minute for each person; refused uploads are not counted', async () => {
    for (let times = 0; times < 31; times++)
      expect((await send(server, admin, uploadApplicationLogo, 'x')).status).toBe(400)
    for (let times = 0; times < 30; times++)
      expect((await send(server, admin, uploadApplicationLogo, picture)).status).toBe(200)
    const before = await countStored()
    const refused = await send(server, admin, uploadLogoImage, picture)
    expect(refused).toMatchObject({ status: 429, data: { retryAfterSeconds: expect.any(Number) } })
    expect(await countStored()).toBe(before)
    const other = await anAdministrator(server)
    expect((await send(server, other.visitor, uploadLogoImage, picture)).status).toBe(200)
  })
})

test('interrupted uploads store nothing, and the next upload succeeds', async () => {
  const { visitor } = await anAdministrator(server)
  const headers = { ...(await proofOf(visitor)), 'content-type': MULTIPART_TYPE, 'content-length': '500000' }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const begun = `POST ${uploadLogoImage.path} HTTP/1.1\r\n${head.join('')}\r\n`
  const before = await countStored()
  const breakOff = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(begun)
        socket.write(multipart([{ name: 'logo', content: picture, filename: 'a.png' }], ''), () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
  for (let round = 0; round < 10; round++) {
    await server.db.execute(sql`delete from throttles`)
    await Promise.all(Array.from({ length: 20 }, breakOff))
  }
  expect(await countStored()).toBe(before)
  // By another person, because interrupted uploads may still count for the sender.
  expect((await send(server, admin, uploadLogoImage, picture)).status).toBe(200)
})

describe('a stored picture', () => {
  test('is served only as a picture', async () => {
    const { msg: path } = await send(server, admin, uploadLogoImage, picture)
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline; filename="logo.png"',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('has exactly one address', async () => {
    const { msg: path } = await send(server, admin, uploadLogoImage, picture)
    const id = path.slice('/uploads/'.length, -'.png'.length)
    const others = [
      '/uploads/',
      `/uploads/${id}`,
      `/uploads/${id}.PNG`,
      `/uploads/${id.toUpperCase()}.png`,
      `/uploads/${id}.png/`,
      `/uploads/${id}.png;x`,
      `/uploads/${id}.svg`,
      `/uploads//${id}.png`,
      `//uploads/${id}.png`,
      `/uploads/%${id.charCodeAt(0).toString(16)}${id.slice(1)}.png`,
      `/uploads/./${id}.png`,
      `/uploads/${'0'.repeat(32)}.png`,
      '/uploads/.png',
      '/uploads/.env',
      '/uploads/.git/config',
      '/uploads/../package.json',
      '/uploads/..%2fpackage.json',
      '/uploads/%2e%2e/package.json',
      '/uploads/%2e%2e%2fpackage.json',
      '/uploads/..\\package.json',
      "/uploads/' or 1=1 --.png",
      '/uploads/%00.png',
    ].filter((other) => other !== path)
    const answers = await Promise.all(others.map(async (url) => [url, (await get(url.replaceAll(' ', '%20'))).status]))
    expect(answers.filter(([, status]) => status !== 404)).toEqual([])
  })
})

test('no record takes as its picture what was not uploaded', async () => {
  const { msg: stored } = await send(server, admin, uploadLogoImage, picture)
  const strangers = [
    '/etc/passwd',
    'file:///etc/passwd',
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'javascript:alert(1)',
    '/uploads/../../etc/passwd',
    `${stored}/../../x.png`,
    `${stored}?x=1`,
    `${stored}#x`,
    ` ${stored}x`,
    `https://localhost:3000${stored}`,
    stored.slice(1),
    stored.toUpperCase(),
    `/uploads/${'0'.repeat(32)}.png`,
  ]
  const saves: ((picture: string) => Promise<{ status: number; msg: string }>)[] = [
    (profileImage) => admin.call(users.create, aUserForm({ profileImage })),
    (clientLogo) =>
      admin.call(clients.create, { actualName: clientLogo, displayName: 'Meridian', clientLogo, status: 'ACTIVE' }),
    (applicationLogo) =>
      admin.call(applications.create, {
        name: { description: `Desk ${strangers.indexOf(applicationLogo)}`, applicationLogo, applicationType: 'NA' },
        applicationRedirectUrl: 'https://desk.example.com/sso',
        status: 'ACTIVE',
      }),
  ]
  for (const save of saves) {
    for (const stranger of strangers)
      expect(await save(stranger), stranger).toMatchObject({ status: 400, msg: 'please select file' })
    expect(await save(stored)).toMatchObject({ status: 200 })
  }
})

test('a picture uploaded for another person is shown only after their record is saved', async () => {
  const { visitor, person: administrator } = await anAdministrator(server)
  const { person, visitor: somebody } = await someoneSignedIn(server)
  const { msg: path } = await send(server, visitor, uploadUserPicture, picture)
  expect(path).toMatch(PATH)
  const pictureOf = async (who: Visitor) => (await who.call(getSession)).data.session?.user.profileImage
  expect([await pictureOf(visitor), await pictureOf(somebody)]).toEqual(['', ''])
  const { email, phoneNumber } = person
  const saved = await visitor.call(users.update, {
    userId: person.id,
    firstName: 'Asha',
    lastName: 'Rao',
    email,
    phoneNumber,
    profileImage: path,
  })
  expect(saved).toMatchObject({ status: 200, data: { profileImage: path } })
  expect([await pictureOf(visitor), await pictureOf(somebody)]).toEqual(['', path])
  expect((await auditOf(server, administrator.id)).filter(({ event }) => event === 'users.updated')).toEqual([])
})

describe('a person’s own picture', () => {
  const shownTo = async (visitor: Visitor) => (await visitor.call(getSession)).data.session?.user.profileImage

  test('is in their session after the upload, until they remove it', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const bystander = await someoneSignedIn(server)
    expect(await shownTo(visitor)).toBe('')
    const { msg: path } = await send(server, visitor, uploadProfileImage, picture)
    expect(await shownTo(visitor)).toBe(path)
    const again = server.visitor({ ip: anAddress() })
    expect((await signIn(server, again, person.email)).userData.profileImage).toBe(path)
    expect(await visitor.call(removeProfileImage)).toMatchObject({ status: 200, data: {} })
    expect(await shownTo(visitor)).toBe('')
    expect(await shownTo(bystander.visitor)).toBe('')
    const lines = (await auditOf(server, person.id)).filter(({ event }) => event === 'users.updated')
    expect(lines.map(({ detail }) => detail)).toEqual([
      { name: 'Asha Rao', changes: [{ field: 'profileImage', before: '', after: path }] },
      { name: 'Asha Rao', changes: [{ field: 'profileImage', before: path, after: '' }] },
    ])
  })

  test('is kept when another upload is refused', async () => {
    const { visitor } = await someoneSignedIn(server)
    const { msg: path } = await send(server, visitor, uploadProfileImage, picture)
    expect(await send(server, visitor, uploadProfileImage, 'no picture')).toMatchObject({ status: 400 })
    expect(await shownTo(visitor)).toBe(path)
  })

  test('is scaled to fit 340 by 280', async () => {
    const { visitor } = await someoneSignedIn(server)
    const { msg: path } = await send(server, visitor, uploadProfileImage, await drawn(680, 560).jpeg().toBuffer())
    expect(await sharp((await get(path)).content).metadata()).toMatchObject({ width: 340, height: 280 })
  })

  test('cannot be removed without a session', async () => {
    expect((await server.visitor().call(removeProfileImage)).status).toBe(401)
  })
})
