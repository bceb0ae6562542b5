import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import * as calls from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { route } from '../http/route.ts'
import type { Person } from '../identity/actor.ts'
import { endActings } from './acting.ts'
import { endOwnSessions } from './end-own.ts'
import { readLiveSessions } from './list-sessions.ts'
import { readOwnActivity } from './own-activity.ts'
import type { Which } from './sessions.ts'

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

  async function end(actor: Person, which: Which, ip: string): Promise<number> {
    const { userId } = actor
    const ended = await db.transaction(async (tx) => {
      const sessions = await endOwnSessions(tx, actor, which, ip)
      if (!('only' in which)) return sessions
      const acting = sql`a.id = ${which.only} and a.user_id = ${userId}`
      const by = { actorId: userId, ip }
      return sessions + (await endActings(tx, acting, { cause: 'ended-by-owner', by })).length
    })
    outbox.wake()
    return ended
  }
}
