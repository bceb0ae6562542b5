import type { TemplatePreview, TemplateProblem } from '@gatehouse/contract/admin/templates/preview.ts'
import { smsLength } from '@gatehouse/contract/sms-length.ts'
import { type Composed, type ComposedFor, composeMessage } from './compose-message.ts'
import { markupOf } from './liquid-parts.ts'
import { allowedHtml } from './mail-html.ts'
import { type Made, makeMessage, type What } from './make-message.ts'
import { registeredText, tooLongIn } from './registered-text.ts'
import { type Rendered, renderTemplate } from './render.ts'
import { smsText } from './sms-text.ts'
import { templateProblems } from './template-problems.ts'
import type { Values } from './values.ts'

export type Written = { channel: 'email' | 'sms'; name: string; subject: string; body: string }
export type Trial = { written: Written; values: Values }

/** Work on templates that people write. It takes time, and runs in a separate process. */
export type TemplateTasks = {
  /** All problems of a template. */
  findProblems: (written: Written) => Promise<TemplateProblem[]>
  /** The problems of a template, and its text with these values. */
  preview: (trial: Trial) => Promise<TemplatePreview>
  /** @throws Error when it is not valid Liquid, or a value is missing */
  render: (trial: Trial) => Promise<Rendered>
  /** A message as it is sent, with a template or the built-in text. @throws Error when there is neither */
  compose: (message: { channel: Written['channel']; what: What }) => Promise<Made>
  /** The same, with what administrators see of it. */
  composeMessage: (message: { gateway: ComposedFor; what: What }) => Promise<Composed>
  /** The text of an SMS as it is sent, with HTML turned into plain text. */
  textOf: (body: string) => Promise<string>
}

export const TEMPLATE_TASKS: TemplateTasks = {
  findProblems: templateProblems,
  preview: previewOf,
  render: async ({ written, values }) => {
    const { channel, body } = written
    return renderTemplate(channel, channel === 'sms' ? { ...written, body: await smsText(body) } : written, values)
  },
  compose: ({ channel, what }) => makeMessage(channel, what),
  composeMessage: ({ gateway, what }) => composeMessage(gateway, what),
  textOf: smsText,
}

async function previewOf({ written: given, values: known }: Trial): Promise<TemplatePreview> {
  const { channel } = given
  const body = channel === 'sms' ? await smsText(given.body) : given.body
  const written = { ...given, body }
  const problems = await templateProblems(written)
  // Unknown variables are shown as they are written.
  const unknown = problems.flatMap(({ values }) => (values.name === undefined ? [] : [values.name]))
  const values = { ...Object.fromEntries(unknown.map((one) => [one, `{{ ${one} }}`])), ...known }
  const rendered = await renderTemplate(channel, written, values).catch(() => null)
  // HTML that is not allowed is not even shown.
  if (rendered !== null && problems.some(({ reason }) => reason.startsWith('html')))
    rendered.html = await allowedHtml(rendered.html)
  const sms = channel === 'sms' && rendered !== null ? await smsOf(body, rendered.text, values) : null
  return { problems, rendered, sms }
}

/** An SMS as networks count it, and in the form that Indian operators register (DLT). */
async function smsOf(body: string, text: string, values: Values): Promise<NonNullable<TemplatePreview['sms']>> {
  const isOneText = markupOf(body).every(({ isTag }) => !isTag)
  const registered = isOneText ? await registeredText(body, values) : null
  return { ...smsLength(text), registered, tooLong: tooLongIn(body, values) }
}
