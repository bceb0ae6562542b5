import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** The addresses beside our own that one page may frame or send forms to. */
export type PageSources = {
  frames?: readonly string[]
  forms?: readonly string[]
  /** For a page by somebody else, which writes HTML itself. Ours never do. */
  writesHtml?: boolean
}

/** The policy of our pages: everything from our own origin, nothing inline (requirement P22). */
export function contentSecurityPolicy({ frames = [], forms = [], writesHtml = false }: PageSources = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${["'self'", ...forms].join(' ')}`,
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(writesHtml ? [] : ["require-trusted-types-for 'script'"]),
  ].join('; ')
}

const HSTS_SECONDS = 63_072_000

/** Headers of every answer; a route may set others in their place. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'no-store',
    ...(config.publicUrl.protocol === 'https:'
      ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}; includeSubDomains` }
      : {}),
  }
}

/** Those that say what a document may do. On a part of a page they are bytes that no browser reads. */
export const DOCUMENT_HEADERS = ['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy'] as const

export function installSecurityHeaders(app: FastifyInstance, config: Config) {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
