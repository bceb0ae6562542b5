import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** @throws AppError too_many_attempts */
export type Admit = (request: FastifyRequest) => Promise<unknown>

type Encoding = 'br' | 'gzip' | 'identity'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * Serves one large text that does not change while the server runs. It is made and compressed at the first request:
 * most servers never get one, and nobody can make the server compress it again and again.
 *
 * @param admit refuses visitors who ask too often: an answer is a hundred times as long as its request
 */
export function serveLargeText(
  app: FastifyInstance,
  { path, type, admit }: { path: string; type: string; admit: Admit },
  make: () => Promise<string | Buffer>,
) {
  const made = new Map<Encoding, Promise<Buffer>>()

  function bytes(encoding: Encoding): Promise<Buffer> {
    const known = made.get(encoding)
    if (known !== undefined) return known
    const fresh = encode(encoding, make)
    made.set(encoding, fresh)
    fresh.catch(() => made.delete(encoding))
    return fresh
  }

  app.get(path, { compress: false }, async (request, reply) => {
    await admit(request)
    const encoding = bestEncoding(String(request.headers['accept-encoding'] ?? ''))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .header('vary', 'accept-encoding')
      .type(type)
      .send(await bytes(encoding))
  })
}

async function encode(encoding: Encoding, make: () => Promise<string | Buffer>): Promise<Buffer> {
  const plain = Buffer.from(await make())
  if (encoding === 'br') return asBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return encoding === 'gzip' ? asGzip(plain) : plain
}

function bestEncoding(accepted: string): Encoding {
  const takes = (name: string) => new RegExp(`(^|,)\\s*${name}\\s*(;q=(?!0(\\.0+)?\\s*(,|$))|,|$)`).test(accepted)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
