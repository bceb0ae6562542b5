import { canonicalAddress } from '../http/client-address.ts'
import type { Person } from '../identity/actor.ts'

/** Where a change of one's own factors comes from, for the audit and the notice. */
export type From = { ip: string; userAgent: string }

type Request = { ip: string; headers: { 'user-agent'?: string | undefined } }

export const changeFrom = ({ ip, headers }: Request): From => ({
  ip: canonicalAddress(ip),
  userAgent: headers['user-agent'] ?? '',
})

/** The columns of the audit line. */
export const actedBy = ({ userId, sessionId }: Person, { ip }: From) => ({
  ...{ actorId: userId, subjectId: userId, sessionId, ip },
})
