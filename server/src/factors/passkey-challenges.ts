import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import { type Executor, prepared } from '../db/database.ts'
import { COOKIES, setCookie } from '../http/cookies.ts'

export const CHALLENGE_SECONDS = 5 * 60

/** What a signature is for, and by whom. A challenge is valid for exactly this, and in one browser. */
type Meant = {
  /** `second-step`: after a password. */
  purpose: 'enrol' | 'sign-in' | 'confirm' | 'second-step'
  /** `null`: the owner of the passkey. */
  userId: string | null
}

/** `bindings`: the secrets that the caller holds; the challenge belongs to one of them. */
export type Ceremony = Meant & { bindings: readonly string[] }

/** @param binding the secret that answers the challenge */
export async function openPasskeyChallenge(
  db: Executor,
  { purpose, userId, binding }: Meant & { binding: string },
): Promise<string> {
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
  { purpose, userId, bindings }: Ceremony,
  challenge: string,
): Promise<boolean> {
  const { rowCount } = await db.execute(prepared('spend-passkey-challenge')`
    update passkey_challenges set spent_at = now()
    where challenge_hash = ${secretHash(challenge)} and binding_hash = any(${bindings.map(secretHash)}::bytea[]) and purpose = ${purpose}
      and user_id is not distinct from ${userId}::uuid and spent_at is null and expires_at > now()`)
  return rowCount === 1
}

const SECRET = /^[A-Za-z0-9_-]{43}$/
const NAME = new RegExp(`^${COOKIES.passkey}(_[A-Za-z0-9_-]{6})?$`)
/** More are not there, unless somebody has set them. */
const BINDINGS_MAX = 20

/** The secrets of this browser; none when it has no cookie. */
export function bindingsOf({ cookies }: Pick<FastifyRequest, 'cookies'>): string[] {
  const held = heldBy(cookies).map(([, secret]) => secret)
  return held.slice(0, BINDINGS_MAX)
}

/**
 * Binds a challenge to this browser by a cookie, which its tabs share. Tabs that ask at the same moment have no cookie to
 * share yet: each gets one with a name of its own, so that none replaces the other. The cookie stays when a ceremony is
 * over, because another tab may need it: a challenge is spent once, whoever holds the cookie.
 */
export function bindBrowser({ cookies }: Pick<FastifyRequest, 'cookies'>, reply: FastifyReply): string {
  const [held] = heldBy(cookies)
  const [name, binding] = held ?? ([`${COOKIES.passkey}_${randomBytes(4).toString('base64url')}`, newSecret()] as const)
  setCookie(reply, name, binding, CHALLENGE_SECONDS)
  return binding
}

type PasskeyCookie = typeof COOKIES.passkey | `${typeof COOKIES.passkey}_${string}`

const heldBy = (cookies: FastifyRequest['cookies']) =>
  Object.entries(cookies).filter(
    (cookie): cookie is [PasskeyCookie, string] => NAME.test(cookie[0]) && SECRET.test(cookie[1] ?? ''),
  )
