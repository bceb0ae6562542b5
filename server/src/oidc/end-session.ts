import type { IncomingMessage, ServerResponse } from 'node:http'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { COOKIES, readCookie } from '../http/cookies.ts'
import { queryOf } from '../http/query-of.ts'
import { endActings } from '../sessions/acting.ts'
import {
  ENDED_SECONDS,
  endedCookie,
  findUnused,
  type LogoutRequest,
  logout,
  needsFrames,
  sealLogoutRequest,
  sessionOf,
} from '../sessions/logout.ts'
import { readSession } from '../sessions/sessions.ts'
import { findOAuthClient } from './clients.ts'
import type { ErrorPage } from './error-page.ts'
import { type IdentityToken, readIdentityToken } from './identity-token.ts'
import { isRegistered } from './registered-address.ts'

const COOKIE_ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** `hint`: the identity token that an application shows to say which session it means. */
type Asked = LogoutRequest & { hint: IdentityToken | null }
type Refused = { refused: string }
type Session = { userId: string; sessionId: string }

/**
 * RP-Initiated Logout 1.0: ends the portal's session when the application shows an identity token of the session that
 * the browser holds. In all other cases the person is asked first: identity tokens are found in logs and histories, so
 * one alone must not end a session. With a token of an acting in the browser, only that acting ends, also when the session has been idle for
 * too long. Afterwards the browser goes to a registered address of the application.
 */
export async function endSession(
  deps: Deps & { errorPage: ErrorPage },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parameters = new URLSearchParams(queryOf(request.url))
  const asked = await read(deps, parameters)
  if ('refused' in asked) {
    response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' }).end(deps.errorPage(asked.refused))
    return
  }
  const { hint, askedBy, continueAt } = asked
  const secret = readCookie(request.headers.cookie, COOKIES.session)
  const person = secret === undefined ? null : await readSession(deps.db, 'cookie', secret)
  // An idle session signs nobody in, but its applications go on, and one of them may ask for the logout.
  const session = (person && sessionOf(person)) ?? (await findUnused(deps, secret))
  const isMeant = session !== null && hint?.sid === session.sessionId
  if (session !== null && !isMeant && (await endMeantActing(deps, session, hint)))
    return redirect(response, continueAt ?? (person === null ? '/logout' : '/dashboard'))
  if (session === null || (person === null && !isMeant)) return redirect(response, continueAt ?? '/logout')
  if (!isMeant) {
    const sealed = sealLogoutRequest(deps, session.sessionId, { askedBy, continueAt })
    return redirect(response, `/signout?${new URLSearchParams({ asked: sealed })}`)
  }
  await logout(deps, session)
  deps.outbox.wake()
  const ended = endedCookie(deps, session.sessionId, { askedBy, continueAt })
  response.setHeader('set-cookie', [
    `${COOKIES.session}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`,
    `${COOKIES.ended}=${ended}; Max-Age=${ENDED_SECONDS}; ${COOKIE_ATTRIBUTES}`,
  ])
  const isDone = continueAt !== null && !(await needsFrames(deps, session.sessionId))
  redirect(response, isDone ? continueAt : '/logout')
}

/**
 * Ends the acting in a session of which an application shows an identity token: it means what was opened for the person, and the
 * administrator stays signed in. @returns whether that is what it means, also when it is over
 */
async function endMeantActing(
  { db, outbox }: Deps,
  { sessionId, userId }: Session,
  hint: IdentityToken | null,
): Promise<boolean> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from actings where session_id = ${sessionId} and id::text = ${hint?.sid ?? null}`)
  const [acting] = rows
  if (acting === undefined) return false
  await endActings(db, sql`a.id = ${acting.id}`, { by: { actorId: userId } })
  outbox.wake()
  return true
}

async function read(
  deps: Pick<Deps, 'db' | 'config' | 'signingKeys'>,
  parameters: URLSearchParams,
): Promise<Asked | Refused> {
  const one = (name: string) => parameters.get(name) || undefined
  if (new Set(parameters.keys()).size < [...parameters.keys()].length) return { refused: 'invalid_request' }
  const token = one('id_token_hint')
  const shown = token === undefined ? 'unknown' : await readIdentityToken(deps, token)
  if (shown === null) return { refused: 'invalid_request' }
  const hint = shown === 'unknown' ? null : shown
  const applicationId = one('client_id')
  if (hint !== null && applicationId !== undefined && applicationId !== hint.aud) return { refused: 'invalid_request' }
  const askedBy = hint?.aud ?? applicationId ?? null
  const address = one('post_logout_redirect_uri')
  if (askedBy === null || address === undefined) return { hint, askedBy, continueAt: null }
  const client = await findOAuthClient(deps.db, askedBy)
  const registered = (client?.post_logout_redirect_uris ?? []) as string[]
  if (!isRegistered(address, registered, client?.application_type === 'native')) return { refused: 'invalid_request' }
  const url = new URL(address)
  const state = one('state')
  if (state !== undefined) url.searchParams.set('state', state)
  return { hint, askedBy, continueAt: url.href }
}

function redirect(response: ServerResponse, location: string) {
  response.writeHead(303, { location }).end()
}
