import { secretHash } from '../crypto/secrets.ts'
import type { Payload } from './artifacts.ts'
import { PATHS } from './paths.ts'

/**
 * A waiting request is stored without the session's secret, which the library puts into it, and without its address,
 * which is its id. Nor does it hang on a grant: somebody else may sign in meanwhile. How somebody was signed in when it came is kept as a mark, under a name that the library does not
 * compare: signing in anew, as `prompt=login` asks for, gives another secret and so another mark.
 */
export const INTERACTIONS = {
  toStored: ({ session, returnTo: _, grantId: _grant, ...payload }: Payload): Payload => ({
    ...payload,
    lastSubmission: { ...(payload.lastSubmission as object), ...markOf(session) },
  }),
  fromStored: (id: string, payload: Payload | undefined): Payload | undefined =>
    payload && { ...payload, returnTo: `${PATHS.authorization}/${id}` },
}

/** Tells one sign-in of a browser from the next. */
export const signInMark = (sessionSecret: string) => secretHash(sessionSecret).toString('base64url')

/** What `toStored` noted: with which sign-in the request came, or `undefined` when nobody was signed in. */
export function markBefore(lastSubmission: unknown): string | undefined {
  return (lastSubmission as { before?: string } | undefined)?.before
}

function markOf(session: unknown): { before?: string } {
  const secret = (session as { cookie?: string } | undefined)?.cookie
  return secret === undefined ? {} : { before: signInMark(secret) }
}
