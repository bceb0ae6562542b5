import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { codeDelivery as call } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { isOpen } from './find-challenge.ts'

type State = Output<typeof call>['state']

/**
 * The delivery state of the newest code of a sign-in. Real for a caller who has given a password; anyone else may be a
 * stranger and always gets `sent`.
 */
export async function codeDelivery({ db }: Pick<Deps, 'db'>, secret: string | undefined): Promise<State> {
  if (secret === undefined) return 'sent'
  const { rows } = await db.execute<{ count: number; sent: number; failed: number }>(sql`
    with challenge as (
      select user_id, code_sent_at from challenges where ${isOpen('login', { secret })} and 'pwd' = any(amr))
    select count(*)::int as count, count(*) filter (where m.state = 'sent')::int as sent,
      count(*) filter (where m.state = 'failed' or o.rounds > 0 or (o.attempts = 0 and o.run_at > now()))::int as failed
    from challenge c
      join messages m on m.user_id = c.user_id and m.notice = 'login-otp' and m.created_at >= c.code_sent_at
      join outbox o on o.id = m.id`)
  const { count = 0, sent = 0, failed = 0 } = rows[0] ?? {}
  if (count === 0 || sent > 0) return 'sent'
  return failed === count ? 'failed' : 'waiting'
}
