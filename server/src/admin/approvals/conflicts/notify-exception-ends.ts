import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql, { raw } from 'sql-template-tag'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { notify } from '../../../notifications/notify.ts'
import { IS_OPEN } from './is-open.ts'

/** The owner is notified so long before the end. */
export const NOTICE_DAYS = 7
/** Exceptions in one transaction. */
const BATCH = 100

type Due = {
  ownerId: string
  applicationId: string
  application: string
  rule: string
  person: string
  validUntil: Date
  language: MessageLanguage | null
}

/**
 * Notifies the owners of exceptions from rules of separation of duties a week before they end. Every server calls it hourly; each
 * notice is written once, with the mark that says so.
 */
export async function notifyExceptionEnds(deps: Pick<Deps, 'db' | 'outbox' | 'config'>): Promise<void> {
  for (;;) {
    const count = await deps.db.transaction(async (tx) => {
      const { rows } = await tx.execute<Due>(sql`
        with due as (
          select e.id, o.id as owner_id, c.name as rule, a.id as application_id, a.name as application,
            ${raw(fullNameIn('u'))} as person
          from conflict_exceptions e join role_conflicts c on c.id = e.rule_id and c.deleted_at is null
            join applications a on a.id = c.application_id and a.deleted_at is null
            join users u on u.id = e.user_id and u.deleted_at is null
            join users o on o.id = e.owner_id and o.is_active and o.deleted_at is null
          where ${IS_OPEN} and not e.is_end_notified and e.valid_until <= now() + make_interval(days => ${NOTICE_DAYS})
          order by e.valid_until limit ${BATCH} for update of e skip locked)
        update conflict_exceptions e set is_end_notified = true from due where e.id = due.id
        returning due.owner_id as "ownerId", due.application_id as "applicationId", due.application, due.rule, due.person,
          e.valid_until as "validUntil"`)
      for (const { ownerId, applicationId, application, rule, person, validUntil } of rows)
        await notify(deps, tx, 'conflict-exception-ends', ownerId, {
          scope: { applicationId, clientId: null },
          values: { application, rule, person },
          moments: { ends: { at: validUntil, is: 'end' } },
        })
      return rows.length
    })
    if (count > 0) deps.outbox.wake()
    if (count < BATCH) return
  }
}
