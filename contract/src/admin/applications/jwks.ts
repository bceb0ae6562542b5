/** Parameters of private and of secret keys (RFC 7518 §6.2.2, §6.3.2, §6.4). */
const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
const KEYS_MAX = 10
/** Characters of a modulus of 2048 bits in base64url. */
const RSA_MIN_LENGTH = 342
const BASE64URL = /^[A-Za-z0-9_-]+$/

/** Why a text is not a set of public signature keys, or `null`. */
export function jwksProblem(text: string): string | null {
  const keys = keysOf(text)
  if (keys === null) return 'Enter a JWK Set: {"keys": [ … ]}.'
  if (keys.some((key) => PRIVATE_PARTS.some((part) => part in key)))
    return 'Enter public keys only. This contains a private key, which must no longer be used.'
  if (keys.length === 0 || keys.length > KEYS_MAX) return 'Enter between 1 and 10 keys.'
  if (!keys.every(isUsable)) return 'Use RSA keys of 2048 bits or more, P-256 or Ed25519 keys, for signatures.'
  const ids = keys.map(({ kid }) => kid)
  if (keys.length > 1 && (new Set(ids).size < ids.length || ids.includes(undefined)))
    return 'Give each key an id (kid) of its own.'
  return null
}

type Jwk = Record<string, unknown>

function keysOf(text: string): Jwk[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null) ? keys : null
  } catch {
    return null
  }
}

function isUsable({ kty, crv, use, n, e, x, y }: Jwk): boolean {
  if (use !== undefined && use !== 'sig') return false
  if (kty === 'RSA') return isNumber(n) && n.length >= RSA_MIN_LENGTH && isNumber(e)
  if (kty === 'EC') return crv === 'P-256' && isNumber(x) && x.length === 43 && isNumber(y) && y.length === 43
  return kty === 'OKP' && crv === 'Ed25519' && isNumber(x) && x.length === 43
}

const isNumber = (value: unknown): value is string => typeof value === 'string' && BASE64URL.test(value)
