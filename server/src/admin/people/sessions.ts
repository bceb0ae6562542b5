import { endUserSessions, userSessions } from '@gatehouse/contract/admin/people/sessions.ts'
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
      if (sessionId === undefined) {
        const { ended, signedOut } = await endAllSessions(tx, by, { userId, name })
        if (signedOut !== '') await notify(deps, tx, 'sessions-ended', userId)
        return { ended }
      }
      const { sessions, actings } = await endOne(tx, by, userId, sessionId)
      if (sessions.length > 0) await auditBy(tx, by, 'users.sessions-ended', userId, { name, sessions })
      return { ended: sessions.length + actings }
    },
  })
}

/**
 * Ends all sessions of a locked person but the one that asks, and the grants that outlive sessions. The caller notifies the
 * person.
 *
 * @returns `ended`: how many sessions, with those that acted for the person. `signedOut`: as a value of messages, empty
 *   if nothing ended or the person asked
 */
export async function endAllSessions(
  tx: Tx,
  by: By,
  { userId, name }: { userId: string; name: string },
): Promise<typeof NOTHING_ENDED> {
  const kept = { except: by.person.sessionId, by: whoOf(by) }
  const { sessions, actings, isAnything } = await endAccess(tx, userId, 'ended-by-administrator', kept)
  if (isAnything) await auditBy(tx, by, 'users.sessions-ended', userId, { name, sessions })
  const isNews = isAnything && userId !== by.person.userId
  return { ended: sessions.length + actings, signedOut: isNews ? 'yes' : '' }
}

export const NOTHING_ENDED = { ended: 0, signedOut: '' }

async function endOne(tx: Tx, by: By, userId: string, sessionId: string) {
  const cause = 'ended-by-administrator'
  const acting = sql`a.id = ${sessionId} and a.user_id = ${userId}`
  const actings = (await endActings(tx, acting, { cause, by: whoOf(by) })).length
  if (actings > 0) return { sessions: [], actings }
  const { sessions } = await endSessionsOfUser(tx, userId, cause, { only: sessionId }, whoOf(by))
  if (sessions.length === 0) throw new AppError('not_found')
  return { sessions, actings }
}
