import sql, { raw } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { anythingNeedsStrong, isRecentSignIn, isStrongSession, type SignInDemand } from '../identity/sign-in-demand.ts'
import { hasStrongFactor } from './strong-sign-in.ts'

/** A change of what a person signs in with needs a sign-in that is at most this old. */
const RECENT_MINUTES = 10

type Session = Pick<Person, 'sessionId'>
type Proof = {
  isRecent: boolean
  isStrong: boolean
  roleMinutes: number | null
  /** The role, a client or an application needs a strong sign-in. */
  asksForStrong: boolean
  hasStrongFactor: boolean
  hasPassword: boolean
  hasPasskey: boolean
}

/**
 * Refuses a session in which the person has not signed in recently, with two factors where they have two: a session
 * that was left open or stolen must not be enough to add or remove what signs in. A person without a password has only
 * the code. Where anything of theirs needs a strong sign-in, emailed codes cannot change the existing factors: a person who reads
 * the mail would else add one of their own (ADR 0072).
 *
 * @throws AppError confirmation_needed; `data` says what the person can confirm with
 */
export async function requireConfirmed(db: Executor, session: Session): Promise<void> {
  const proof = await readProof(db, session)
  if (!proof.isRecent || (mustBeStrong(proof) && !proof.isStrong)) throw confirmationNeeded(proof, RECENT_MINUTES)
}

/**
 * The same, except that the sign-in may have become too old meanwhile: for what was begun in a confirmed session.
 *
 * @throws AppError confirmation_needed
 */
export async function requireStrongEnough(on: Executor, session: Session): Promise<void> {
  const proof = await readProof(on, session)
  if (mustBeStrong(proof) && !proof.isStrong) throw confirmationNeeded(proof, RECENT_MINUTES)
}

/**
 * Refuses a sensitive call of a person whose role asks for a more recent sign-in (ADR 0087).
 *
 * @throws AppError confirmation_needed; `data` says what the person can confirm with
 */
export async function refuseUnconfirmed(db: Executor, session: Session): Promise<never> {
  const proof = await readProof(db, session)
  throw confirmationNeeded(proof, proof.roleMinutes ?? RECENT_MINUTES)
}

/**
 * Refuses to open an application in a session whose sign-in lacks what is needed (ADR 0096).
 *
 * @throws AppError confirmation_needed; without `hasStrongFactor` in its `data` the person has to add one first
 */
export async function refuseSignIn(
  db: Executor,
  session: Session,
  { needsStrong, minutes }: SignInDemand,
): Promise<never> {
  const proof = await readProof(db, session)
  throw confirmationNeeded(proof, minutes ?? RECENT_MINUTES, needsStrong || mustBeStrong(proof))
}

/** Somebody without a strong factor could not begin to have one. */
const mustBeStrong = ({ asksForStrong, hasStrongFactor }: Proof) => asksForStrong && hasStrongFactor

const confirmationNeeded = (proof: Proof, minutes: number, needsStrong = mustBeStrong(proof)) => {
  const { hasPassword, hasPasskey, hasStrongFactor } = proof
  return new AppError('confirmation_needed', {
    data: { hasPassword, hasPasskey, hasStrongFactor, needsStrong, minutes },
  })
}

/** @throws AppError not_signed_in */
async function readProof(db: Executor, { sessionId }: Session): Promise<Proof> {
  const { rows } = await db.execute<Proof>(sql`
    select ${raw(isRecentSignIn(String(RECENT_MINUTES)))} as "isRecent", ${raw(isStrongSession('s'))} as "isStrong",
      r.confirm_minutes as "roleMinutes",
      ${hasStrongFactor('u.id')} as "hasStrongFactor", ${raw(anythingNeedsStrong('u.id'))} as "asksForStrong",
      u.password_hash is not null as "hasPassword",
      exists (select from passkeys p where p.user_id = u.id and p.suspected_at is null) as "hasPasskey"
    from sessions s join users u on u.id = s.user_id left join roles r on r.id = u.role_id where s.id = ${sessionId}`)
  const [proof] = rows
  if (proof === undefined) throw new AppError('not_signed_in')
  return proof
}
