import type { IncomingMessage } from 'node:http'
import type { AdapterPayload } from 'oidc-provider'
import { listAccessOfSession, type SessionAccess } from '../access/access.ts'
import type { Db } from '../db/database.ts'
import { COOKIES, readCookie } from '../http/cookies.ts'
import type { Payload } from './artifacts.ts'
import { findOAuthClient } from './clients.ts'
import { PATHS } from './paths.ts'
import { actingOf, findPortalSession } from './portal-session.ts'

export type ReadAhead = {
  session?: { secret: string; found: Payload | undefined }
  client?: { id: string; found: AdapterPayload | undefined }
  accesses?: { userId: string; applicationId: string; found: SessionAccess[] }
}

/** Data read ahead for requests under way. */
const known = new WeakMap<IncomingMessage, ReadAhead>()

const CLIENT_ID = /[?&]client_id=([0-9a-f-]{36})(?:&|$)/
/**
 * The application that asks, by the address of the request; `null`: it names none, or is no new request. The library reads paths
 * in other spellings, too, and a request that goes on is that of an application which the address does not name.
 */
export const applicationOf = ({ url = '' }: Pick<IncomingMessage, 'url'>) =>
  url.startsWith(`${PATHS.authorization}?`) ? (CLIENT_ID.exec(url)?.[1] ?? null) : null
const secretOf = ({ headers }: IncomingMessage) => readCookie(headers.cookie, COOKIES.session)

/**
 * Reads in one round trip what the library asks for piece by piece while it judges an authorization request: the
 * session, the application, and the person's access. Each piece is used once, for exactly what it was read for;
 * everything else is read when it is asked for.
 *
 * @returns `null` when the request names no session or no application
 */
export async function readAhead(db: Db, request: IncomingMessage): Promise<ReadAhead | null> {
  const earlier = known.get(request)
  if (earlier !== undefined) return earlier
  const id = applicationOf(request)
  const secret = secretOf(request)
  if (id === null || secret === undefined) return null
  const [session, client, accesses] = await db.together((on) =>
    Promise.all([findPortalSession(on, secret, id), findOAuthClient(on, id), listAccessOfSession(on, { secret }, id)]),
  )
  // While somebody acts, these are the accesses of that administrator.
  const userId = actingOf(session) === null ? session?.accountId : undefined
  const ahead: ReadAhead = {
    session: { secret, found: session },
    client: { id, found: client },
    ...(userId === undefined ? {} : { accesses: { userId: String(userId), applicationId: id, found: accesses } }),
  }
  known.set(request, ahead)
  return ahead
}

/** For requests of which nothing was read ahead, such as one that goes on. @throws NotWhileActing */
export async function refuseActing(db: Db, request: IncomingMessage): Promise<void> {
  const secret = secretOf(request)
  if (secret !== undefined) await findPortalSession(db, secret, null)
}

/** Drops what was read ahead, because it has changed: it is then read again. */
export const forgetReadAhead = (request: IncomingMessage) => known.delete(request)

/** @returns a piece that was read ahead, the first time only; `null` for anything else */
export function takeReadAhead<Piece extends keyof ReadAhead>(
  request: IncomingMessage | undefined,
  piece: Piece,
  isIt: (one: NonNullable<ReadAhead[Piece]>) => boolean,
): NonNullable<ReadAhead[Piece]> | null {
  const ahead = request && known.get(request)
  const one = ahead?.[piece]
  if (ahead === undefined || one === undefined) return null
  delete ahead[piece]
  return isIt(one) ? one : null
}
