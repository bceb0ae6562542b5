import type { KoaContextWithOIDC } from 'oidc-provider'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import { PATHS } from './paths.ts'

/** How long documents may be cached; new keys are published for longer than this before they sign (signing-keys.ts). */
const DOCUMENT_SECONDS = 300
const DOCUMENTS: readonly string[] = [PATHS.discovery, PATHS.jwks]

/** Details that OAuth clients rely on and the library leaves open. */
export function finishAnswers(db: Db) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    if (ctx.status !== 200) return
    // An empty JSON object (RFC 7009 §2.2): some OAuth clients parse the body before they look at the status.
    if (ctx.path === PATHS.revocation) ctx.body = {}
    if (DOCUMENTS.includes(ctx.path)) letBeCached(ctx)
    if (ctx.path === PATHS.introspection) await nameUser(db, ctx)
  }
}

function letBeCached(ctx: KoaContextWithOIDC) {
  const text = JSON.stringify(ctx.body)
  ctx.set('cache-control', `public, max-age=${DOCUMENT_SECONDS}`)
  ctx.set('etag', `"${secretHash(text).toString('base64url')}"`)
  if (ctx.fresh) ctx.status = 304
}

/** Adds the user name, except for applications with pairwise ids. */
async function nameUser(db: Db, { body, oidc }: KoaContextWithOIDC) {
  const answer = body as { client_id?: string; sub?: string; username?: string }
  const { AccessToken, RefreshToken } = oidc.entities
  const { accountId, clientId: applicationId = '' } = AccessToken ?? RefreshToken ?? {}
  if (answer.sub === undefined || accountId === undefined) return
  if ((await oidc.provider.Client.find(applicationId))?.subjectType === 'pairwise') return
  const { rows } = await db.execute<{ username: string }>({
    name: 'name-user',
    text: 'select user_name as username from users where id = $1',
    values: [accountId],
  })
  if (rows[0] !== undefined) answer.username = rows[0].username
}
