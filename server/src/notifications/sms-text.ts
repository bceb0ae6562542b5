import { isHtmlText, LIQUID } from '@gatehouse/contract/sms-text.ts'
import { plainText } from './plain-text.ts'

const PLACE = '\uE003'

/**
 * A text for SMS as it is sent: of HTML its words, with Liquid as it is. Blanks that do not break are ordinary ones here: a
 * single one of them would make the message Unicode, and half as long.
 */
export async function smsText(body: string): Promise<string> {
  if (!isHtmlText(body)) return body
  const liquid = body.match(LIQUID) ?? []
  const text = await plainText(body.replace(LIQUID, PLACE))
  let next = 0
  return text.replaceAll('\u00A0', ' ').replaceAll(PLACE, () => liquid[next++] ?? '')
}
