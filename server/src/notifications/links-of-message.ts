import { hasLockLink, hasRequestLink } from '@gatehouse/contract/notices.ts'
import type { Keys } from '../crypto/keys.ts'
import { makeLockToken } from '../crypto/lock-token.ts'
import { makeRequestToken } from '../crypto/request-token.ts'
import { type Executor, prepared } from '../db/database.ts'
import type { MessageContent } from './notify.ts'
import type { Values } from './values.ts'

type LinkKeys = Pick<Keys, 'lockLink' | 'requestLink'>

/** The links that are signed for the recipient of a message. They are made when it is sent, so that no table holds the one that locks an account. */
export async function linksOfMessage(
  db: Executor,
  keys: LinkKeys,
  message: MessageContent,
  messageId: string,
): Promise<Values> {
  if (hasLockLink(message.notice)) return lockLinkOf(db, keys, message, messageId)
  return hasRequestLink(message.notice) ? requestLinkOf(db, keys, message, messageId) : {}
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

/** The link by which the recipient finds the request that they are asked about (ADR 0131). */
async function requestLinkOf(
  db: Executor,
  { requestLink }: LinkKeys,
  { values, writtenAt }: MessageContent,
  messageId: string,
): Promise<{ requestLink: string }> {
  const page = `${values.portal}/dashboard/requestsToDecide`
  const { rows } = await db.execute<{ userId: string; from: number }>(prepared('request-link-of')`
    select m.user_id as "userId",
      extract(epoch from coalesce(to_timestamp(${writtenAt ?? null}::float8), m.created_at))::float8 as "from"
    from messages m where m.id = ${messageId} and m.user_id is not null`)
  const [recipient] = rows
  const requestId = String(values.requestId)
  if (recipient === undefined) return { requestLink: `${page}?request=${requestId}` }
  const { userId, from } = recipient
  return { requestLink: `${page}?link=${makeRequestToken(requestLink, requestId, userId, from)}` }
}
