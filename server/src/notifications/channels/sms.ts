import { redactSecrets } from '../../access/mask-secrets.ts'
import type { OutboundRules } from '../../access/outbound-lookup.ts'
import { requestOutbound } from '../../access/outbound-request.ts'
import { isAccepted, smsRequest } from '../sms-request.ts'
import { type Senders, TryLater } from './senders.ts'

/** Asks gateways over HTTP in the way that each wants it (requirement M3). */
export function smsSender(rules: OutboundRules): Senders['sms'] {
  return async (gateway, sms, id) => {
    const tell = (answer: string) => redactSecrets(answer, [gateway.password, gateway.token, gateway.apiCode])
    const answer = await requestOutbound(smsRequest(gateway, sms, id), rules).catch((error: Error) => {
      throw new Error(tell(error.message))
    })
    const told = tell(`HTTP ${answer.status}${answer.text === '' ? '' : `: ${answer.text}`}`)
    if (isAccepted(gateway.options.success, answer)) return told
    if (answer.retryAfterSeconds === null) throw new Error(told)
    throw new TryLater(told, answer.retryAfterSeconds)
  }
}
