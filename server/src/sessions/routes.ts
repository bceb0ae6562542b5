import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import * as calls from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { route } from '../http/route.ts'
import { endOwnAccessElsewhere, endOwnSession } from './end-own.ts'
import { readLiveSessions } from './list-sessions.ts'
import { readOwnActivity } from './own-activity.ts'

/** People list and end their own sessions, and see what happened to their account. */
export function serveSessions(app: FastifyInstance, { db, outbox }: Deps) {
  route(app, calls.listSessions, async ({ actor }) =>
    readLiveSessions(db, actor.userId, actor.acting?.id ?? actor.sessionId),
  )

  route(app, listOwnActivity, async ({ input, actor }) => readOwnActivity(db, actor.userId, input.before))

  route(app, calls.endOwnSession, async ({ input: { sessionId }, actor, request }) => {
    const ended = await db.transaction((tx) => endOwnSession(tx, actor, sessionId, request.ip))
    outbox.wake()
    if (ended === 0) throw new AppError('not_found')
    return { ended }
  })

  route(app, calls.endOtherSessions, async ({ actor, request }) => {
    const ended = await db.transaction((tx) => endOwnAccessElsewhere(tx, actor, request.ip))
    outbox.wake()
    return { ended }
  })
}
