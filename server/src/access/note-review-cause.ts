import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

/**
 * Notes that somebody got another role, in the portal or in an application, or an application for another client, if a
 * review of their access is to start then. It is started in the background.
 */
export async function noteReviewCause(tx: Tx, userId: string, cause: 'role-changed' | 'client-changed'): Promise<void> {
  const setting = cause === 'role-changed' ? 'onRoleChange' : 'onClientChange'
  await tx.execute(sql`
    insert into access_review_causes (user_id, cause)
    select ${userId}::uuid, ${cause} from installation where key = 'reviews' and (value->>${setting})::boolean
    on conflict (user_id) do nothing`)
}
