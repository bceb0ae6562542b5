import * as calls from '@gatehouse/contract/admin/messages/messages.ts'
import * as routing from '@gatehouse/contract/admin/messages/routing.ts'
import type { FastifyInstance } from 'fastify'
import { countAttempt } from '../../counting/count-attempt.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readerFor } from '../../http/recent-change.ts'
import { route } from '../../http/route.ts'
import { explain } from '../../notifications/explain.ts'
import { unregisteredTexts } from '../../notifications/unregistered-texts.ts'
import { requireSelfOr } from '../../sessions/require-self-or.ts'
import { byOf } from '../engine/resource.ts'
import { serveMessagesFile } from './file.ts'
import { gatewayNames } from './gateway-names.ts'
import { readGatewayHealth, readOverview } from './health.ts'
import { listPageOfMessages, readOneMessage } from './list.ts'
import { resend, resendAllFailed } from './resend.ts'

/** The messages with their states, and the explanation of their routing. */
export function serveMessages(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps
  route(app, calls.listMessages, async ({ input, request }) => listPageOfMessages(readerFor(db, request), input))
  route(app, calls.readMessage, async ({ input }) => readOneMessage(db, input.id))
  route(app, calls.messagesOverview, async () => readOverview(deps))
  route(app, calls.listGatewayHealth, async () => readGatewayHealth(deps))
  route(app, calls.listMessageGateways, async () => gatewayNames(db))
  serveMessagesFile(app, deps)
  route(app, routing.listUnregisteredTexts, async ({ input: { applicationId, clientId } }) =>
    unregisteredTexts(db, { applicationId: applicationId ?? null, clientId: clientId ?? null }),
  )
  route(app, routing.explainMessage, async ({ input, actor }) => {
    // It says what the person has: a number, an application, messages that they have put off.
    if (input.userId !== undefined) requireSelfOr('users:read', actor, input.userId)
    return explain(deps, input)
  })

  route(app, calls.resendMessage, async ({ input, actor, request }) => {
    // A copy of a sent message: as many as one likes would be a way to trouble people, and cost the operator.
    if (input.resend === 'anew') await countAttempt(deps, [{ bucket: 'message-copies', of: actor.userId }])
    const _id = await db.transaction((tx) => resend(deps, tx, byOf(actor, request), input))
    outbox.wake()
    return { _id }
  })

  route(app, calls.resendFailed, async ({ input: { ids, filter }, actor, request }) => {
    if ((ids === undefined) === (filter === undefined))
      throw new AppError('invalid_request', { msg: 'Choose messages' })
    const which = ids === undefined ? { filter: filter ?? {} } : { ids }
    const resent = await db.transaction((tx) => resendAllFailed(tx, byOf(actor, request), which))
    outbox.wake()
    return { resent }
  })
}
