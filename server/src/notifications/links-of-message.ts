import { hasLockLink } from '@gatehouse/contract/notices.ts'
import type { Keys } from '../crypto/keys.ts'
import { makeLockToken } from '../crypto/lock-token.ts'
import { type Executor, prepared } from '../db/database.ts'
import type { MessageContent } from './notify.ts'
import type { Values } from './values.ts'

type LinkKeys = Pick<Keys, 'lockLink'>

/** The links that are signed for the recipient of a message. They are made when it is sent, so that no table holds them. */
export async function linksOfMessage(
  db: Executor,
  keys: LinkKeys,
  message: MessageContent,
  messageId: string,
): Promise<Values> {
  return hasLockLink(message.notice) ? lockLinkOf(db, keys, message, messageId) : {}
}

/**
 * The link by which the recipient locks the account. To an address or number that is no longer the person's own, its time runs
 * from when the message was first written: sending it again gives nobody a new link.
 */
async function lockLinkOf(
  db: Executor,
  { lockLink }: LinkKeys,
  { values, writtenAt }: MessageContent,
  messageId: string,
): Promise<{ lockLink: string }> {
  const { rows } = await db.execute<{ userId: string; locks: number; from: number }>(prepared('lock-link-of')`
    select u.id as "userId", u.locks, extract(epoch from case
      when lower(m.recipient) = lower(u.email) or m.recipient = u.phone_number then now()
      else coalesce(to_timestamp(${writtenAt ?? null}::float8), m.created_at) end)::float8 as "from"
    from messages m join users u on u.id = m.user_id where m.id = ${messageId}`)
  const [owner] = rows
  if (owner === undefined) return { lockLink: '' }
  const { userId, locks, from } = owner
  return { lockLink: `${values.portal}/lockaccount/${makeLockToken(lockLink, userId, locks, from)}` }
}
