import { isHtmlText, LIQUID } from '@gatehouse/contract/sms-text.ts'
import { plainText } from './plain-text.ts'

const PLACE = '\uE003'

/**
 * The text of an SMS as it is sent: HTML becomes plain text, Liquid stays. Non-breaking spaces become ordinary ones: a
 * single one would make the message Unicode, with room for half as many characters.
 */
export async function smsText(body: string): Promise<string> {
  if (!isHtmlText(body)) return body
  const liquid = body.match(LIQUID) ?? []
  const text = await plainText(body.replace(LIQUID, PLACE))
  let next = 0
  return text.replaceAll('\u00A0', ' ').replaceAll(PLACE, () => liquid[next++] ?? '')
}
