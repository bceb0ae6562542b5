import { TEST_EVENT } from '@gatehouse/contract/webhook-events.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'

const DEAD_IN_A_ROW = 50
const DEAD_DAYS = 3

/**
 * Deactivates a webhook whose deliveries all fail: since its last success and its last change, 50 deliveries were
 * abandoned, or the first of those is three days old.
 *
 * @param deliveryId a delivery that was just abandoned
 */
export async function switchOffWhenDead(tx: Tx, deliveryId: string): Promise<void> {
  // The lock makes simultaneous transactions run one after the other, so that each counts the others' deliveries.
  await tx.execute(sql`
    select 1 from webhooks where id = (select webhook_id from webhook_deliveries where id = ${deliveryId}) for update`)
  const { rows } = await tx.execute<{ id: string; name: string; count: number }>(sql`
    with hook as (
      select w.id, greatest(w.updated_at, (
        select max(settled_at) from webhook_deliveries where webhook_id = w.id and state = 'sent')) as since
      from webhooks w where w.status = 'ACTIVE'
        and w.id = (select webhook_id from webhook_deliveries where id = ${deliveryId})),
    dead as (
      select count(*)::int as count, min(d.created_at) as first from webhook_deliveries d, hook
      where d.webhook_id = hook.id and d.state = 'failed' and d.created_at > hook.since and d.event <> ${TEST_EVENT})
    update webhooks w set status = 'INACTIVE', version = version + 1, updated_at = now(), updated_by = null
    from hook, dead where w.id = hook.id
      and (dead.count >= ${DEAD_IN_A_ROW} or dead.first < now() - make_interval(days => ${DEAD_DAYS}))
    returning w.id, w.name, dead.count`)
  const [off] = rows
  if (off === undefined) return
  await recordAudit(tx, {
    event: 'webhooks.switched-off',
    subjectId: off.id,
    detail: {
      name: off.name,
      failed: off.count,
      changes: [{ field: 'status', before: 'ACTIVE', after: 'INACTIVE' }],
    },
  })
}
