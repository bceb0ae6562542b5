import { crc32, deflateSync } from 'node:zlib'
import { CSRF_HEADER, WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import type { Upload } from '@gatehouse/contract/uploads.ts'
import sharp from 'sharp'
import type { TestServer, Visitor } from './server.ts'

const BOUNDARY = 'x-boundary-x'

export type Part = { name: string; content: Buffer | string; filename?: string; type?: string }

/** A multipart form as browsers send it. */
export function multipart(parts: Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const written = parts.flatMap(({ name, content, filename, type = 'image/png' }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(end)])
}

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** The headers that our own page sends with a change. */
export async function proofOf(visitor: Visitor): Promise<Record<string, string>> {
  // A program has no session.
  const { data } = await visitor.call(getSession)
  return {
    host: 'localhost:3000',
    origin: 'http://localhost:3000',
    [WEB_CLIENT_HEADER]: 'web',
    [CSRF_HEADER]: data?.session?.csrfToken ?? '',
    cookie: Object.entries(visitor.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  }
}

/** Uploads a file as our own page does. */
export async function send(
  server: TestServer,
  visitor: Visitor,
  { path, field }: Pick<Upload, 'path' | 'field'>,
  content: Buffer | string,
  changes: { parts?: Part[]; headers?: Record<string, string>; payload?: Buffer | string; filename?: string } = {},
) {
  const parts = changes.parts ?? [{ name: field, content, filename: changes.filename ?? 'logo.png' }]
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    payload: changes.payload ?? multipart(parts),
    headers: { ...(await proofOf(visitor)), 'content-type': MULTIPART_TYPE, ...changes.headers },
  })
  const { code, msg, data } = answer.json()
  return { status: answer.statusCode, code, msg, data, headers: answer.headers }
}

/** A red picture, to be encoded in any format. */
export const drawn = (width = 60, height = 30) => sharp({ create: { width, height, channels: 4, background: '#c33' } })

/** A grey PNG made by hand: its header may declare more than it contains; chunks can be added after the first. */
export function aPng(width: number, height: number, chunks: [type: string, data: Buffer][] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const pixels = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 100_000)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...chunks.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
