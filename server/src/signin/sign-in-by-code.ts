import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { countAttempt } from '../identity/throttle.ts'
import { findAccountByIdentifier } from '../identity/users.ts'
import { NOBODY } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { issueCode, openChallenge, renewCode } from './challenge.ts'
import { writeCode } from './send-code.ts'

/**
 * Step one without a password, for accounts that an administrator allows it (decision S4). Everyone else gets the same
 * answer and a challenge that no code opens.
 *
 * @returns the secret that binds step two
 */
export async function requestCode(
  deps: Deps,
  caller: Caller,
  identifier: string,
  rememberMe: boolean,
): Promise<string> {
  const { db, keys, outbox } = deps
  await countAttempt(deps, [
    { bucket: 'code-ip', of: caller.ip },
    { bucket: 'code-account', of: normaliseIdentifier(identifier) },
  ])
  const account = await findAccountByIdentifier(db, identifier)
  const mayUse = account?.codeOnly && account.isActive && account.isEmailVerified ? account : null
  const secret = await db.transaction(async (tx) => {
    const issued = issueCode(keys.otp, 'login')
    await openChallenge(tx, issued, {
      userId: mayUse?.id ?? null,
      signUpId: null,
      ip: caller.ip,
      fromBrowser: caller.isBrowser,
      rememberMe,
      amr: ['otp'],
      target: null,
    })
    await recordAudit(tx, { event: 'signin.code-sent', subjectId: mayUse?.id ?? null, ip: caller.ip })
    await writeCode(deps, tx, mayUse?.id ?? NOBODY, issued.code)
    return issued.secret
  })
  outbox.wake()
  return secret
}

/**
 * A new code for a sign-in that has begun; answers alike when there is none to send.
 *
 * @throws AppError too_many_attempts
 * @returns where it went, or an empty text; always empty for someone who has not given a password, and may be anybody
 */
export async function resendCode(deps: Deps, caller: Caller, secret: string | undefined): Promise<string> {
  const { db, keys, outbox } = deps
  await countAttempt(deps, [{ bucket: 'code-ip', of: caller.ip }])
  if (secret === undefined) return ''
  const sent = await db.transaction(async (tx) => {
    const renewed = await renewCode(tx, keys.otp, 'login', { secret })
    if (renewed === null || renewed.userId === null) return null
    const { rows } = await tx.execute<{ email: string }>(sql`
      select email from users where id = ${renewed.userId} and is_active and deleted_at is null`)
    if (rows[0] === undefined) return null
    await writeCode(deps, tx, renewed.userId, renewed.code)
    return { email: rows[0].email, hasPassword: renewed.amr.includes('pwd') }
  })
  outbox.wake()
  return sent?.hasPassword ? sent.email : ''
}
