import type { listRecoveries, Recovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Db } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../identity/actor.ts'
import { withIsoTimes } from '../../engine/list.ts'
import { administers } from './still-allowed.ts'

/** The newest are enough: the audit has all of them. */
const SHOWN = 20

export async function readRecoveries(
  { db, config }: Pick<Deps, 'config'> & { db: Db },
  userId: string,
  { userId: callerId }: Caller,
): Promise<Output<typeof listRecoveries>> {
  const [{ rows }, needsApproval] = await Promise.all([
    db.execute<Recovery & Record<string, unknown>>(sql`
      select r.id as "_id", case when r.state in ('approval', 'waiting', 'sent') and r.expires_at <= now() then 'expired'
          else r.state end as state, r.new_email as "newEmail", r.reason,
        ${raw(nameOfActor('r.started_by'))} as "startedBy", ${raw(nameOfActor('r.approved_by'))} as "approvedBy",
        r.started_by = ${callerId} as "isOwn", r.created_at as "startedAt", r.ready_at as "readyAt",
        r.expires_at as "expiresAt", r.settled_at as "settledAt"
      from account_recoveries r where r.user_id = ${userId} order by r.id desc limit ${SHOWN}`),
    administers(db, userId),
  ])
  return { waitHours: config.recoveryWaitHours, needsApproval, recoveries: rows.map(withIsoTimes) }
}
