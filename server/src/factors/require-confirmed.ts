import { raw } from 'sql-template-tag'
import { type Executor, prepared } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import {
  anythingNeeds,
  isRecentSignIn,
  isStrongSession,
  needsPasskey as needsPasskeyNow,
  needsStrong as needsStrongNow,
  ownsPasskey,
  type SignInDemand,
  standsForPasskey,
} from '../identity/sign-in-demand.ts'
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
  /** The same of a passkey, where an app is not enough. A recovery code stands in for a lost one, so that another can be added. */
  isByPasskey: boolean
  asksForPasskey: boolean
  hasPassword: boolean
  hasPasskey: boolean
}

/**
 * Refuses a session in which the person has not signed in recently, with two factors where they have two: a session
 * that was left open or stolen must not be enough to add or remove what signs in. A person without a password has only
 * the code. Where anything of theirs needs a strong sign-in, emailed codes cannot change the existing factors: a person who reads
 * the mail would else add one of their own (ADR 0072). Where a passkey is needed, only it, or a recovery code, can (ADR 0118).
 *
 * @throws AppError confirmation_needed; `data` says what the person can confirm with
 */
export async function requireConfirmed(db: Executor, session: Session): Promise<void> {
  const proof = await readProof(db, session)
  if (!proof.isRecent || isTooWeak(proof)) throw confirmationNeeded(proof, RECENT_MINUTES)
}

/**
 * The same, except that the sign-in may have become too old meanwhile: for what was begun in a confirmed session.
 *
 * @throws AppError confirmation_needed; not_signed_in when the session has ended
 */
export async function requireStrongEnough(on: Executor, session: Session): Promise<void> {
  const proof = await readProof(on, session)
  if (isTooWeak(proof)) throw confirmationNeeded(proof, RECENT_MINUTES)
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
  { needsStrong, needsPasskey, minutes }: SignInDemand,
): Promise<never> {
  const proof = await readProof(db, session)
  throw confirmationNeeded(proof, minutes ?? RECENT_MINUTES, {
    needsStrong: needsStrong || mustBeStrong(proof),
    needsPasskey: needsPasskey || mustBeByPasskey(proof),
  })
}

/** Somebody without a strong factor could not begin to have one. */
const mustBeStrong = ({ asksForStrong, hasStrongFactor }: Proof) => asksForStrong && hasStrongFactor

const mustBeByPasskey = ({ asksForPasskey, hasPasskey }: Proof) => asksForPasskey && hasPasskey

const isTooWeak = (proof: Proof) =>
  (mustBeStrong(proof) && !proof.isStrong) || (mustBeByPasskey(proof) && !proof.isByPasskey)

const needsOf = (proof: Proof) => ({ needsStrong: mustBeStrong(proof), needsPasskey: mustBeByPasskey(proof) })

const confirmationNeeded = (proof: Proof, minutes: number, needs = needsOf(proof)) => {
  const { hasPassword, hasPasskey, hasStrongFactor } = proof
  return new AppError('confirmation_needed', { data: { hasPassword, hasPasskey, hasStrongFactor, ...needs, minutes } })
}

/** @throws AppError not_signed_in */
async function readProof(db: Executor, { sessionId }: Session): Promise<Proof> {
  const { rows } = await db.execute<Proof>(prepared('read-proof')`
    select ${raw(isRecentSignIn(String(RECENT_MINUTES)))} as "isRecent", ${raw(isStrongSession('s'))} as "isStrong",
      r.confirm_minutes as "roleMinutes",
      ${hasStrongFactor('u.id')} as "hasStrongFactor", ${raw(anythingNeeds(needsStrongNow, 'u.id'))} as "asksForStrong",
      ${raw(standsForPasskey('s'))} as "isByPasskey",
      ${raw(anythingNeeds(needsPasskeyNow, 'u.id'))} as "asksForPasskey",
      u.password_hash is not null as "hasPassword",
      ${raw(ownsPasskey('u.id'))} as "hasPasskey"
    from sessions s join users u on u.id = s.user_id left join roles r on r.id = u.role_id
    where s.id = ${sessionId} and s.ended_at is null`)
  const [proof] = rows
  if (proof === undefined) throw new AppError('not_signed_in')
  return proof
}
