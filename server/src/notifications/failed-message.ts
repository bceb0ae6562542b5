import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'

/** Records in the audit that a message was abandoned, so that webhooks and administrators learn of it. */
export async function recordFailedMessage(tx: Tx, messageId: string, reason: string): Promise<void> {
  const { rows } = await tx.execute<{ userId: string | null; notice: string; channel: string }>(sql`
    select user_id as "userId", notice, channel from messages where id = ${messageId}`)
  if (rows[0] === undefined) return
  const { userId: subjectId, notice, channel } = rows[0]
  await recordAudit(tx, { event: 'messages.failed', subjectId, detail: { messageId, notice, channel, reason } })
}
