import { Liquid, type Template } from 'liquidjs'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { DeliverNow, Email } from '../outbox/outbox.ts'
import { NOTICES, type NoticeName } from './notices.ts'

const renderText = renderer(new Liquid({ strictVariables: true }))
const renderHtml = renderer(new Liquid({ strictVariables: true, outputEscape: 'escape' }))

type Recipient = { email: string; firstName: string }
/** `minutes`: how long it is of use. */
type Values = { minutes?: number; [name: string]: string | number | undefined }

/** Writes a message to a person in the transaction of its cause; nothing is sent inside it. */
export async function notify(
  deps: Deps,
  tx: Tx,
  name: NoticeName,
  recipient: Recipient,
  values: Values = {},
): Promise<void> {
  await deps.outbox.enqueue(tx, compose(deps, name, recipient, values))
}

/** The same for a message whose sender waits for word of it. */
export async function notifyNow(
  deps: Deps,
  tx: Tx,
  name: NoticeName,
  recipient: Recipient,
  values: Values = {},
): Promise<DeliverNow> {
  return deps.outbox.enqueueClaimed(tx, compose(deps, name, recipient, values))
}

function compose({ config }: Deps, name: NoticeName, recipient: Recipient, values: Values): Email {
  const notice: { subject: string; paragraphs: readonly string[]; highlight?: Highlight } = NOTICES[name]
  const all = { brand: config.brand, firstName: recipient.firstName, ...values }
  const text = (template: string) => renderText(template, all)
  const html = (template: string) => renderHtml(template, all)
  const [greeting = '', ...rest] = notice.paragraphs
  return {
    to: recipient.email,
    subject: oneLine(text(notice.subject)),
    text: [text(greeting), ...highlightText(notice.highlight, text), ...rest.map(text)].join('\n\n'),
    html: page([
      paragraph(html(greeting)),
      ...highlightHtml(notice.highlight, html),
      ...rest.map((one) => paragraph(html(one))),
    ]),
    notAfter: values.minutes === undefined ? null : Date.now() + values.minutes * 60_000,
  }
}

type Highlight = { code?: string; link?: { label: string; url: string } }
type Render = (template: string) => string

function highlightText(highlight: Highlight | undefined, render: Render): string[] {
  return [highlight?.code, highlight?.link?.url].filter((template) => template !== undefined).map(render)
}

function highlightHtml(highlight: Highlight | undefined, render: Render): string[] {
  const code = highlight?.code
  const link = highlight?.link
  return [
    ...(code === undefined
      ? []
      : [`<p style="font:600 32px/40px ui-monospace,monospace;letter-spacing:6px;margin:24px 0">${render(code)}</p>`]),
    ...(link === undefined
      ? []
      : [
          `<p style="margin:24px 0"><a href="${render(link.url)}" style="background:#2F54D1;color:#fff;text-decoration:none;padding:12px 20px;border-radius:8px;font-weight:600">${link.label}</a></p>`,
          `<p style="color:#646E7E;font-size:12px">${render(link.url)}</p>`,
        ]),
  ]
}

const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`

function page(parts: string[]): string {
  return `<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#F6F7F9;color:#14181F;font:16px/24px system-ui,sans-serif">
<div style="max-width:480px;margin:auto;background:#fff;border:1px solid #DDE1E8;border-radius:12px;padding:32px">${parts.join('\n')}</div></body></html>`
}

/** A name with a line break must not start a new mail header. */
const oneLine = (subject: string) => subject.replace(/[\r\n]+/g, ' ')

/** The built-in texts are few and never change: each is parsed once. What a value holds is never parsed. */
function renderer(engine: Liquid): (template: string, values: Values) => string {
  const parsed = new Map<string, Template[]>()
  return (template, values) => {
    const ready = parsed.get(template) ?? engine.parse(template)
    parsed.set(template, ready)
    return String(engine.renderSync(ready, values))
  }
}
