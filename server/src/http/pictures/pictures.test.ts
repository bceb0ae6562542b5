import { deflateSync } from 'node:zlib'
import { UPLOAD_MAX_BYTES, uploadLogoImage, uploadProfileImage } from '@gatehouse/contract/uploads.ts'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { someoneSignedIn } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { aPng, drawn, multipart, type Part, send } from '../../../test/pictures.ts'
import { useTestServer } from '../../../test/server.ts'

const picture = await drawn().png().toBuffer()
const server = useTestServer()
const admin = useAdministrator(server)
beforeEach(async () => {
  await server.db.execute(sql`delete from throttles`)
})

const NOT_A_PICTURE = { status: 400, code: 400, msg: 'please select file' }
const TOO_LARGE = {
  status: 400,
  code: 400,
  msg: 'File size exceeds limit (405 * 124). Choose a similar-sized file within (405 * 124) and  (350 * 110).',
}
const PATH = /^\/uploads\/[0-9a-f]{32}\.png$/

const countStored = async () => {
  const { rows } = await server.db.execute<{ count: number }>(sql`select count(*)::int as count from uploads`)
  return rows[0]?.count
}
/** The stored picture of an upload that must succeed. */
async function stored(content: Buffer | string, filename?: string) {
  const answer = await send(server, admin, uploadLogoImage, content, filename === undefined ? {} : { filename })
  expect(answer).toMatchObject({ status: 200, code: 200, msg: expect.stringMatching(PATH), data: {} })
  const { rawPayload } = await server.app.inject({ url: answer.msg, headers: { host: 'localhost:3000' } })
  return { path: answer.msg as string, content: rawPayload, metadata: await sharp(rawPayload).metadata() }
}

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('is stored as PNG from %s', async (format) => {
    const { metadata } = await stored(await drawn().toFormat(format).toBuffer())
    expect(metadata).toMatchObject({ format: 'png', width: 60, height: 30 })
  })

  test.each([
    [810, 248, 405, 124],
    [1000, 100, 405, 41],
    [100, 1000, 12, 124],
    [405, 124, 405, 124],
    [12, 7, 12, 7],
  ])('of %d by %d is stored as %d by %d', async (width, height, storedWidth, storedHeight) => {
    const { metadata } = await stored(await drawn(width, height).png().toBuffer())
    expect(metadata).toMatchObject({ width: storedWidth, height: storedHeight })
  })

  test('is turned upright and loses its EXIF data', async () => {
    const taken = await drawn(80, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: '<script>alert(1)</script>', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const { content, metadata } = await stored(taken)
    expect(metadata).toMatchObject({ width: 40, height: 80 })
    expect(metadata.exif ?? metadata.icc ?? metadata.xmp).toBeUndefined()
    expect(content.includes('<script>')).toBe(false)
  })

  test.each([
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['PHP', '<?php system($_GET["c"]); ?>'],
    ['a ZIP', 'PK\x03\x04 archive.jar'],
  ])('loses the %s appended to it', async (_kind, payload) => {
    const { content } = await stored(Buffer.concat([picture, Buffer.from(payload)]))
    expect(content.includes(payload.slice(0, 8))).toBe(false)
  })

  test('loses the texts, profiles and frames inside it', async () => {
    const frames = Buffer.alloc(8)
    frames.writeUInt32BE(10_000)
    const { content, metadata } = await stored(
      aPng(20, 10, [
        ['acTL', frames],
        ['iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(50_000_000))])],
        ['tEXt', Buffer.from('Comment\0<script>alert(1)</script>')],
        ['tEXt', Buffer.alloc(500_000, 'x')],
      ]),
    )
    expect(metadata).toMatchObject({ width: 20, height: 10 })
    for (const trace of ['acTL', 'iCCP', 'tEXt', '<script>']) expect(content.includes(trace)).toBe(false)
    expect(content.length).toBeLessThan(1000)
  })

  test('that is an animation keeps its first frame', async () => {
    const frames = Buffer.alloc(10 * 40 * 3, 200)
    const animation = await sharp(frames, { raw: { width: 10, height: 40, channels: 3, pageHeight: 10 } })
      .webp()
      .toBuffer()
    expect((await stored(animation)).metadata).toMatchObject({ width: 10, height: 10 })
  })

  test('may have exactly one mebibyte', async () => {
    const filled = Buffer.concat([picture, Buffer.alloc(UPLOAD_MAX_BYTES - picture.length)])
    expect((await stored(filled)).metadata).toMatchObject({ width: 60, height: 30 })
  })

  test.each([
    '../../x.png',
    '..%2f..%2fx.png',
    'a\0b.png',
    'CON',
    `${'x'.repeat(300)}.png`,
    '/etc/passwd',
    'C:\\x.png',
    'gnp.\u202e.exe',
    '.htaccess',
    'logo.svg',
  ])('is stored under a generated name, not under %j', async (filename) => {
    expect((await stored(picture, filename)).path).toMatch(PATH)
  })

  test('is stored although the form has unknown fields beside it', async () => {
    const parts: Part[] = [
      { name: 'path', content: '/etc/passwd' },
      { name: 'logo', content: picture, filename: 'a.png' },
      { name: 'id', content: 'x' },
    ]
    expect((await send(server, admin, uploadLogoImage, '', { parts })).msg).toMatch(PATH)
  })
})

/** 70 kB that take the better part of a second to draw, and many times their size in memory. */
const SLOW = sharp({ create: { width: 1, height: 4_000_000, channels: 4, background: '#123456' } })
  .toColourspace('rgb16')
  .png({ progressive: true })
  .toBuffer()

test('many pictures of a person at once are refused but for two, and are no reason to say that there is none', async () => {
  const { visitor } = await someoneSignedIn(server)
  const [slow, before] = [await SLOW, await countStored()]
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(server, visitor, uploadProfileImage, slow)))
  const [taken, refused] = [
    answers.filter(({ status }) => status === 200),
    answers.filter(({ status }) => status !== 200),
  ]
  // One that comes after the first is drawn is taken, too.
  expect(taken.length).toBeGreaterThanOrEqual(2)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, msg } of refused)
    expect([status, msg]).toEqual([503, 'The service is busy. Try again in a moment.'])
  expect(await countStored()).toBe((before ?? 0) + taken.length)
  expect((await send(server, visitor, uploadProfileImage, picture)).status).toBe(200)
})

describe('an upload is refused', () => {
  async function expectRefused(answer: Promise<{ status: number; msg: string }>, expected: object = NOT_A_PICTURE) {
    const before = await countStored()
    expect(await answer).toMatchObject(expected)
    expect(await countStored()).toBe(before)
  }

  test.each<[string, () => Promise<Buffer | string> | Buffer | string]>([
    ['no bytes', () => ''],
    ['text', () => 'hello'],
    ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'],
    ['SVG with a declaration', () => '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', () => '<!doctype html><script>alert(1)</script>'],
    ['PHP', () => '<?php phpinfo(); ?>'],
    ['PDF', () => '%PDF-1.7\n%âãÏÓ'],
    ['GIF', () => drawn().gif().toBuffer()],
    ['TIFF', () => drawn().tiff().toBuffer()],
    ['AVIF', () => drawn().avif().toBuffer()],
    [
      'GIF and an archive in one',
      async () => Buffer.concat([await drawn().gif().toBuffer(), Buffer.from('PK\x03\x04')]),
    ],
    ['half a PNG', () => picture.subarray(0, picture.length / 2)],
    ['the first bytes of a PNG and then HTML', () => '\x89PNG\r\n\x1a\n<html>'],
    ['the first bytes of a JPEG and then SVG', () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1')],
    ['a RIFF that is a sound', () => Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
  ])('if it is %s named logo.png', async (_kind, content) => {
    await expectRefused(send(server, admin, uploadLogoImage, await content()))
  })

  test('if the file has two mebibytes, or one byte too many', async () => {
    for (const bytes of [2 * UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES + 1]) {
      const content = Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
      await expectRefused(send(server, admin, uploadLogoImage, content), TOO_LARGE)
    }
  })

  test('if a small file declares 30000 by 30000 pixels', async () => {
    await expectRefused(send(server, admin, uploadLogoImage, aPng(30_000, 30_000)), TOO_LARGE)
  })

  const logo = (name = 'logo') => ({ name, content: picture, filename: 'a.png' })
  test.each<[string, Part[]]>([
    ['no file', []],
    ['a text in place of the file', [{ name: 'logo', content: 'x' }]],
    ['a file in another field', [logo('profile')]],
    ['two files', [logo(), logo()]],
    ['two files in different fields', [logo('other'), logo()]],
    [
      'more fields than a form has',
      [...Array.from({ length: 6 }, (_, n) => ({ name: `f${n}`, content: 'x' })), logo()],
    ],
    ['a field of the prototype', [{ name: '__proto__', content: 'x' }, logo()]],
  ])('if the form has %s', async (_case, parts) => {
    await expectRefused(send(server, admin, uploadLogoImage, '', { parts }))
  })

  test('if the form ends too early', async () => {
    await expectRefused(send(server, admin, uploadLogoImage, '', { payload: multipart([logo()], '').subarray(0, -20) }))
  })

  test.each([
    [{ 'content-type': 'application/json' }, '{"logo":"x"}', 400],
    [{ 'content-type': 'multipart/form-data' }, 'x', 400],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'logo=x', 415],
    [{ 'content-type': 'image/png' }, picture, 415],
  ])('if it is not a multipart form: %j', async (headers, payload, status) => {
    await expectRefused(send(server, admin, uploadLogoImage, '', { headers, payload }), { status })
  })
})
