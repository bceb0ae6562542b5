import type { KeyObject } from 'node:crypto'
import { readSignedParts, signParts } from './signed-parts.ts'

/**
 * A request waits until somebody decides, and what was decided is kept for a year: so long its messages lead to it. The link gives no
 * rights that a shorter time would limit.
 */
const REQUEST_LINK_SECONDS = 365 * 86_400

/** What the link of a message about a request for access says: which request, and who was asked. `expiresAt`: in seconds. */
export type RequestToken = { requestId: string; userId: string; expiresAt: number }

/** It is no secret: the stored text of a message has it. @param from when the message was written, by the clock of the database, in seconds */
export const makeRequestToken = (key: KeyObject, requestId: string, userId: string, from: number): string =>
  signParts(key, [requestId, userId, String(Math.floor(from) + REQUEST_LINK_SECONDS)])

/** @returns `null` for a text that this portal has not made. Whether it has expired, the database judges */
export function readRequestToken(key: KeyObject, token: string): RequestToken | null {
  const [requestId = '', userId = '', expiresAt] = readSignedParts(key, token, 3) ?? []
  return requestId === '' ? null : { requestId, userId, expiresAt: Number(expiresAt) }
}
