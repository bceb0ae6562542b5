import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Browsers ask for it at the host of PASSKEY_HOST when the portal has another domain. */
export const RELATED_ORIGINS_PATH = '/.well-known/webauthn'

/** Short: browsers must notice soon when PUBLIC_URL has changed. */
const LASTS_SECONDS = 300

/** Which origin may use the passkeys of the host that is asked (WebAuthn Level 3 §5.11): under every name, that of PUBLIC_URL alone. */
export function serveRelatedOrigins(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>) {
  // As bytes: the framework would add a charset to the type of a text.
  const content = Buffer.from(JSON.stringify({ origins: [publicUrl.origin] }))
  app.get(RELATED_ORIGINS_PATH, (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/json',
        'cache-control': `public, max-age=${LASTS_SECONDS}`,
        // The page that asks has another site.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(content),
  )
}
