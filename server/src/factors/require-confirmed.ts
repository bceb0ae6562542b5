import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { hasStrongFactor } from './strong-sign-in.ts'

/** A change of what a person signs in with needs a sign-in that is at most this old. */
const RECENT_MINUTES = 10

type Proof = { isRecent: boolean; isStrongEnough: boolean; hasPassword: boolean; hasPasskey: boolean }

/**
 * Refuses a session in which the person has not signed in recently, with two factors where they have two: a session
 * that was left open or stolen must not be enough to add or remove what signs in. A person without a password has only
 * the code. Where the role needs a strong sign-in, emailed codes cannot change the existing factors: a person who reads
 * the mail would else add one of their own (ADR 0072).
 *
 * @throws AppError confirmation_needed; `data` says what the person can confirm with
 */
export async function requireConfirmed(db: Db, { sessionId }: Pick<Person, 'sessionId'>): Promise<void> {
  const { rows } = await db.execute<Proof>(sql`
    select s.authenticated_at > now() - make_interval(mins => ${RECENT_MINUTES})
        and (cardinality(s.amr) > 1 or u.password_hash is null) as "isRecent",
      s.is_strong or not ${hasStrongFactor('u.id')} or not exists (
        select from roles r where r.id = u.role_id and r.needs_strong_sign_in) as "isStrongEnough",
      u.password_hash is not null as "hasPassword",
      exists (select from passkeys p where p.user_id = u.id) as "hasPasskey"
    from sessions s join users u on u.id = s.user_id where s.id = ${sessionId}`)
  const [proof] = rows
  if (proof === undefined) throw new AppError('not_signed_in')
  const { isRecent, isStrongEnough, hasPassword, hasPasskey } = proof
  if (!isRecent || !isStrongEnough)
    throw new AppError('confirmation_needed', { data: { hasPassword, hasPasskey, needsStrong: !isStrongEnough } })
}
