import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Other origins that one page may frame or post forms to. */
export type PageSources = {
  frames?: readonly string[]
  forms?: readonly string[]
  /** For a page of another author that writes HTML by script. Our own pages never do. */
  writesHtml?: boolean
}

/** The Content-Security-Policy of our pages: everything from our own origin, nothing inline (requirement P22). */
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

/** The headers of every answer; a route may replace them. */
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

/** Headers about what a document may do. On a file that a page loads they would be bytes that no browser reads. */
export const DOCUMENT_HEADERS = ['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy'] as const

export function installSecurityHeaders(app: FastifyInstance, config: Config) {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
