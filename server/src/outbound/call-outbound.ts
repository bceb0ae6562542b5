import type { Outcome } from '../outbox/types.ts'
import type { OutboundRules } from './judged-lookup.ts'
import { type OutboundRequest, requestOutbound } from './request-outbound.ts'

type Call = Pick<OutboundRequest, 'url' | 'headers'> & {
  body: string
  /** The name of what is called, for the log. */
  target: string
}

/**
 * Sends an outbox row to another server: any 2xx answer is a success, everything else a failure. The outcome includes
 * how long the other server asks not to be called.
 *
 * @param textOf returns the part of the answer's text that may be shown; without it, no text is shown
 */
export async function callOutbound(
  { target, ...call }: Call,
  rules: OutboundRules,
  textOf: (text: string) => string = () => '',
): Promise<Outcome> {
  try {
    const { status, text, retryAfterSeconds } = await requestOutbound({ method: 'POST', ...call }, rules)
    const shown = textOf(text)
    return {
      target,
      isSuccess: status >= 200 && status <= 299,
      answer: shown === '' ? `HTTP ${status}` : `HTTP ${status}: ${shown}`,
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    }
  } catch (error) {
    return { target, isSuccess: false, answer: error instanceof Error ? error.message : String(error) }
  }
}
