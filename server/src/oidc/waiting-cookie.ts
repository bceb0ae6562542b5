import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { countAttempt } from '../counting/count-attempt.ts'
import { seal, unseal } from '../crypto/seal.ts'
import { unlessFault } from '../db/faults.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Payload } from './artifacts.ts'
import { PATHS } from './paths.ts'

const NAME = '__Secure-eai_oidc_request'
/** Browsers keep 4096 bytes of name, value and attributes per cookie. */
const VALUE_MAX_LENGTH = 3800
/** The longest stored request, before compression. */
const TEXT_MAX_BYTES = 65_536

type Needs = Pick<Deps, 'db' | 'keys' | 'config'>

/**
 * Keeps a request of a visitor who is not signed in, sealed, in a cookie until they have signed in: anyone may send
 * such requests, so the database must not store them. The path of the cookie is that of this one request, so that
 * several tabs do not collide.
 *
 * @returns false for the few that are too long for a cookie; these are counted, and may be stored
 * @throws OIDCProviderError 429 for too many of them
 */
export async function keepInBrowser(needs: Needs, id: string, payload: Payload, ttlSeconds: number): Promise<boolean> {
  const ctx = here()
  const text = deflateRawSync(JSON.stringify(payload))
  const value = seal(needs.keys.seal, place(id), text.toString('base64')).toString('base64url')
  if (value.length <= VALUE_MAX_LENGTH) {
    ctx.cookies.set(NAME, value, { ...attributes(id), maxAge: ttlSeconds * 1000 })
    return true
  }
  try {
    await countAttempt(needs, [{ bucket: 'long-requests', of: ctx.ip }])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ctx.set('retry-after', String(error.data?.retryAfterSeconds))
    throw new errors.OIDCProviderError(429, 'temporarily_unavailable')
  }
  return false
}

/** The request with this id from the browser's cookie, or `undefined`. */
export async function readFromBrowser({ keys }: Pick<Deps, 'keys'>, id: string): Promise<Payload | undefined> {
  const value = here().cookies.get(NAME, { signed: false })
  if (value === undefined) return undefined
  try {
    const text = Buffer.from(await unseal(keys.seal, place(id), Buffer.from(value, 'base64url')), 'base64')
    // `keepInBrowser` has sealed this text.
    const payload = JSON.parse(inflateRawSync(text, { maxOutputLength: TEXT_MAX_BYTES }).toString()) as Payload
    return { ...payload, jti: id }
  } catch (error) {
    return unlessFault(undefined)(error)
  }
}

/** @returns false when the request is not in a cookie */
export function dropFromBrowser(id: string): boolean {
  const ctx = here()
  if (ctx.cookies.get(NAME, { signed: false }) === undefined) return false
  ctx.cookies.set(NAME, null, attributes(id))
  return true
}

function here(): KoaContextWithOIDC {
  const { ctx } = Provider
  if (ctx === undefined) throw new Error('a waiting request outside of any request')
  return ctx
}

const attributes = (id: string) => ({
  ...({ httpOnly: true, sameSite: 'lax', secure: true, signed: false, overwrite: true, priority: 'low' } as const),
  path: `${PATHS.authorization}/${id}`,
})

const place = (id: string) => `cookie|waiting request|${id}`
