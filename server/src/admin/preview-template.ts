import { previewTemplate, type TemplatePreview } from '@gatehouse/contract/admin/template-work.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { smsLength } from '@gatehouse/contract/sms-length.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { markupOf } from '../notifications/liquid-parts.ts'
import { allowedHtml } from '../notifications/mail-html.ts'
import { registeredText, tooLongIn } from '../notifications/registered-text.ts'
import { renderTemplate, samplesOf, type Values } from '../notifications/render.ts'
import { templateProblems } from '../notifications/template-problems.ts'

/** How a template reads while it is written. */
export function servePreviewTemplate(app: FastifyInstance, { config }: Deps) {
  route(app, previewTemplate, async ({ input }) => previewOf(input, config))
}

async function previewOf(written: Input<typeof previewTemplate>, config: Config): Promise<TemplatePreview> {
  const { channel, name, body } = written
  const problems = await templateProblems(written)
  // What does not exist is shown as it is written.
  const unknown = problems.flatMap(({ values }) => (values.name === undefined ? [] : [values.name]))
  const values = { ...Object.fromEntries(unknown.map((one) => [one, `{{ ${one} }}`])), ...samplesOf(name, config) }
  const rendered = await renderTemplate(channel, written, values).catch(() => null)
  // What is not allowed is not even looked at.
  if (rendered !== null && problems.some(({ reason }) => reason.startsWith('html')))
    rendered.html = await allowedHtml(rendered.html)
  const sms = channel === 'sms' && rendered !== null ? await smsOf(body, rendered.text, values) : null
  return { problems, rendered, sms }
}

/** An SMS as networks count it, and as Indian operators want it registered (DLT). */
async function smsOf(body: string, text: string, values: Values): Promise<NonNullable<TemplatePreview['sms']>> {
  const isOneText = markupOf(body).every(({ isTag }) => !isTag)
  const registered = isOneText ? await registeredText(body, values) : null
  return { ...smsLength(text), registered, tooLong: tooLongIn(body, values) }
}
