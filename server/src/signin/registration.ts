import sql from 'sql-template-tag'
import { findOpenPair, type Pair } from '../access/self-registration.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt, giveBack } from '../counting/count-attempt.ts'
import { verificationCodesSent } from '../counting/endpoint-limits.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import { type Db, type Executor, prepared } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { requireStrongPassword } from '../identity/password-strength.ts'
import { hashPassword } from '../identity/passwords.ts'
import { requireSoundPerson } from '../identity/require-sound-person.ts'
import { isIdentifierTaken } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { CODE_MINUTES } from './challenge-limits.ts'
import { issueCode } from './issue-code.ts'
import { openChallenge } from './open-challenge.ts'
import { requireWork, type Work } from './proof-of-work.ts'

const SIGN_UP_HOURS = 24

export type SignUpForm = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  password: string
  pair: { application: string; client: string } | null
  work?: Work | undefined
}

/**
 * Stores a registration and sends its code. The account is created only after the proof, so that nobody can take or
 * block an address that they do not own; several registrations of one address exist side by side, each with its own
 * code (requirement P9).
 *
 * @throws AppError proof_of_work_needed, already_registered, self_registration_closed, invalid_request, password_too_weak, password_breached or
 * too_many_attempts
 * @returns the secret that binds the proof to this caller
 */
export async function signUp(deps: Deps, caller: Caller, form: SignUpForm): Promise<string> {
  const { db, keys, config, outbox } = deps
  const { password, email } = form
  const counted = await requireWork(deps, 'sign-up', { ip: caller.ip, email, work: form.work })
  await countAttempt(deps, [{ bucket: 'sign-up-requests', of: caller.ip }])
  requireSoundPerson(form)
  const judged = await requireStrongPassword(config, password, form)
  if (await isIdentifierTaken(db, email)) throw new AppError('already_registered')
  const pair = form.pair === null ? null : await requireOpenPair(db, form.pair.application, form.pair.client)
  await countAttempt(deps, verificationCodesSent(email))
  // Only refused registrations stay counted there.
  await giveBack(db, counted)
  const passwordHash = await hashPassword(keys, password, { id: caller.ip, isKnown: false })

  const id = newId()
  const secret = await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into sign_ups (id, email, email_key, first_name, last_name, phone_number, password_hash, language, application_id, client_id, expires_at)
      values (${id}, ${email}, ${normaliseIdentifier(email)}, ${form.firstName}, ${form.lastName}, ${form.phoneNumber}, ${passwordHash},
        ${caller.language}, ${pair?.applicationId ?? null}, ${pair?.clientId ?? null}, now() + make_interval(hours => ${SIGN_UP_HOURS}))`)
    const issued = issueCode(keys.otp, 'verify-email')
    await openChallenge(tx, issued, {
      userId: null,
      signUpId: id,
      ip: caller.ip,
      fromBrowser: caller.isBrowser,
      rememberMe: false,
      amr: [],
      target: null,
    })
    await recordAudit(tx, { event: 'registration.requested', subjectId: id, ip: caller.ip, detail: judged })
    await notify(
      deps,
      tx,
      'verify-email',
      { ...form, language: caller.language },
      {
        ...(pair === null ? {} : { scope: pair }),
        minutes: CODE_MINUTES,
        values: { code: issued.code },
      },
    )
    return issued.secret
  })
  outbox.wake()
  return secret
}

export type Unverified = {
  kind: 'sign-up' | 'user'
  id: string
  email: string
  firstName: string
  passwordHash: string | null
}

/** The registration that a sign-in with this email may mean: this browser's own, else the newest. */
export async function findPendingSignUp(
  db: Executor,
  identifier: string,
  challengeCookie: string | undefined,
): Promise<Unverified | null> {
  const typed = normaliseIdentifier(identifier)
  const { rows } = await db.execute<{ id: string; email: string; firstName: string; passwordHash: string }>(
    prepared('find-pending-sign-up')`
    select s.id, s.email, s.first_name as "firstName", s.password_hash as "passwordHash" from sign_ups s
    where s.email_key = ${typed} and s.completed_at is null and s.expires_at > now()
    order by exists (select 1 from challenges c where c.sign_up_id = s.id and c.secret_hash = ${secretHash(challengeCookie ?? '')}) desc,
      s.created_at desc limit 1`,
  )
  return rows[0] === undefined ? null : { kind: 'sign-up', ...rows[0] }
}

async function requireOpenPair(db: Db, application: string, client: string): Promise<Pair> {
  const pair = await findOpenPair(db, application, client)
  if (pair === null) throw new AppError('self_registration_closed')
  return pair
}
