import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import * as calls from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { route } from '../http/route.ts'
import type { Person } from '../identity/actor.ts'
import { endActings } from './acting.ts'
import { readLiveSessions } from './list-sessions.ts'
import { readOwnActivity } from './own-activity.ts'
import { endSessionsOfUser, type Which } from './sessions.ts'

/** People list and end their own sessions, and see what happened to their account. */
export function serveSessions(app: FastifyInstance, { db, outbox }: Deps) {
  route(app, calls.listSessions, async ({ actor }) =>
    readLiveSessions(db, actor.userId, actor.acting?.id ?? actor.sessionId),
  )

  route(app, listOwnActivity, async ({ input, actor }) => readOwnActivity(db, actor.userId, input.before))

  route(app, calls.endOwnSession, async ({ input: { sessionId }, actor, request }) => {
    const ended = await end(actor, { only: sessionId }, request.ip)
    if (ended === 0) throw new AppError('not_found')
    return { ended }
  })

  route(app, calls.endOtherSessions, async ({ actor, request }) => ({
    ended: await end(actor, { except: actor.sessionId }, request.ip),
  }))

  async function end({ userId, sessionId: from }: Person, which: Which, ip: string): Promise<number> {
    const ended = await db.transaction(async (tx) => {
      const by = { actorId: userId, ip }
      const { sessions, actings } = await endSessionsOfUser(tx, userId, 'ended-by-owner', which, by)
      for (const sessionId of sessions)
        await recordAudit(tx, {
          event: 'session.ended',
          actorId: userId,
          subjectId: userId,
          sessionId,
          ip,
          detail: { from },
        })
      if (!('only' in which)) return sessions.length + actings
      const acting = sql`a.id = ${which.only} and a.user_id = ${userId}`
      return sessions.length + (await endActings(tx, acting, { cause: 'ended-by-owner', by })).length
    })
    outbox.wake()
    return ended
  }
}
