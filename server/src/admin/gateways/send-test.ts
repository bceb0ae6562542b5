import {
  type TestAnswer,
  testEmailConfiguration,
  testSmsConfiguration,
} from '@gatehouse/contract/admin/gateways/send-test.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AuditEvent, recordAudit } from '../../audit/record-audit.ts'
import { countAttempt } from '../../counting/count-attempt.ts'
import { testsOf } from '../../counting/tests-of.ts'
import { newId } from '../../crypto/ids.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Caller } from '../../identity/actor.ts'
import {
  type EmailGateway,
  findEmailGateway,
  findSmsGateway,
  type SmsGateway,
  unreadableWords,
} from '../../notifications/gateways.ts'

const ANSWER_MAX = 500

/** Test messages through a gateway. */
export function serveGatewayTests(app: FastifyInstance, deps: Deps) {
  const { db, config, keys, senders } = deps

  route(app, testSmsConfiguration, async ({ input: { id, to, text, templateId }, actor, request }) => {
    const gateway = await findSmsGateway(db, keys.seal, id)
    if (gateway === null) throw new AppError('not_found')
    return tryOut(deps, { gateway, to, actor, request, event: 'smsConfigurations.tested' }, (messageId) =>
      senders.sms(gateway, { to, text, registeredId: templateId }, messageId),
    )
  })

  route(app, testEmailConfiguration, async ({ input: { id, to }, actor, request }) => {
    const gateway = await findEmailGateway(db, keys.seal, id)
    if (gateway === null) throw new AppError('not_found')
    const mail = {
      to,
      subject: `Test message from ${config.brand}`,
      text: `This is a test from ${config.publicUrl.origin}. If you can read it, the mail server works.`,
      html: '',
      // The configured copy address gets no test messages.
      isConfidential: true,
    }
    return tryOut(deps, { gateway, to, actor, request, event: 'emailConfigurations.tested' }, (messageId) =>
      senders.email(gateway, mail, messageId),
    )
  })
}

type Try = {
  gateway: EmailGateway | SmsGateway
  to: string
  actor: Caller
  request: FastifyRequest
  event: AuditEvent
}

/** Sends immediately and without the outbox, because the administrator waits for the answer. */
async function tryOut(
  deps: Deps,
  { gateway, to, actor, request, event }: Try,
  send: (messageId: string) => Promise<string>,
): Promise<TestAnswer> {
  await countAttempt(deps, testsOf(actor.userId))
  const began = performance.now()
  const sent = gateway.isReadable ? send(newId()) : Promise.reject(new Error(unreadableWords(gateway.name)))
  const { isSuccess, answer } = await sent.then(
    (answer) => ({ isSuccess: true, answer: answer.slice(0, ANSWER_MAX) }),
    (error: Error) => ({ isSuccess: false, answer: error.message.slice(0, ANSWER_MAX) }),
  )
  const tookMs = Math.round(performance.now() - began)
  await recordAudit(deps.db, {
    ...{ event, actorId: actor.userId, sessionId: actor.sessionId, ip: request.ip, subjectId: gateway.id },
    detail: { name: gateway.name, to, isSuccess, answer },
  })
  return { isSuccess, to, answer, tookMs }
}
