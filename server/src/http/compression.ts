import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A smaller answer fits into one packet either way. */
const MIN_BYTES = 1024

/**
 * Compresses long answers in Brotli or gzip, whichever the caller takes.
 *
 * The length of a compressed answer tells whether something in it repeats. Whoever can make a browser ask for an answer
 * that holds a secret beside text of their choice can guess the secret that way (BREACH). So nothing is compressed that
 * another site had the browser ask for, and `route()` leaves out every call that signs in, hands out a secret or changes
 * something.
 */
export async function installCompression(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    // The library's own sign for an answer that is to stay as it is.
    if (isFromElsewhere(request)) request.headers['x-no-compression'] = 'true'
    done()
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Compressed requests would get around the limits of their length.
    globalDecompression: false,
  })
}

/** Programs do not say where a request comes from; they are not led by a page either. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}
