import { isUuid } from '@gatehouse/contract/uuid.ts'
import type { Deps } from '../deps.ts'

/** What an identity token says that an application shows again. */
export type IdentityToken = { aud: string; sub: string; sid: string | undefined }

/**
 * Reads an identity token that comes back. An application keeps its token for as long as its own session lasts
 * (RP-Initiated Logout 1.0 §4), so the token may have expired, and its key may have been retired.
 *
 * @returns `unknown` when its key does not exist any more, so that nothing is known of it; `null` when it is none of ours
 */
export async function readIdentityToken(
  { signingKeys, config }: Pick<Deps, 'signingKeys' | 'config'>,
  token: string,
): Promise<IdentityToken | 'unknown' | null> {
  const { compactVerify, decodeJwt, decodeProtectedHeader, errors } = await import('jose')
  try {
    const { kid, typ } = decodeProtectedHeader(token)
    const { iss, aud, sub, sid, events } = decodeJwt(token)
    // The same keys sign other things: type and claims must show that it is an identity token.
    if (kid === undefined || !isUuid(kid) || typ === 'at+jwt' || events !== undefined) return null
    if (iss !== config.publicUrl.origin || typeof aud !== 'string' || sub === undefined) return null
    const key = await signingKeys.everPublished(kid)
    if (key === null) return 'unknown'
    await compactVerify(token, key.publicKey, { algorithms: [key.alg] })
    return { aud, sub, sid: typeof sid === 'string' ? sid : undefined }
  } catch (error) {
    // The latter for a text that has not even the form of a token.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}
