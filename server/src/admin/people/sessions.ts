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
      // Ending all sessions also ends the grants that outlive sessions.
      const { sessions, actings, isAnything } =
        sessionId === undefined
          ? await endAccess(tx, userId, 'ended-by-administrator', { except: by.person.sessionId, by: whoOf(by) })
          : await endOne(tx, by, userId, sessionId)
      if (isAnything) await auditBy(tx, by, 'users.sessions-ended', userId, { name, sessions })
      // No notice for the caller's own sessions, or for a single one.
      if (isAnything && sessionId === undefined && userId !== by.person.userId)
        await notify(deps, tx, 'sessions-ended', userId)
      return { ended: sessions.length + actings }
    },
  })
}

async function endOne(tx: Tx, by: By, userId: string, sessionId: string) {
  const cause = 'ended-by-administrator'
  const acting = sql`a.id = ${sessionId} and a.user_id = ${userId}`
  const actings = (await endActings(tx, acting, { cause, by: whoOf(by) })).length
  if (actings > 0) return { sessions: [], actings, isAnything: false }
  const { sessions } = await endSessionsOfUser(tx, userId, cause, { only: sessionId }, whoOf(by))
  if (sessions.length === 0) throw new AppError('not_found')
  return { sessions, actings, isAnything: true }
}
