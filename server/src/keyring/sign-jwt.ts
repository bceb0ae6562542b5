import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningKey } from './signing-keys.ts'

type Signing = { key: KeyObject; dsaEncoding: 'ieee-p1363' }

const signAsync = promisify(
  (data: Buffer, key: Signing, done: (error: Error | null, signature: Buffer) => void) =>
    void sign('sha256', data, key, done),
)

/**
 * A JWT with claims that are JSON text already (RFC 7515 §3.1).
 *
 * @param typ the kind of token, when its issuer and endpoint do not make that clear
 */
export async function signJwt({ alg, kid, key }: SigningKey, claims: string, typ?: string): Promise<string> {
  const header = JSON.stringify({ alg, ...(typ === undefined ? {} : { typ }), kid })
  const data = [header, claims].map((part) => Buffer.from(part).toString('base64url')).join('.')
  // Only elliptic curves have two signature encodings (RFC 7518 §3.4).
  const signature = await signAsync(Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' })
  return `${data}.${signature.toString('base64url')}`
}
