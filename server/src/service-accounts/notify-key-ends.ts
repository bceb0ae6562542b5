import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { notify } from '../notifications/notify.ts'
import { IS_VALID_KEY } from './valid-key.ts'

/** Days before the end of a key. */
const FIRST_DAYS = 14
const SECOND_DAYS = 3
/** Keys in one transaction. */
const BATCH = 100

type Due = {
  ownerId: string
  account: string
  key: string
  expiresAt: Date
  language: MessageLanguage | null
}

/**
 * Notifies the owners of keys that end in 14 and in 3 days. Every server calls it hourly; each notice is written once, with
 * the count that says so. A key that was made for less time needs no notice. While an account has no active owner, nobody
 * is notified, and the overview names the account.
 */
export async function notifyKeyEnds(deps: Pick<Deps, 'db' | 'outbox' | 'config'>): Promise<void> {
  for (;;) {
    const count = await deps.db.transaction(async (tx) => {
      const { rows } = await tx.execute<Due>(sql`
        with due as (
          select k.id, o.id as owner_id, a.name,
            case when k.expires_at < now() + make_interval(days => ${SECOND_DAYS}) then 2 else 1 end as stage
          from service_account_keys k
            join service_accounts a on a.id = k.account_id and a.status = 'ACTIVE' and a.deleted_at is null
            join users o on o.id = a.owner_id and o.is_active and o.deleted_at is null
          where ${IS_VALID_KEY} and (
            k.notices_sent < 1 and k.expires_at < now() + make_interval(days => ${FIRST_DAYS})
              and k.expires_at > k.created_at + make_interval(days => ${FIRST_DAYS})
            or k.notices_sent < 2 and k.expires_at < now() + make_interval(days => ${SECOND_DAYS})
              and k.expires_at > k.created_at + make_interval(days => ${SECOND_DAYS}))
          order by k.expires_at limit ${BATCH} for update of k skip locked)
        update service_account_keys k set notices_sent = due.stage from due where k.id = due.id
        returning due.owner_id as "ownerId", due.name as account, k.name as key, k.expires_at as "expiresAt"`)
      for (const { ownerId, account, key, expiresAt } of rows)
        await notify(deps, tx, 'service-key-ends', ownerId, {
          values: { account, key },
          moments: { ends: { at: expiresAt, is: 'time' } },
        })
      return rows.length
    })
    if (count > 0) deps.outbox.wake()
    if (count < BATCH) return
  }
}
