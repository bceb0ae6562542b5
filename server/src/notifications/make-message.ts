import { type MessageLanguage, type NoticeName, secretsOf } from '@gatehouse/contract/notices.ts'
import { problemInWords } from '@gatehouse/contract/template-problems.ts'
import type { Template } from './choose-template.ts'
import type { Channel } from './gateways.ts'
import { readParts } from './liquid-parts.ts'
import { mailHtmlProblems } from './mail-html.ts'
import { type Rendered, render } from './render.ts'
import {
  isBesideAddress,
  isSecret,
  LINK_MARK,
  LINKS,
  SECRET_MARK,
  secretAddresses,
  secretFlaws,
} from './secret-places.ts'
import { smsText } from './sms-text.ts'
import type { Values } from './values.ts'

export type What = { notice: NoticeName; language: MessageLanguage; values: Values; template: Template | null }

/** A message; `used` is `null` when the template was unfit and the built-in text was used instead. */
export type Made = { rendered: Rendered; used: Template | null; remark: string }

/**
 * The message as it is sent. A template was checked when it was saved, perhaps by older rules; it is checked again with
 * the actual values.
 *
 * @throws Error when there is no usable text
 */
export async function makeMessage(channel: Channel, given: What): Promise<Made> {
  const what = await withoutHtml(channel, given)
  const { notice, template, values } = what
  if (template === null) return { rendered: await render(channel, what), used: null, remark: '' }
  try {
    const secrets = secretsOf(notice)
    if (secrets.length > 0) await requireSafe(channel, notice, template)
    const rendered = await render(channel, what)
    const [problem] = channel === 'email' ? await mailHtmlProblems(rendered.html) : []
    if (problem !== undefined) throw new Error(problemInWords(problem))
    for (const name of secrets) requireSafeNow(rendered, name, String(values[name] ?? ''))
    return { rendered, used: template, remark: '' }
  } catch (error) {
    const remark = `The template could not be used: ${(error as Error).message}`
    const rendered = await render(channel, { ...what, template: null }).catch(() => {
      // Report the template's problem, not the missing built-in text, which is no fault when a template exists.
      throw new Error(remark)
    })
    return { rendered, used: null, remark }
  }
}

/** A text message that was stored as HTML is sent as plain text. */
async function withoutHtml(channel: Channel, what: What): Promise<What> {
  const { template } = what
  if (channel === 'email' || template === null) return what
  return { ...what, template: { ...template, body: await smsText(template.body) } }
}

const JUDGED_MAX = 200
/** The results of the check, by channel and text: templates are few and seldom change. */
const judged = new Map<string, string | null>()

/** @throws Error for a template that would disclose its code or link, such as one stored before this rule */
async function requireSafe(channel: Channel, notice: NoticeName, { subject, body }: Template): Promise<void> {
  const key = JSON.stringify([channel, notice, subject, body])
  if (judged.size >= JUDGED_MAX) judged.clear()
  const problem = judged.has(key) ? judged.get(key) : await secretProblem(channel, notice, { subject, body })
  judged.set(key, problem ?? null)
  if (problem) throw new Error(problem)
}

async function secretProblem(
  channel: Channel,
  notice: NoticeName,
  { subject, body }: Pick<Template, 'subject' | 'body'>,
): Promise<string | null> {
  if (channel === 'email' && readParts(subject).uses.some(isSecret))
    return problemInWords({ reason: 'subject_secret', values: {} })
  // A hyphen removes the spaces beside it, and joins words that are separate in the source.
  const joined = body.replace(/(?<!\s)\s*\{([{%])-/g, '{$1').replace(/-([}%])\}\s*/g, '$1}')
  const [flaw] = await secretFlaws({ channel, name: notice, body: joined }, readParts(joined))
  return flaw === undefined ? null : problemInWords(flaw)
}

/** @throws Error when the value itself has become part of an address, in any way */
function requireSafeNow({ html, text }: Rendered, name: string, secret: string): void {
  if (secret === '') return
  const mark = LINKS.includes(name) ? LINK_MARK : SECRET_MARK
  const marked = (written: string, shown: string) =>
    written.replaceAll(shown, mark).replaceAll(encodeURIComponent(shown), SECRET_MARK)
  const { ranges } = secretAddresses(marked(html, secret.replaceAll('&', '&amp;')))
  if (ranges.length > 0 || isBesideAddress(marked(text, secret)))
    throw new Error(`the ${name} would stand in an address`)
}
