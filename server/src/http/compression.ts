import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A shorter answer fits into one packet anyway. */
const MIN_BYTES = 1024

/**
 * Compresses long answers with Brotli or gzip, as the caller accepts.
 *
 * The length of a compressed answer reveals whether a text in it repeats. An attacker who makes a browser request an
 * answer that contains a secret beside a text of the attacker's choice can so guess the secret (BREACH). Therefore no
 * answer to a cross-site request is compressed, and `route()` excludes every call that signs in, returns a secret or
 * changes something.
 */
export async function installCompression(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    // The header by which the library leaves an answer uncompressed.
    if (isFromElsewhere(request)) request.headers['x-no-compression'] = 'true'
    done()
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Compressed requests would get around the limits of body length.
    globalDecompression: false,
  })
}

/** Programs do not send `Sec-Fetch-Site`; no page can make them send requests either. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}
