import { Transform } from 'node:stream'
import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import { AppError } from '../errors.ts'
import type { Application } from '../identity/actor.ts'

/**
 * Lets applications send more than `commonMax` bytes in one call, once their credentials in the header are proved:
 * nobody else makes the server read that much. Credentials in the body (signed assertions) are known too late, so there
 * `commonMax` stays.
 *
 * @param authorise its refusal refuses the request before its body is read
 */
export function ownBodyLimit(
  maxBytes: number,
  commonMax: number,
  authorise: (request: FastifyRequest) => Promise<Application>,
): Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest' | 'preParsing'> {
  return {
    bodyLimit: maxBytes,
    onRequest: async (request) => {
      if (!mayBeLong(request, commonMax)) return
      if (request.headers.authorization !== undefined) await authorise(request)
      else if (request.headers['content-length'] !== undefined) throw new AppError('body_too_large')
    },
    // A body whose length is not said before is counted.
    preParsing: async (request, _reply, payload) =>
      mayBeLong(request, commonMax) && request.headers.authorization === undefined
        ? payload.pipe(upTo(commonMax))
        : payload,
  }
}

function mayBeLong({ headers }: FastifyRequest, commonMax: number): boolean {
  const length = headers['content-length']
  // Anything but a number counts as long.
  return length === undefined || !(Number(length) <= commonMax)
}

function upTo(max: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > max) done(new AppError('body_too_large'))
      else done(null, chunk)
    },
  })
}
