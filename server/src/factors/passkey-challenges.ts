import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import { type Db, type Executor, prepared } from '../db/database.ts'
import { COOKIES, clearCookie, setCookie } from '../http/cookies.ts'

export const CHALLENGE_SECONDS = 5 * 60

/** What a signature is for, by whom, and in which browser. A challenge is valid for exactly this. */
export type Ceremony = {
  purpose: 'enrol' | 'sign-in' | 'confirm'
  /** `null`: the owner of the passkey. */
  userId: string | null
  /** The secret of the browser's cookie. */
  binding: string
}

export async function openPasskeyChallenge(db: Db, { purpose, userId, binding }: Ceremony): Promise<string> {
  const challenge = newSecret()
  await db.execute(prepared('open-passkey-challenge')`
    insert into passkey_challenges (challenge_hash, binding_hash, purpose, user_id, expires_at)
    values (${secretHash(challenge)}, ${secretHash(binding)}, ${purpose}, ${userId}::uuid,
      now() + make_interval(secs => ${CHALLENGE_SECONDS}))`)
  return challenge
}

/** Spends a challenge, whatever becomes of its signature; `false` when it is not open for this ceremony. */
export async function spendPasskeyChallenge(
  db: Executor,
  { purpose, userId, binding }: Ceremony,
  challenge: string,
): Promise<boolean> {
  const { rowCount } = await db.execute(prepared('spend-passkey-challenge')`
    update passkey_challenges set spent_at = now()
    where challenge_hash = ${secretHash(challenge)} and binding_hash = ${secretHash(binding)} and purpose = ${purpose}
      and user_id is not distinct from ${userId}::uuid and spent_at is null and expires_at > now()`)
  return rowCount === 1
}

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** The secret of this browser; empty when it has none. */
export function bindingOf({ cookies }: Pick<FastifyRequest, 'cookies'>): string {
  const held = cookies[COOKIES.passkey] ?? ''
  return SECRET.test(held) ? held : ''
}

/** Binds a challenge to this browser. Its tabs share the secret, so that none ends the ceremony of another. */
export function bindBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const binding = bindingOf(request) || newSecret()
  setCookie(reply, COOKIES.passkey, binding, CHALLENGE_SECONDS)
  return binding
}

export function unbindBrowser(reply: FastifyReply): void {
  clearCookie(reply, COOKIES.passkey)
}
