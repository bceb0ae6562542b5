import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { equalBytes, hmac, secretHash } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { endSession } from './sessions.ts'

/** How long after its end a session's applications are still told by the browser. */
export const ENDED_SECONDS = 300

/** Ends a session; gives how many applications were opened in it (security note D13). */
export async function logout(
  { db }: Pick<Deps, 'db'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await endSession(tx, sessionId, 'logout')
    await recordAudit(tx, {
      event: 'session.ended',
      actorId: userId,
      subjectId: userId,
      sessionId,
    })
    const { rows } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from opened_applications where session_id = ${sessionId}`)
    return rows[0]?.count ?? 0
  })
}

/**
 * The session of a browser that was not at the portal for too long: it signs nobody in, but the applications opened in it
 * go on until it ends.
 */
export async function findUnused({ db }: Pick<Deps, 'db'>, secret: string | undefined) {
  if (secret === undefined) return null
  const { rows } = await db.execute<{ userId: string; sessionId: string }>(sql`
    select user_id as "userId", id as "sessionId" from sessions
    where secret_hash = ${secretHash(secret)} and kind = 'cookie' and ended_at is null and expires_at > now()`)
  return rows[0] ?? null
}

/** An ended session, and where its browser goes on once everybody is told; `null`: to sign in. */
export type Ended = { sessionId: string; continueAt: string | null }

/** Names an ended session to the browser that ended it, and to no other. */
export function endedCookie({ keys }: Pick<Deps, 'keys'>, sessionId: string, continueAt: string | null = null): string {
  const address = Buffer.from(continueAt ?? '').toString('base64url')
  return `${sessionId}.${address}.${signature(keys.csrf, sessionId, address)}`
}

export function readEndedCookie({ keys }: Pick<Deps, 'keys'>, cookie: string | undefined): Ended | null {
  const [sessionId = '', address = '', signed = ''] = (cookie ?? '').split('.')
  if (!equalBytes(Buffer.from(signed), Buffer.from(signature(keys.csrf, sessionId, address)))) return null
  return { sessionId, continueAt: Buffer.from(address, 'base64url').toString() || null }
}

const signature = (key: KeyObject, sessionId: string, address: string) =>
  hmac(key, 'ended', sessionId, address).toString('base64url')
