import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { endAccess } from './end-access.ts'
import { endSessionsOfUser, type Which } from './sessions.ts'

/**
 * Ends sessions of whoever asks for it.
 *
 * @returns how many ended, with those that acted for the person
 */
export async function endOwnSessions(tx: Tx, person: Person, which: Which, ip: string): Promise<number> {
  const { sessions, actings } = await endSessionsOfUser(tx, person.userId, CAUSE, which, byOwner(person, ip))
  return auditEnded(tx, person, ip, { sessions, actings })
}

/** The same of everything that is open elsewhere, with the tokens that outlive sessions and the remembered browsers. */
export async function endOwnAccessElsewhere(tx: Tx, person: Person, ip: string): Promise<number> {
  const ended = await endAccess(tx, person.userId, CAUSE, { except: person.sessionId, by: byOwner(person, ip) })
  return auditEnded(tx, person, ip, ended)
}

const CAUSE = 'ended-by-owner'
const byOwner = ({ userId }: Person, ip: string) => ({ actorId: userId, ip })

type Ended = { sessions: string[]; actings: number }

async function auditEnded(tx: Tx, { userId, sessionId: from }: Person, ip: string, { sessions, actings }: Ended) {
  const line = { event: 'session.ended', actorId: userId, subjectId: userId, ip, detail: { from } } as const
  for (const sessionId of sessions) await recordAudit(tx, { ...line, sessionId })
  return sessions.length + actings
}
