import { previewTemplate, type TemplatePreview } from '@gatehouse/contract/admin/template-work.ts'
import { matchesApproved } from '@gatehouse/contract/dlt.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { smsLength } from '@gatehouse/contract/sms-length.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { markupOf } from '../notifications/liquid-parts.ts'
import { allowedHtml } from '../notifications/mail-html.ts'
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
  return { problems, rendered, sms: channel === 'sms' && rendered !== null ? smsOf(body, rendered.text, values) : null }
}

/** An SMS as networks count it, and as Indian operators want it registered (DLT). */
function smsOf(body: string, text: string, values: Values): NonNullable<TemplatePreview['sms']> {
  const markup = markupOf(body)
  const registered = markup
    .toReversed()
    .reduce((rest, { from, to }) => rest.slice(0, from) + VARIABLE + rest.slice(to), body)
    .trim()
  const shown = markup.map(({ from, to }) => /\w+/.exec(body.slice(from, to))?.[0] ?? '')
  return {
    ...smsLength(text),
    registered: markup.some(({ isTag }) => isTag) ? null : registered,
    tooLong: [...new Set(shown)].filter((name) => !matchesApproved(String(values[name] ?? ''), VARIABLE)),
  }
}

const VARIABLE = '{#var#}'
