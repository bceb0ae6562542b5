import type { IncomingMessage } from 'node:http'
import { readBody, rewind } from './post-bridge.ts'

const FORM_MAX_BYTES = 16_384
/** The first dot of a JWT; `~` occurs in no part of one. */
const FIRST_DOT = /^([\w-]+)\.(?=[\w-]+\.[\w-]+$)/

/**
 * The library refuses to introspect or revoke JWTs, because it does not store its own. Ours are stored, so the library
 * gets them in a spelling that it does not recognise as a JWT.
 *
 * @returns false when the body is too long to contain a token
 */
export async function respellToken(request: IncomingMessage): Promise<boolean> {
  const body = await readBody(request, FORM_MAX_BYTES)
  if (body === null) return false
  const form = new URLSearchParams(body.toString('utf8'))
  const [token, ...more] = form.getAll('token')
  if (token === undefined || more.length > 0 || !FIRST_DOT.test(token)) {
    rewind(request, body)
    return true
  }
  form.set('token', token.replace(FIRST_DOT, '$1~'))
  const respelt = Buffer.from(form.toString())
  request.headers['content-length'] = String(respelt.length)
  rewind(request, respelt)
  return true
}

/** The token in its original spelling. */
export const asPresented = (token: string) => token.replace(/^([\w-]+)~(?=[\w-]+\.[\w-]+$)/, '$1.')
