import { hasSecret, NOTICES, type NoticeName, secretsOf } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { redactSecrets } from '../outbound/redact-secrets.ts'
import { TryLater } from '../outbound/try-later.ts'
import { IS_NOTED, SHOWN_STATE } from '../outbox/note-outcome.ts'
import type { Due, Handler, Outcome } from '../outbox/types.ts'
import { RecipientRefused, type Senders } from './channels/senders.ts'
import { type Template, templatesFor } from './choose-template.ts'
import { type Compose, makeComposer } from './compose-confined.ts'
import { recordFailedMessage } from './failed-message.ts'
import { type EmailGateway, emailGateways, type SmsGateway, smsGateways, unreadableWords } from './gateways.ts'
import { linksOfMessage } from './links-of-message.ts'
import type { MessageContent } from './notify.ts'
import type { Values } from './values.ts'

const RETRY_SECONDS = [5, 30, 120, 600, 1800, 7200]
/** The circuit breaker of a gateway: its messages go to the next gateway, or wait without being tried. */
const PAUSE = { failures: 5, seconds: 30 }
const REASON_MAX = 500

/** What administrators see of an attempt, beside the answer. */
type Attempt = Outcome & { template: string; subject: string; body: string; remarks?: string[] }

/**
 * Sends messages with the gateway and the template that match at that moment (requirements M1 and M2).
 *
 * When a gateway fails, the next matching one is tried; the deployment's own mail server comes last.
 */
export function messageHandler(deps: Pick<Deps, 'db' | 'keys' | 'sentTemplates'>, senders: Senders): Handler {
  const { db, keys } = deps
  const sending = { senders, compose: makeComposer(deps.sentTemplates) }
  return {
    retrySeconds: RETRY_SECONDS,
    pause: PAUSE,
    // Another gateway may be chosen for it.
    isUnpaused: true,
    deliver: async (due, content) => {
      const message = content as MessageContent
      if (message.to === '') return { target: '', isSuccess: true, answer: '' }
      const [matching, [template = null], links] = await db.together((on) =>
        Promise.all([
          message.channel === 'email'
            ? emailGateways(on, keys.seal, message.scope)
            : smsGateways(on, keys.seal, message.scope),
          templatesFor(on, message),
          linksOfMessage(on, keys, message, due.id),
        ]),
      )
      const gateways = matching.filter(({ lane }) => lane !== message.avoids)
      const readable = gateways.filter(({ isReadable }) => isReadable)
      const gateway = pick<EmailGateway | SmsGateway>(readable.length > 0 ? readable : gateways, due)
      if (gateway === undefined)
        return { target: '', isSuccess: false, answer: 'no gateway is configured for it', isFinal: true }
      const { name, lane, pausedSeconds } = gateway
      // A message is sent from the gateway's own lane only, because the lane keeps the rate limit.
      if (pausedSeconds > 0 || lane !== due.lane)
        return { target: name, isSuccess: false, answer: 'postponed', lane, postponedSeconds: pausedSeconds }
      const skipped = gateways.filter(({ isReadable }) => !isReadable).map((one) => unreadableWords(one.name))
      if (!gateway.isReadable) return { target: name, isSuccess: false, answer: skipped.join(' · ') }
      const whole = { ...message, values: { ...message.values, ...links } }
      const attempt = await send(sending, gateway, whole, template, due.id)
      const answer = [...skipped, attempt.answer].join(' · ')
      return { ...attempt, answer, lanes: readable.map((one) => one.lane) }
    },
    abandon: (tx, { id }, reason) => recordFailedMessage(tx, id, reason),
    // A message with a code or link is never sent a second time after success.
    keepsContent: (content) => content !== null && NOTICES[(content as MessageContent).notice].needs === null,
    note: (due, outcome, state) => {
      const { template = '', subject = '', body = '', remarks = [] } = outcome as Partial<Attempt>
      const isTried = outcome.target !== '' && outcome.postponedSeconds === undefined
      const isPut = outcome.postponedSeconds !== undefined
      const reason = (outcome.isSuccess ? remarks.join(' · ') : outcome.answer).slice(0, REASON_MAX)
      return [
        sql`
          update messages set state = ${SHOWN_STATE[state]},
            settled_at = case when ${state !== 'ready'} then now() end,
            gateway = case when ${isTried} then ${outcome.target} else gateway end,
            template = case when ${isTried} then ${template} else template end,
            subject = case when ${isTried} then ${subject} else subject end,
            body = case when ${isTried} then ${body} else body end,
            reason = case when ${isPut} then reason when ${outcome.isUntried ?? false} then concat_ws(' · ', ${reason}::text, nullif(reason, ''))
              else ${reason} end
          where id = ${due.id} and ${IS_NOTED}`,
      ]
    },
  }
}

/**
 * The best gateway that has not failed in this round and is not paused (requirement M1); when all are paused, the best
 * of them.
 */
function pick<G extends EmailGateway | SmsGateway>(gateways: G[], { triedLanes }: Due): G | undefined {
  const untried = gateways.filter(({ lane }) => !triedLanes.includes(lane))
  return untried.find(({ pausedSeconds }) => pausedSeconds === 0) ?? untried[0] ?? gateways[0]
}

type Sending = { senders: Senders; compose: Compose }

async function send(
  { senders, compose }: Sending,
  gateway: EmailGateway | SmsGateway,
  message: MessageContent,
  template: Template | null,
  id: string,
): Promise<Attempt> {
  const { notice, language, values, to } = message
  const { rendered, used, shown, remarks } = await compose(gateway, { notice, language, values, template })
  const attempt = {
    target: gateway.name,
    template: used === null ? 'Built-in text' : nameOf(used),
    subject: shown.subject,
    body: shown.text,
  }
  const withoutOwn = (text: string) => withoutSecrets(text, notice, values)
  const redact = (answer: string) => withoutOwn([...remarks, answer].join(' · '))
  try {
    const answer =
      gateway.channel === 'email'
        ? await senders.email(gateway, { to, ...rendered, isConfidential: hasSecret(notice) }, id)
        : await senders.sms(gateway, { to, text: rendered.text, registeredId: used?.registeredId ?? '' }, id)
    return { ...attempt, isSuccess: true, answer: redact(answer), remarks: remarks.map(withoutOwn) }
  } catch (error) {
    const answer = redact(error instanceof Error ? error.message : String(error))
    const refused = error instanceof RecipientRefused ? error : null
    const wait = error instanceof TryLater ? { retryAfterSeconds: error.seconds } : {}
    return {
      ...wait,
      ...attempt,
      isSuccess: false,
      answer,
      isFinal: refused?.isFinal === true,
      isLaneHealthy: refused !== null,
    }
  }
}

/** The name that the list of templates shows. */
function nameOf({ applicationName, clientName, language }: Template): string {
  const scope = [applicationName ?? 'All', clientName ?? 'All'].join(', ')
  return language === 'All' ? scope : `${scope} (${language})`
}

/** Some gateways repeat in their answer what they were sent, spelled in their own way. */
function withoutSecrets(answer: string, notice: NoticeName, values: Values): string {
  return redactSecrets(
    answer,
    secretsOf(notice).flatMap((name) => (values[name] === undefined ? [] : [String(values[name])])),
  )
}
