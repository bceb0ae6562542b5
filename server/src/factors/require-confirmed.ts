import sql, { raw } from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { isRecentSignIn } from '../sessions/sessions.ts'
import { hasStrongFactor } from './strong-sign-in.ts'

/** A change of what a person signs in with needs a sign-in that is at most this old. */
const RECENT_MINUTES = 10

type Session = Pick<Person, 'sessionId'>
type Proof = {
  isRecent: boolean
  isStrong: boolean
  roleMinutes: number | null
  needsStrong: boolean
  hasPassword: boolean
  hasPasskey: boolean
}

/**
 * Refuses a session in which the person has not signed in recently, with two factors where they have two: a session
 * that was left open or stolen must not be enough to add or remove what signs in. A person without a password has only
 * the code. Where the role needs a strong sign-in, emailed codes cannot change the existing factors: a person who reads
 * the mail would else add one of their own (ADR 0072).
 *
 * @throws AppError confirmation_needed; `data` says what the person can confirm with
 */
export async function requireConfirmed(db: Db, session: Session): Promise<void> {
  const proof = await readProof(db, session)
  if (!proof.isRecent || (proof.needsStrong && !proof.isStrong)) throw confirmationNeeded(proof, RECENT_MINUTES)
}

/**
 * Refuses a sensitive call of a person whose role asks for a more recent sign-in (ADR 0087).
 *
 * @throws AppError confirmation_needed; `data` says what the person can confirm with
 */
export async function refuseUnconfirmed(db: Db, session: Session): Promise<never> {
  const proof = await readProof(db, session)
  throw confirmationNeeded(proof, proof.roleMinutes ?? RECENT_MINUTES)
}

const confirmationNeeded = ({ hasPassword, hasPasskey, needsStrong }: Proof, minutes: number) =>
  new AppError('confirmation_needed', { data: { hasPassword, hasPasskey, needsStrong, minutes } })

/** @throws AppError not_signed_in */
async function readProof(db: Db, { sessionId }: Session): Promise<Proof> {
  const { rows } = await db.execute<Proof>(sql`
    select ${raw(isRecentSignIn(String(RECENT_MINUTES)))} as "isRecent", s.is_strong as "isStrong",
      r.confirm_minutes as "roleMinutes",
      coalesce(r.needs_strong_sign_in, false) and ${hasStrongFactor('u.id')} as "needsStrong",
      u.password_hash is not null as "hasPassword",
      exists (select from passkeys p where p.user_id = u.id) as "hasPasskey"
    from sessions s join users u on u.id = s.user_id left join roles r on r.id = u.role_id where s.id = ${sessionId}`)
  const [proof] = rows
  if (proof === undefined) throw new AppError('not_signed_in')
  return proof
}
