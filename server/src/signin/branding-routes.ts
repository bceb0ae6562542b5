import { getBranding } from '@gatehouse/contract/get-branding.ts'
import type { FastifyInstance } from 'fastify'
import { findBranding, shownBranding } from '../access/branding.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'

/** How the pages before signing in look (ADR 0090). */
export function serveBranding(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  route(app, getBranding, async ({ input, reply }) => {
    const found = await findBranding(db, input)
    const branding = found && shownBranding(found)
    // Browsers ask each time, and load it again only after a change.
    reply.header('cache-control', 'private, no-cache')
    reply.header('etag', `"${secretHash(JSON.stringify(branding)).toString('base64url')}"`)
    return { branding }
  })
}
