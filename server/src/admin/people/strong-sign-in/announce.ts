import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { hasStrongFactor } from '../../../factors/strong-sign-in.ts'
import { STRONG_SIGN_IN_BEGINS } from '../../../identity/sign-in-demand.ts'
import { formatDay } from '../../../notifications/format-time.ts'
import { notify } from '../../../notifications/notify.ts'

/** People in one transaction. */
const BATCH = 100

type Needs = Pick<Deps, 'db' | 'outbox' | 'config'>

/**
 * Notifies everybody once who will need a passkey or an authenticator app and has neither: of the first day on which a role, a
 * client or an application asks for it, and again only of an earlier one. Every server calls it.
 */
export async function announceStrongSignIn({ db, outbox, config }: Needs): Promise<void> {
  let count = BATCH
  while (count === BATCH) {
    count = await db.transaction(async (tx) => {
      const people = await take(tx, config.timeZone)
      for (const { id, day, language } of people)
        await notify({ outbox, config }, tx, 'strong-sign-in-begins', id, {
          values: { from: formatDay(day, language ?? 'en') },
        })
      return people.length
    })
    if (count > 0) outbox.wake()
  }
}

type Concerned = { id: string; day: string; language: MessageLanguage | null }

async function take(tx: Tx, timeZone: string): Promise<Concerned[]> {
  const { rows } = await tx.execute<Concerned>(sql`
    with concerned as (
      select u.id, w.at from (select user_id, min(at) as at from (${raw(STRONG_SIGN_IN_BEGINS)}) b group by user_id) w
        join users u on u.id = w.user_id
      where u.is_active and u.deleted_at is null and not ${hasStrongFactor('u.id')}
        and (u.strong_sign_in_notified is null or u.strong_sign_in_notified > w.at or u.strong_sign_in_notified <= now())
      order by u.id limit ${BATCH} for no key update of u skip locked)
    update users u set strong_sign_in_notified = concerned.at from concerned where u.id = concerned.id
    returning u.id, (concerned.at at time zone ${timeZone})::date::text as day, u.language`)
  return rows
}
