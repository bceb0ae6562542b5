import { isIndian, isSentUnder, matchesApproved } from '@gatehouse/contract/dlt.ts'
import { markupOf } from './liquid-parts.ts'
import { renderTemplate } from './render.ts'
import type { Values } from './values.ts'

/** Stands for a value of up to 30 characters; a value that is an address has another mark. */
const MARK = '{#var#}'
const ADDRESSES = ['link', 'lockLink', 'requestLink', 'portal']
const markOf = (name: string) => (ADDRESSES.includes(name) ? '{#url#}' : MARK)

/**
 * A text message in the form that Indian operators register (DLT): marks instead of variables, and the branch of each
 * condition that the values choose.
 */
export async function registeredText(body: string, values: Values): Promise<string> {
  const marked = shownIn(body)
    .toReversed()
    .reduce((rest, { from, to, name }) => `${rest.slice(0, from)}{{ '${markOf(name)}' }}${rest.slice(to)}`, body)
  return (await renderTemplate('sms', { subject: '', body: marked }, values)).text
}

/** The variables whose values are too long for their marks. */
export function tooLongIn(body: string, values: Values): string[] {
  const names = new Set(shownIn(body).map(({ name }) => name))
  return [...names].filter((name) => !matchesApproved(String(values[name] ?? ''), markOf(name)))
}

export const UNREGISTERED = 'No text is registered for it (DLT template id), and operators in India may drop it'

/**
 * A remark when a text message to an Indian number is not the registered text; empty when it is. Operators drop an
 * unregistered text although the gateway has accepted it.
 *
 * @param template `null`: the built-in text, which is not registered
 */
export async function registerRemark(
  { countryCode }: { countryCode: string },
  template: { body: string; registeredId: string } | null,
  values: Values,
  sent: string,
): Promise<string> {
  if (!isIndian(countryCode)) return ''
  if (template === null || !isSentUnder(template.registeredId)) return UNREGISTERED
  const { body } = template
  if (matchesApproved(sent, await registeredText(body, values))) return ''
  const tooLong = tooLongIn(body, values).join(', ')
  return `Differs from the registered text, and operators may drop it${tooLong === '' ? '' : `. Too long: ${tooLong}`}`
}

function shownIn(body: string) {
  return markupOf(body)
    .filter(({ isTag }) => !isTag)
    .map(({ from, to }) => ({ from, to, name: /\w+/.exec(body.slice(from, to))?.[0] ?? '' }))
}
