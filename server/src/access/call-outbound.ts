import type { Outcome } from '../outbox/types.ts'
import type { OutboundRules } from './outbound-lookup.ts'
import { type OutboundRequest, requestOutbound } from './outbound-request.ts'

type Call = Pick<OutboundRequest, 'url' | 'headers'> & {
  body: string
  /** What is called, by name. */
  gateway: string
}

/**
 * Hands something of the outbox to another server: any 2xx answer means that it was taken, everything else is a failure.
 * How long the other side asks to be left alone is part of the outcome.
 *
 * @param textOf what may be shown of the text of the answer; nothing without it
 */
export async function callOutbound(
  { gateway, ...call }: Call,
  rules: OutboundRules,
  textOf: (text: string) => string = () => '',
): Promise<Outcome> {
  try {
    const { status, text, retryAfterSeconds } = await requestOutbound({ method: 'POST', ...call }, rules)
    const shown = textOf(text)
    return {
      gateway,
      isSuccess: status >= 200 && status <= 299,
      answer: shown === '' ? `HTTP ${status}` : `HTTP ${status}: ${shown}`,
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    }
  } catch (error) {
    return { gateway, isSuccess: false, answer: error instanceof Error ? error.message : String(error) }
  }
}
