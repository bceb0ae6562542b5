import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { LACKING_BEGINS } from '../../../identity/sign-in-demand.ts'
import { formatDay } from '../../../notifications/format-time.ts'
import { notify } from '../../../notifications/notify.ts'

/** People in one transaction. */
const BATCH = 100

type Needs = Pick<Deps, 'db' | 'outbox' | 'config'>

/** What is announced, and the column that holds of which moment a person was notified. */
const ANNOUNCED = [
  { notice: 'strong-sign-in-begins', notified: raw('strong_sign_in_notified'), which: raw('not l.is_passkey') },
  { notice: 'passkey-begins', notified: raw('passkey_notified'), which: raw('l.is_passkey') },
] as const

/**
 * Notifies everybody once who will need a passkey, or one or an authenticator app, and does not have it: of the first day on which a
 * role, a client or an application asks for it, and again only of an earlier one. Every server calls it.
 */
export async function announceStrongSignIn({ db, outbox, config }: Needs): Promise<void> {
  for (const announced of ANNOUNCED) {
    let count = BATCH
    while (count === BATCH) {
      count = await db.transaction(async (tx) => {
        const people = await take(tx, announced, config.timeZone)
        for (const { id, day, language } of people)
          await notify({ outbox, config }, tx, announced.notice, id, {
            values: { from: formatDay(day, language ?? 'en') },
          })
        return people.length
      })
      if (count > 0) outbox.wake()
    }
  }
}

type Concerned = { id: string; day: string; language: MessageLanguage | null }

async function take(tx: Tx, { notified, which }: (typeof ANNOUNCED)[number], timeZone: string): Promise<Concerned[]> {
  const { rows } = await tx.execute<Concerned>(sql`
    with concerned as (
      select u.id, w.at from (select l.user_id, min(l.at) as at from (${raw(LACKING_BEGINS)}) l where ${which} group by l.user_id) w
        join users u on u.id = w.user_id
      where u.is_active and u.deleted_at is null and (u.${notified} is null or u.${notified} > w.at or u.${notified} <= now())
      order by u.id limit ${BATCH} for no key update of u skip locked)
    update users u set ${notified} = concerned.at from concerned where u.id = concerned.id
    returning u.id, (concerned.at at time zone ${timeZone})::date::text as day, u.language`)
  return rows
}
