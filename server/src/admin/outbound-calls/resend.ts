import { RESEND_MAX } from '@gatehouse/contract/admin/messages/messages.ts'
import type { resendCall } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql, { type Sql } from 'sql-template-tag'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { auditBy } from '../engine/changes.ts'
import type { By } from '../engine/store.ts'
import { CAN_GO_AGAIN, CAN_GO_NOW, type CallFilter, readOneCall, whereOf } from './list.ts'

/**
 * Retries one call now, even if its lane is paused, because an administrator asked for this one.
 *
 * @throws AppError not_found; not_sent_again with the reason
 */
export async function resend(
  deps: Pick<Deps, 'outbox'>,
  tx: Tx,
  by: By,
  asked: Input<typeof resendCall>,
): Promise<void> {
  const call = await readOneCall(deps, tx, asked.id)
  if (call.resend !== asked.resend) throw new AppError('not_sent_again', { msg: call.refusal || undefined })
  const { rowCount } = await tx.execute(asked.resend === 'again' ? again(sql`o.id = ${asked.id}`) : now(asked.id))
  // Another caller was faster.
  if (rowCount !== 1) throw new AppError('not_sent_again')
  const { kind, person, application, client, target } = call
  await auditBy(tx, by, 'calls.resent', person?._id ?? asked.id, {
    name: person?.name ?? '',
    callId: asked.id,
    ...{ kind, target, application: application?.name ?? '', client: client?.name ?? '' },
  })
}

/** Retries the oldest `RESEND_MAX` failed calls that match the filters. */
export async function resendAllFailed(tx: Tx, by: By, filter: CallFilter): Promise<number> {
  const chosen = sql`array(select o.id ${whereOf({ ...filter, state: 'failed' })} and ${CAN_GO_AGAIN}
    order by o.created_at, o.id limit ${RESEND_MAX})`
  const { rowCount } = await tx.execute(again(sql`o.id = any(${chosen})`))
  const calls = rowCount ?? 0
  if (calls > 0) {
    const { userId: actorId, sessionId } = by.person
    await recordAudit(tx, { event: 'calls.resent', actorId, sessionId, ip: by.ip, detail: { calls, filter } })
  }
  return calls
}

/** The retry schedule starts again. The number of attempts keeps counting. */
const again = (which: Sql) => sql`
  update outbox o set state = 'ready', priority = 0, run_at = now(), tried_lanes = '{}', rounds = 0, settled_at = null
  where ${which} and ${CAN_GO_AGAIN} returning o.id`

const now = (id: string) => sql`
  update outbox o set run_at = now(), priority = 0 where o.id = ${id} and ${CAN_GO_NOW} returning o.id`
