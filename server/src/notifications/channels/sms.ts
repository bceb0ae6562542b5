import type { OutboundRules } from '../../outbound/judged-lookup.ts'
import { redactSecrets } from '../../outbound/redact-secrets.ts'
import { requestOutbound } from '../../outbound/request-outbound.ts'
import { TryLater } from '../../outbound/try-later.ts'
import { isAccepted, smsRequest } from '../sms-request.ts'
import type { Senders } from './senders.ts'

/** Calls each SMS gateway over HTTP in the form that it is configured for (requirement M3). */
export function smsSender(rules: OutboundRules): Senders['sms'] {
  return async (gateway, sms, id) => {
    const redact = (answer: string) => redactSecrets(answer, [gateway.password, gateway.token, gateway.apiCode])
    const answer = await requestOutbound(smsRequest(gateway, sms, id), rules).catch((error: Error) => {
      throw new Error(redact(error.message))
    })
    const shown = redact(`HTTP ${answer.status}${answer.text === '' ? '' : `: ${answer.text}`}`)
    if (isAccepted(gateway.options.success, answer)) return shown
    if (answer.retryAfterSeconds === null) throw new Error(shown)
    throw new TryLater(shown, answer.retryAfterSeconds)
  }
}
