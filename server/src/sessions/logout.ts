import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { equalBytes, hmac, secretHash } from '../crypto/secrets.ts'
import { prepared } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type Person, signedInAs } from '../identity/actor.ts'
import { endActingsIn } from './acting.ts'
import { endSession } from './sessions.ts'

/** How long after the end of a session the browser may still notify its applications. */
export const ENDED_SECONDS = 300

/** Whose session it is: while somebody acts for another person, it is still their own. */
export const sessionOf = (person: Person) => ({ userId: signedInAs(person), sessionId: person.sessionId })

/** Ends a session; returns how many applications were opened in it (requirement P13). */
export async function logout(
  { db }: Pick<Deps, 'db'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await endActingsIn(tx, sessionId, { cause: 'logout', by: { actorId: userId } })
    if (await endSession(tx, sessionId, 'logout'))
      await recordAudit(tx, { event: 'session.ended', actorId: userId, subjectId: userId, sessionId })
    const { rows } = await tx.execute<{ count: number }>(prepared('count-opened')`
      select count(*)::int as count from opened_applications where session_id = ${sessionId}`)
    return rows[0]?.count ?? 0
  })
}

/**
 * The session of a browser that was idle for too long: it signs nobody in, but the applications opened in it go on
 * until it ends.
 */
export async function findUnused({ db }: Pick<Deps, 'db'>, secret: string | undefined) {
  if (secret === undefined) return null
  const { rows } = await db.execute<{ userId: string; sessionId: string }>(sql`
    select user_id as "userId", id as "sessionId" from sessions
    where secret_hash = ${secretHash(secret)} and kind = 'cookie' and ended_at is null and expires_at > now()`)
  return rows[0] ?? null
}

/**
 * The application that asked for a logout, and the address to which the browser then returns; `null`: the sign-in page.
 */
export type LogoutRequest = { askedBy: string | null; continueAt: string | null }
export type Ended = LogoutRequest & { sessionId: string }

const NOT_ASKED: LogoutRequest = { askedBy: null, continueAt: null }

/** Browsers keep 4096 bytes of name, value and attributes per cookie, and drop a longer one as a whole. */
const COOKIE_MAX_LENGTH = 3800

/**
 * The cookie value that names an ended session, to the browser that ended it only. An address that is too long for it is
 * left out: without the cookie no application would be notified by the browser.
 */
export function endedCookie({ keys }: Pick<Deps, 'keys'>, sessionId: string, asked = NOT_ASKED): string {
  const naming = (named: LogoutRequest) => `${sessionId}.${signed(keys.csrf, 'ended', sessionId, named)}`
  const value = naming(asked)
  return value.length <= COOKIE_MAX_LENGTH ? value : naming({ ...asked, continueAt: null })
}

export function readEndedCookie({ keys }: Pick<Deps, 'keys'>, cookie: string | undefined): Ended | null {
  const [sessionId = '', ...rest] = (cookie ?? '').split('.')
  const asked = readSigned(keys.csrf, 'ended', sessionId, rest.join('.'))
  return asked && { sessionId, ...asked }
}

/** The logout that an application has asked for, signed until the person of this session confirms it. */
export const sealLogoutRequest = ({ keys }: Pick<Deps, 'keys'>, sessionId: string, asked: LogoutRequest): string =>
  signed(keys.csrf, 'logout-request', sessionId, asked)

/** Returns an empty request when `sealed` is missing or was made for another session. */
export const readLogoutRequest = ({ keys }: Pick<Deps, 'keys'>, sessionId: string, sealed: string): LogoutRequest =>
  readSigned(keys.csrf, 'logout-request', sessionId, sealed) ?? NOT_ASKED

function signed(key: KeyObject, purpose: string, sessionId: string, asked: LogoutRequest): string {
  const text = Buffer.from(JSON.stringify(asked)).toString('base64url')
  return `${text}.${hmac(key, purpose, sessionId, text).toString('base64url')}`
}

function readSigned(key: KeyObject, purpose: string, sessionId: string, sealed: string): LogoutRequest | null {
  const [text = '', proof = ''] = sealed.split('.')
  const right = hmac(key, purpose, sessionId, text).toString('base64url')
  if (!equalBytes(Buffer.from(proof), Buffer.from(right))) return null
  // `signed` has written this text.
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as LogoutRequest
}

/**
 * Whether an application of a session is notified of its end only by a frame of our page: then the browser stays on
 * that page for a moment. The application that asked counts, too (OpenID Connect Front-Channel Logout 1.0 §2).
 */
export async function needsFrames({ db }: Pick<Deps, 'db'>, sessionId: string): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (
      select 1 from opened_applications o join applications a on a.id = o.application_id
      where o.session_id = ${sessionId} and a.logout_uri <> '' and a.backchannel_logout_uri = '') as is`)
  return rows[0]?.is ?? false
}
