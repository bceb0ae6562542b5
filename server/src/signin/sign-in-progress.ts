import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { signInProgress as call } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Executor } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { readSecondStep } from '../factors/second-step.ts'
import { maskEmail } from '../identity/identifiers.ts'
import type { Caller } from './caller.ts'
import { MAX_SENDS, RESEND_SECONDS } from './challenge-limits.ts'
import { isOpen } from './find-challenge.ts'
import { offeredTo } from './send-code.ts'

/** `provedId`: the account whose password was given. */
type Row = {
  email: string
  provedId: string | null
  mayResend: boolean
  expiresInSeconds: number
  resendInSeconds: number
}

type Progress = NonNullable<Output<typeof call>>

/**
 * The sign-in under way with this secret, or `null`. A caller who began by naming an account may be a stranger: they
 * get the times, which are the same for every account, and no address.
 *
 * @throws AppError too_many_attempts
 */
export async function signInProgress(
  deps: Deps,
  caller: Caller,
  secret: string | undefined,
): Promise<Output<typeof call>> {
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: caller.ip }])
  if (secret === undefined) return null
  return (await readProgress(deps.db, caller, secret))?.progress ?? null
}

/** The open sign-in with this secret, or `null`. `mayResend`: not all of its codes are used up. */
export async function readProgress(
  on: Executor,
  caller: Caller,
  secret: string,
): Promise<{ progress: Progress; mayResend: boolean } | null> {
  const { rows } = await on.execute<Row>(sql`
    with challenge as (select * from challenges where ${isOpen('login', { secret })})
    select case when 'pwd' = any(c.amr) and c.sends > 0 then coalesce(u.email, '') else '' end as email,
      case when 'pwd' = any(c.amr) then c.user_id end as "provedId", c.sends < ${MAX_SENDS} as "mayResend",
      greatest(0, ceil(extract(epoch from c.code_expires_at - now())))::int as "expiresInSeconds",
      greatest(0, ceil(extract(epoch from c.code_sent_at - now()) + ${RESEND_SECONDS}))::int as "resendInSeconds"
    from challenge c left join users u on u.id = c.user_id`)
  const [row] = rows
  if (row === undefined) return null
  const { email, provedId, mayResend, ...times } = row
  const secondStep = provedId === null ? { otherSteps: [], mayRemember: false } : await readSecondStep(on, provedId)
  const sentTo = email === '' ? '' : maskEmail(email)
  return { progress: { sentTo, ...offeredTo(caller, secondStep), ...times }, mayResend }
}
