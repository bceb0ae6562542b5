import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'

type Message = { to: string; subject: string; text: string; html: string; channel: 'email' | 'sms'; at: Date }

const SHOWN = 100
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const PASSED_ON = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*|cf-connecting-ip|true-client-ip)$/

/**
 * The built-in inbox of development: all mail instead of being sent, as it was written, newest first. For requests from this machine only.
 */
export function serveInbox(app: FastifyInstance, db: Db) {
  const read = async (request: FastifyRequest): Promise<Message[]> => {
    if (!isFromThisMachine(request)) throw new AppError('not_found')
    const { to } = request.query as { to?: unknown }
    const { rows } = await db.execute<Message>(sql`
      select "to", subject, text, html, channel, at from inbox
      where ${typeof to === 'string' ? sql`lower("to") = lower(${to})` : sql`true`} order by id desc limit ${SHOWN}`)
    return rows
  }
  app.get('/dev/inbox.json', (request) => read(request))
  app.get('/dev/inbox.css', (_request, reply) => reply.type('text/css').send(STYLE))
  app.get('/dev/inbox.js', (_request, reply) => reply.type('text/javascript').send(SCRIPT))
  app.get('/dev/inbox', async (request, reply) => reply.type('text/html').send(page(await read(request))))
}

/** A proxy on this machine forwards requests of others; every kind of proxy adds one of these headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isPassedOn = Object.keys(headers).some((name) => PASSED_ON.test(name))
  return LOOPBACK.has(socket.remoteAddress ?? '') && !isPassedOn
}

function page(messages: Message[]): string {
  const body =
    messages.length > 0
      ? `<ol>${messages.map(item).join('')}</ol>`
      : '<p>Nothing yet. Codes and links arrive here as soon as somebody asks for one.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Inbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/dev/inbox.css">
<noscript><meta http-equiv="refresh" content="5"></noscript><script src="/dev/inbox.js" defer></script></head>
<body data-newest="${messages[0]?.at.toISOString() ?? ''}"><main><a href="/">Back to the portal</a><h1>Inbox</h1>
<p>Development only: what a mail server would have sent.</p>${body}</main></body></html>`
}

function item({ to, subject, text, channel, at }: Message): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? []
  const copy = code === undefined ? '' : `<button type="button" data-code="${code}">Copy ${code}</button>`
  const time = `<time datetime="${at.toISOString()}">${at.toLocaleTimeString('en-GB')}</time>`
  return `<li><header><strong>${escapeHtml(subject)}</strong><span>${escapeHtml(to)} · ${channel} · ${time}</span></header>
<pre>${withLinks(text)}</pre>${copy}</li>`
}

const LINK = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/

/** Of the parts, each second one is an address. */
const withLinks = (text: string) =>
  text
    .split(LINK)
    .map(escapeHtml)
    .map((part, place) => (place % 2 === 1 ? `<a href="${part}">${part}</a>` : part))
    .join('')

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

// A page that reloads by itself would take the selection and the focus away: it does so for a new message alone.
const SCRIPT = `document.addEventListener('click', async ({ target }) => {
  const { code } = target.dataset
  if (code === undefined) return
  await navigator.clipboard.writeText(code)
  target.textContent = 'Copied ' + code
})
setInterval(async () => {
  const [newest] = await (await window.fetch('/dev/inbox.json' + location.search)).json()
  if (newest !== undefined && newest.at !== document.body.dataset.newest) location.reload()
}, 2000)
`

const STYLE = `:root{color-scheme:light dark;--line:#dde1e8;--card:#fff;--soft:#4a5361}
@media (prefers-color-scheme:dark){:root{--line:#2a313c;--card:#161a21;--soft:#b2bac7}body{background:#0e1116;color:#e9ecf1}}
body{margin:0;font:14px/20px system-ui,sans-serif}main{max-width:680px;margin:40px auto;padding:0 16px}
h1{font-size:24px;line-height:32px;margin:0}p,header span{color:var(--soft)}ol{list-style:none;padding:0}
li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 20px;margin:12px 0}
a{color:inherit}main>a{display:inline-block;margin-bottom:16px}
button{font:inherit;margin-top:12px;padding:4px 12px;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;cursor:pointer}
header{display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:space-between}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:12px 0 0}`
