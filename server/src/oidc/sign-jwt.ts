import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningKey } from './signing-keys.ts'

type Signing = { key: KeyObject; dsaEncoding: 'ieee-p1363' }

const signAsync = promisify(
  (data: Buffer, key: Signing, done: (error: Error | null, signature: Buffer) => void) =>
    void sign('sha256', data, key, done),
)

/**
 * A JWT of claims that are JSON already (RFC 7515 §3.1).
 *
 * @param typ what kind of token it is, where that is not said by where it comes from
 */
export async function signJwt({ alg, kid, key }: SigningKey, claims: string, typ?: string): Promise<string> {
  const header = JSON.stringify({ alg, ...(typ === undefined ? {} : { typ }), kid })
  const data = [header, claims].map((part) => Buffer.from(part).toString('base64url')).join('.')
  // Only elliptic curves have two encodings (RFC 7518 §3.4).
  const signature = await signAsync(Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' })
  return `${data}.${signature.toString('base64url')}`
}
