import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'

type Key = JsonWebKey & { kid?: string; alg?: string }
type Claims = Record<string, unknown>

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** The accepted difference between our clock and the portal's. */
const LEEWAY_SECONDS = 30

/** The required claims of a token, besides the signature of the portal. */
type Expected = { keys: Key[]; issuer: string; audience: string }

/** The claims of an identity token for our own request. @throws Error for any other token */
export function readIdToken(token: string, { nonce, ...expected }: Expected & { nonce: string }): Claims {
  const { header, claims } = readToken(token, expected)
  if (header.typ !== undefined && header.typ !== 'JWT') throw new Error('this is no identity token')
  if (claims.nonce !== nonce) throw new Error('this answers another request')
  return claims
}

/** The portal session that has ended (OpenID Connect Back-Channel Logout 1.0 §2.6). @throws Error for any other token */
export function readLogoutToken(token: string, expected: Expected): string {
  const { header, claims } = readToken(token, expected)
  const { events, nonce, sid } = claims
  const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
  if (header.typ !== 'logout+jwt' || !isLogout || nonce !== undefined || typeof sid !== 'string')
    throw new Error('this is no logout')
  return sid
}

function readToken(token: string, { keys, issuer, audience }: Expected) {
  const [head = '', body = '', signature = ''] = token.split('.')
  const header = parse(head)
  const claims = parse(body)
  // The algorithm is set by us, never taken from the token.
  const key = keys.find(({ kid, alg }) => kid === header.kid && alg === 'RS256')
  if (header.alg !== 'RS256' || key === undefined) throw new Error('signed by nobody we know')
  const isGenuine = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${body}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
  if (!isGenuine) throw new Error('the signature is wrong')
  const now = Date.now() / 1000
  if (claims.iss !== issuer || claims.aud !== audience) throw new Error('not from our portal, or not for us')
  if (!(Number(claims.exp) > now - LEEWAY_SECONDS) || !(Number(claims.iat) < now + LEEWAY_SECONDS))
    throw new Error('too old, or from the future')
  return { header, claims }
}

function parse(part: string): Claims {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims
}
