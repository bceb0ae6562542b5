import type { IncomingMessage, ServerResponse } from 'node:http'

export type Call = { request: IncomingMessage; response: ServerResponse; url: URL }

const MAX_FORM_BYTES = 16_384

export function sendPage(response: ServerResponse, status: number, html: string, frameAncestors = "'none'"): void {
  const policy = `default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${frameAncestors}`
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
  response.end(html)
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_FORM_BYTES) throw new Error('The form is too large.')
  }
  return new URLSearchParams(text)
}
