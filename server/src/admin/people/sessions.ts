import { endUserSessions, userSessions } from '@gatehouse/contract/admin/people/users.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { notify } from '../../notifications/notify.ts'
import { endActings } from '../../sessions/acting.ts'
import { endAccess } from '../../sessions/end-access.ts'
import { readLiveSessions } from '../../sessions/list-sessions.ts'
import { endSessionsOfUser } from '../../sessions/sessions.ts'
import { auditBy } from '../engine/changes.ts'
import { changeRoute } from '../engine/guard/change-route.ts'
import { type By, whoOf } from '../engine/store.ts'
import { lockUser } from './roles.ts'

/** Lists and ends the sessions of people. */
export function serveUserSessions(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  route(app, userSessions, async ({ input: { userId }, actor }) => readLiveSessions(db, userId, actor.sessionId))

  changeRoute(app, deps, endUserSessions, {
    targets: ({ userId }) => ({ person: userId }),
    work: async (tx, { input: { userId, sessionId }, by }) => {
      const { name } = await lockUser(tx, userId)
      if (sessionId === undefined) return { ended: await endAllSessions(tx, deps, by, { userId, name }) }
      const { sessions, actings } = await endOne(tx, by, userId, sessionId)
      if (sessions.length > 0) await auditBy(tx, by, 'users.sessions-ended', userId, { name, sessions })
      return { ended: sessions.length + actings }
    },
  })
}

/**
 * Ends all sessions of a locked person but the one that asks, and the grants that outlive sessions. The person is notified,
 * unless it is they who ask.
 *
 * @returns how many sessions ended, with those that acted for the person
 */
export async function endAllSessions(
  tx: Tx,
  deps: Pick<Deps, 'outbox' | 'config'>,
  by: By,
  { userId, name }: { userId: string; name: string },
): Promise<number> {
  const kept = { except: by.person.sessionId, by: whoOf(by) }
  const { sessions, actings, isAnything } = await endAccess(tx, userId, 'ended-by-administrator', kept)
  if (isAnything) await auditBy(tx, by, 'users.sessions-ended', userId, { name, sessions })
  if (isAnything && userId !== by.person.userId) await notify(deps, tx, 'sessions-ended', userId)
  return sessions.length + actings
}

async function endOne(tx: Tx, by: By, userId: string, sessionId: string) {
  const cause = 'ended-by-administrator'
  const acting = sql`a.id = ${sessionId} and a.user_id = ${userId}`
  const actings = (await endActings(tx, acting, { cause, by: whoOf(by) })).length
  if (actings > 0) return { sessions: [], actings }
  const { sessions } = await endSessionsOfUser(tx, userId, cause, { only: sessionId }, whoOf(by))
  if (sessions.length === 0) throw new AppError('not_found')
  return { sessions, actings }
}
