import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { By } from '../../engine/store.ts'

type Given = { userId: string; applicationId: string; clientId: string; role: string }

/** Settles the requests that an assignment fulfils, however it came about: a decision, a bulk change or an import. */
export async function settleRequests(
  tx: Tx,
  by: By,
  { userId, applicationId, clientId, role }: Given,
  which: Sql = sql`(client_id is null or client_id = ${clientId})`,
): Promise<void> {
  await tx.execute(sql`
    update access_requests set state = 'approved', decided_at = now(), decided_by = ${by.person.userId}, role = ${role},
      client_id = ${clientId}
    where user_id = ${userId} and application_id = ${applicationId} and state = 'waiting' and ${which}`)
}
