import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'

/** Notes that a message was given up, so that somebody hears of it who does not look at the messages. */
export async function recordFailedMessage(tx: Tx, messageId: string, reason: string): Promise<void> {
  const { rows } = await tx.execute<{ userId: string | null; notice: string; channel: string }>(sql`
    select user_id as "userId", notice, channel from messages where id = ${messageId}`)
  if (rows[0] === undefined) return
  const { userId: subjectId, notice, channel } = rows[0]
  await recordAudit(tx, { event: 'messages.failed', subjectId, detail: { messageId, notice, channel, reason } })
}
