import { sha256 } from '../../../sha256.ts'

export type Proof = { verifier: string; challenge: string }

/** A proof key as an application makes one for each sign-in (RFC 7636 §4). */
export async function makeProof(): Promise<Proof> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  return { verifier, challenge: await challengeOf(verifier) }
}

export const challengeOf = async (verifier: string): Promise<string> => base64url(await sha256(verifier))

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
