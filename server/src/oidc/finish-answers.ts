import type { KoaContextWithOIDC } from 'oidc-provider'
import { SUBJECT_RULE, type SubjectRule } from '../access/subject.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import { ALL_GRANTS } from './all-grants.ts'
import type { Claims } from './claims.ts'
import { ACTOR, type Actor } from './facts.ts'
import { PATHS } from './paths.ts'

/** How long documents may be cached; new keys are published for longer than this before they sign (signing-keys.ts). */
const DOCUMENT_SECONDS = 300
const DOCUMENTS: readonly string[] = [PATHS.discovery, PATHS.jwks]

/** Details that OAuth clients rely on and the library leaves open. */
export function finishAnswers(db: Db, claims: Claims) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    if (ctx.status !== 200) return
    // An empty JSON object (RFC 7009 §2.2): some OAuth clients parse the body before they look at the status.
    if (ctx.path === PATHS.revocation) ctx.body = {}
    if (DOCUMENTS.includes(ctx.path)) letBeCached(ctx)
    if (ctx.path === PATHS.introspection) await namePeople(db, claims, ctx)
  }
}

function letBeCached(ctx: KoaContextWithOIDC) {
  const text = JSON.stringify(ctx.body)
  ctx.set('cache-control', `public, max-age=${DOCUMENT_SECONDS}`)
  ctx.set('etag', `"${secretHash(text).toString('base64url')}"`)
  if (ctx.fresh) ctx.status = 304
}

type Named = { username: string; subject: SubjectRule | null; acting: Actor | null }

/** Adds the user name, except for applications with pairwise ids, and the administrator who acts for the person. */
async function namePeople(db: Db, claims: Claims, { body, oidc }: KoaContextWithOIDC) {
  const answer = body as { client_id?: string; sub?: string; username?: string }
  const { AccessToken, RefreshToken } = oidc.entities
  const { accountId, clientId: applicationId = '', grantId = null } = AccessToken ?? RefreshToken ?? {}
  if (answer.sub === undefined || accountId === undefined) return
  const { rows } = await db.execute<Named>({
    name: 'name-people',
    text: `select u.user_name as username, k.subject, k.acting from users u
      left join lateral (select ${SUBJECT_RULE} as subject, ${ACTOR} as acting
        from ${ALL_GRANTS} g join applications a on a.id = g.application_id where g.id = $2) k on true
      where u.id = $1`,
    values: [accountId, grantId],
  })
  const [named] = rows
  if (named === undefined) return
  if (named.subject !== null) Object.assign(answer, claims.actor(named.subject, named.acting))
  if ((await oidc.provider.Client.find(applicationId))?.subjectType !== 'pairwise') answer.username = named.username
}
