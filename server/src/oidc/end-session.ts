import type { IncomingMessage, ServerResponse } from 'node:http'
import { compactVerify } from 'jose'
import sql from 'sql-template-tag'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { COOKIES } from '../http/cookies.ts'
import { ENDED_SECONDS, endedCookie, logout } from '../sessions/logout.ts'
import { readSession } from '../sessions/sessions.ts'
import { findOAuthClient } from './clients.ts'
import type { ErrorPage } from './error-page.ts'
import type { SigningKey } from './signing-keys.ts'

const COOKIE_ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** What an identity token says that an application shows as proof of whom it means. */
type Hint = { aud: string; sub: string; sid: string | undefined }
type Refused = { refused: string }

/**
 * RP-Initiated Logout 1.0: ends the portal's session for an application that shows its identity token, and leads the
 * browser back to one of its registered addresses. Without that proof the person is asked; nobody is led anywhere then.
 */
export async function endSession(
  deps: Deps & { errorPage: ErrorPage },
  keys: SigningKey[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parameters = new URLSearchParams((request.url ?? '').split('?')[1] ?? '')
  const asked = await read(deps, keys, parameters)
  if ('refused' in asked) {
    response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end(deps.errorPage(asked.refused))
    return
  }
  const secret = cookie(request, COOKIES.session)
  const person = secret === undefined ? null : await readSession(deps.db, 'cookie', secret)
  const { hint, continueAt } = asked
  if (person !== null && hint?.sub !== person.userId) return redirect(response, '/signout')
  const session = person ?? (hint === null ? null : await findMeant(deps.db, hint, secret))
  if (session === null) return redirect(response, (hint === null ? null : continueAt) ?? '/logout')

  await logout(deps, session)
  deps.outbox.wake()
  // What was open in it is shown to the browser that it belongs to, and to no other.
  if ('isElsewhere' in session && session.isElsewhere) return redirect(response, continueAt ?? '/logout')
  const needsBrowser = await isToldByBrowser(deps, session.sessionId, hint?.aud)
  const ended = endedCookie(deps, session.sessionId, continueAt)
  response.setHeader('set-cookie', [
    `${COOKIES.session}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`,
    `${COOKIES.ended}=${ended}; Max-Age=${ENDED_SECONDS}; ${COOKIE_ATTRIBUTES}`,
  ])
  redirect(response, continueAt === null || needsBrowser ? '/logout' : continueAt)
}

type Unused = { userId: string; sessionId: string; isElsewhere: boolean }

/**
 * The session that an identity token was given in, when nobody has used it at the portal for too long: the applications
 * opened in it go on, and one of them asks for its end.
 */
async function findMeant(db: Db, { sub, sid }: Hint, secret: string | undefined): Promise<Unused | null> {
  if (sid === undefined) return null
  const { rows } = await db.execute<Unused>(sql`
    select user_id as "userId", id as "sessionId",
      secret_hash is distinct from ${secret === undefined ? null : secretHash(secret)}::bytea as "isElsewhere"
    from sessions where id = ${sid} and user_id = ${sub} and ended_at is null and expires_at > now()`)
  return rows[0] ?? null
}

async function read(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  keys: SigningKey[],
  parameters: URLSearchParams,
): Promise<{ hint: Hint | null; continueAt: string | null } | Refused> {
  const one = (name: string) => parameters.get(name) || undefined
  if (new Set(parameters.keys()).size < [...parameters.keys()].length) return { refused: 'invalid_request' }
  const token = one('id_token_hint')
  const hint = token === undefined ? null : await readHint(keys, config.publicUrl.origin, token)
  if (token !== undefined && hint === null) return { refused: 'invalid_request' }
  const clientId = one('client_id')
  if (hint !== null && clientId !== undefined && clientId !== hint.aud) return { refused: 'invalid_request' }
  const address = one('post_logout_redirect_uri')
  if (hint === null || address === undefined) return { hint, continueAt: null }
  const client = await findOAuthClient(db, hint.aud)
  const registered = (client?.post_logout_redirect_uris ?? []) as string[]
  if (!registered.includes(address)) return { refused: 'invalid_request' }
  const url = new URL(address)
  const state = one('state')
  if (state !== undefined) url.searchParams.set('state', state)
  return { hint, continueAt: url.href }
}

/** Expired ones count: an application may keep it for as long as its own session lasts (RP-Initiated Logout 1.0 §4). */
async function readHint(keys: SigningKey[], issuer: string, token: string): Promise<Hint | null> {
  try {
    const { payload } = await compactVerify(token, ({ kid, alg }) => {
      const known = keys.find((key) => key.kid === kid && key.alg === alg)
      if (known === undefined) throw new Error('a token that was not signed here')
      return known.publicKey
    })
    // Signed by us: what kind of token it is still has to be seen.
    const { iss, aud, sub, sid, events } = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>
    if (iss !== issuer || typeof aud !== 'string' || typeof sub !== 'string' || events !== undefined) return null
    return { aud, sub, sid: typeof sid === 'string' ? sid : undefined }
  } catch {
    return null
  }
}

/** Whether an application, other than the one that asks, hears of the logout only from a frame of our page. */
async function isToldByBrowser({ db }: Pick<Deps, 'db'>, sessionId: string, except: string | undefined) {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (
      select 1 from opened_applications o join applications a on a.id = o.application_id
      where o.session_id = ${sessionId} and a.logout_uri <> '' and a.backchannel_logout_uri = ''
        and a.id::text is distinct from ${except ?? null}) as is`)
  return rows[0]?.is ?? false
}

function cookie({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split('; ')
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

function redirect(response: ServerResponse, location: string) {
  response.writeHead(303, { location }).end()
}
