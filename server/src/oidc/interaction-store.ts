import { secretHash } from '../crypto/secrets.ts'
import type { Payload } from './artifacts.ts'
import { PATHS } from './paths.ts'

/**
 * The stored form of a waiting request. Left out: the session's secret, which the library puts in; its address, which
 * contains its id; and its grant, because another person may sign in meanwhile. A mark of the sign-in at that time is
 * added, under a name that the library does not compare: a new sign-in, such as for `prompt=login`, has another secret
 * and so another mark.
 */
export const INTERACTIONS = {
  toStored: ({ session, returnTo: _, grantId: _grant, ...payload }: Payload): Payload => ({
    ...payload,
    lastSubmission: { ...(payload.lastSubmission as object), ...markOf(session) },
  }),
  fromStored: (id: string, payload: Payload | undefined): Payload | undefined =>
    payload && { ...payload, returnTo: `${PATHS.authorization}/${id}` },
}

/** A mark that distinguishes one sign-in of a browser from the next. */
export const signInMark = (sessionSecret: string) => secretHash(sessionSecret).toString('base64url')

/** The mark that `toStored` added: the sign-in with which the request came; `undefined` when nobody was signed in. */
export function markBefore(lastSubmission: unknown): string | undefined {
  return (lastSubmission as { before?: string } | undefined)?.before
}

function markOf(session: unknown): { before?: string } {
  const secret = (session as { cookie?: string } | undefined)?.cookie
  return secret === undefined ? {} : { before: signInMark(secret) }
}
