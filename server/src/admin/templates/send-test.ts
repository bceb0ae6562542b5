import { sendTestTemplate } from '@gatehouse/contract/admin/templates/send-test.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import * as field from '@gatehouse/contract/fields.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import { normalisePhone, phoneDigits } from '@gatehouse/contract/phone.ts'
import { problemInWords } from '@gatehouse/contract/template-problems.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { countAttempt } from '../../counting/count-attempt.ts'
import { testsOf } from '../../counting/tests-of.ts'
import { newId } from '../../crypto/ids.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { type Channel, emailGateways, smsGateways, unreadableWords } from '../../notifications/gateways.ts'
import type { Rendered } from '../../notifications/render.ts'
import { sampleValues } from '../../notifications/sample-values.ts'
import type { Scope } from '../../notifications/scope.ts'
import { auditBy } from '../engine/changes.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import { byOf } from '../engine/resource.ts'
import type { By } from '../engine/store.ts'

/** Sends a test message made from a saved template. */
export function serveTestTemplate(app: FastifyInstance, deps: Deps) {
  route(app, sendTestTemplate, async ({ input, actor, request }) => sendTest(deps, input, byOf(actor, request)))
}

type Saved = Scope & {
  channel: Channel
  name: string
  subject: string
  body: string
  registeredId: string
  language: MessageLanguage | 'All'
  /** The address of the caller. */
  email: string
  phoneNumber: string
}
type Test = Output<typeof sendTestTemplate>

async function sendTest(deps: Deps, { id, to }: Input<typeof sendTestTemplate>, by: By): Promise<Test> {
  const { db, templates } = deps
  const { userId } = by.person
  const { rows } = await db.execute<Saved>(sql`
    select t.channel, t.name, t.subject, t.body, t.template_id as "registeredId", t.language, t.application_id as "applicationId",
      t.client_id as "clientId", u.email, u.phone_number as "phoneNumber"
    from templates t join users u on u.id = ${userId} where t.id = ${id} and t.deleted_at is null`)
  const [saved] = rows
  if (saved === undefined) throw new AppError('not_found')
  const asked = to || (saved.channel === 'email' ? saved.email : saved.phoneNumber)
  refuseFields({ to: recipientProblem(saved.channel, asked) })
  const recipient = saved.channel === 'email' ? asked : normalisePhone(asked)
  const { channel, name, subject, body } = saved
  const language = saved.language === 'All' ? 'en' : saved.language
  const written = { channel, name, subject, body }
  const [problem] = await templates.findProblems(written)
  if (problem !== undefined) throw new AppError('invalid_request', { msg: problemInWords(problem) })
  await countAttempt(deps, testsOf(userId))

  const rendered = await templates.render({
    written,
    values: await sampleValues(deps, { name, scope: saved, language }),
  })
  const began = performance.now()
  const answered = await handOver(deps, saved, recipient, rendered)
  const tookMs = Math.round(performance.now() - began)
  const detail = { name: saved.name, to: recipient, gateway: answered.gateway, isSuccess: answered.isSuccess }
  await db.transaction((tx) => auditBy(tx, by, `${saved.channel}Templates.tested`, id, detail))
  return { ...answered, to: recipient, tookMs }
}

function recipientProblem(channel: Channel, to: string): string | null {
  if (channel === 'email') return field.email().safeParse(to).error?.issues[0]?.message ?? null
  return phoneDigits(to) === null ? 'Enter a number of ten digits' : null
}

/** The gateway that a message of that application and client would use. */
async function handOver(
  { db, keys, senders }: Deps,
  saved: Saved,
  to: string,
  { subject, text, html }: Rendered,
): Promise<Omit<Test, 'to' | 'tookMs'>> {
  const id = newId()
  if (saved.channel === 'email') {
    const gateway = inUse(await emailGateways(db, keys.seal, saved))
    const mail = { to, subject: `[Test] ${subject}`, text, html, isConfidential: true }
    return answerOf(gateway, (chosen) => senders.email(chosen, mail, id))
  }
  const gateway = inUse(await smsGateways(db, keys.seal, saved))
  return answerOf(gateway, (chosen) => senders.sms(chosen, { to, text, registeredId: saved.registeredId }, id))
}

/** The same choice as in the outbox. */
function inUse<G extends { pausedSeconds: number; isReadable: boolean }>(gateways: G[]): G | undefined {
  const readable = gateways.filter(({ isReadable }) => isReadable)
  return readable.find(({ pausedSeconds }) => pausedSeconds === 0) ?? readable[0] ?? gateways[0]
}

async function answerOf<G extends { name: string; isReadable: boolean }>(
  gateway: G | undefined,
  send: (gateway: G) => Promise<string>,
) {
  if (gateway === undefined) return { isSuccess: false, gateway: '', answer: 'no gateway is configured for it' }
  const { name, isReadable } = gateway
  if (!isReadable) return { isSuccess: false, gateway: name, answer: unreadableWords(name) }
  try {
    return { isSuccess: true, gateway: name, answer: await send(gateway) }
  } catch (error) {
    return { isSuccess: false, gateway: name, answer: error instanceof Error ? error.message : String(error) }
  }
}
