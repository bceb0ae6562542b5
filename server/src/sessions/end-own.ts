import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { endActings } from './acting.ts'
import { endAccess } from './end-access.ts'
import { endSessionsOfUser } from './sessions.ts'

/**
 * Ends a session of whoever asks for it, or that of an administrator who acts for them.
 *
 * @returns how many ended, with those that acted for the person
 */
export async function endOwnSession(tx: Tx, person: Person, sessionId: string, ip: string): Promise<number> {
  const by = byOwner(person, ip)
  const ended = await endSessionsOfUser(tx, person.userId, CAUSE, { only: sessionId }, by)
  const acting = sql`a.id = ${sessionId} and a.user_id = ${person.userId}`
  const actings = ended.actings + (await endActings(tx, acting, { cause: CAUSE, by })).length
  return auditEnded(tx, person, ip, { ...ended, actings })
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
