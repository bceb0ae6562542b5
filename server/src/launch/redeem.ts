import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { redeem } from '@gatehouse/contract/launch.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import { findAccess } from '../access/access.ts'
import { notRevoked } from '../access/not-revoked.ts'
import { subjectOf } from '../access/subject.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { findAccountById, toUserData } from '../identity/users.ts'
import { isRunningActing } from '../sessions/acting.ts'
import { ACCESS_TOKEN_SECONDS } from './lifetimes.ts'

const ACCESS_TOKEN_PREFIX = 'eac_'

type Redeemed = Output<typeof redeem>
type Acting = { id: string; actorId: string; administrator: string; until: number }
type Spent = { id: string; clientId: string; userId: string; sessionId: string; acting: Acting | null }

/**
 * Exchanges a launch token for the identity behind it, once. Everything is checked again: the session is live, the
 * person is active, the assignment exists.
 *
 * A second use, or a use by another application, means that the token was copied: it is refused, and the access token
 * that it gave is revoked, as RFC 6749 §4.1.2 requires for authorization codes.
 *
 * @throws AppError launch_token_invalid
 */
export async function redeemLaunchToken({ db, keys }: Deps, applicationId: string, token: string): Promise<Redeemed> {
  const hash = secretHash(token)
  const redeemed = await db.transaction(async (tx) => {
    await keepOpen(tx, hash)
    const spent = await spend(tx, hash, applicationId)
    if (spent === null) return null
    const account = await findAccountById(tx, spent.userId)
    const access = await findAccess(tx, spent.userId, applicationId, spent.clientId)
    // The token is spent all the same: the transaction commits, and the token cannot be used again.
    if (account === null || !account.isActive || access === null) return null
    const { acting } = spent
    const issued = await issueAccessToken(tx, applicationId, spent)
    // Of the acting, less than a second is left.
    if (issued === null) return null
    await recordAudit(tx, {
      event: 'launch.redeemed',
      actorId: acting?.actorId ?? spent.userId,
      subjectId: applicationId,
      sessionId: spent.sessionId,
      ...(acting === null ? {} : { detail: { name: fullName(account), administrator: acting.administrator } }),
    })
    const subject = subjectOf(keys.subject, access.application, account.id)
    return {
      ...toUserData(account),
      _id: subject,
      email_verified: account.isEmailVerified,
      phone_number_verified: account.isPhoneVerified,
      sub: subject,
      userId: subject,
      appName: access.application.name,
      clientIDE: access.client.id,
      clientID: access.client.uuid,
      clientName: access.client.actualName,
      role: access.role,
      sid: acting?.id ?? spent.sessionId,
      ...(acting === null ? {} : actorOf(acting, subjectOf(keys.subject, access.application, acting.actorId))),
      access_token: issued.accessToken,
      token_type: 'Bearer' as const,
      expires_in: issued.seconds,
    }
  })
  if (redeemed !== null) return redeemed
  await endReplayed(db, hash, applicationId)
  throw new AppError('launch_token_invalid')
}

/** Who acts for the person, in the words of a token (RFC 8693 §4.1). */
const actorOf = ({ administrator: name, until }: Acting, sub: string): Pick<Redeemed, 'act' | 'acting'> => ({
  act: { sub, name },
  acting: { read_only: true, until },
})

/**
 * The token was copied: it is presented a second time, or by an application that it was not issued to. Spends it, and
 * revokes the access token that it gave.
 */
async function endReplayed(db: Db, hash: Buffer, presentedBy: string): Promise<void> {
  await db.transaction(async (tx) => {
    // A redemption under way ends first: the access token that it gives is seen only then.
    await tx.execute(sql`select from launch_tokens where token_hash = ${hash} for update`)
    const ended = await endToken(tx, hash, presentedBy)
    if (ended === undefined) return
    const { actorId, applicationId: subjectId } = ended
    await recordAudit(tx, { event: 'launch.replayed', actorId, subjectId, detail: { presentedBy } })
  })
}

/** @returns whose token of which application was ended */
async function endToken(
  tx: Tx,
  hash: Buffer,
  presentedBy: string,
): Promise<{ actorId: string; applicationId: string } | undefined> {
  const { rows } = await tx.execute<{ actorId: string; applicationId: string }>(sql`
    with revoked as (
      update access_tokens a set revoked_at = now() from launch_tokens l
      where a.launch_token_id = l.id and l.token_hash = ${hash} and ${raw(notRevoked('a'))}
      returning a.user_id, a.acting_id, a.application_id),
    spent as (
      update launch_tokens set redeemed_at = now()
      where token_hash = ${hash} and application_id <> ${presentedBy} and redeemed_at is null and expires_at > now()
      returning user_id, acting_id, application_id)
    select coalesce((select x.actor_id from actings x where x.id = acting_id), user_id) as "actorId", application_id as "applicationId" from (
      select * from revoked union all select * from spent) ended limit 1`)
  return rows[0]
}

/**
 * The application and the client before the token, as who deactivates them does, so that nobody waits for the other (deadlock):
 * the access token refers to both.
 */
async function keepOpen(tx: Tx, hash: Buffer): Promise<void> {
  await tx.execute(prepared('keep-launch-open')`
    select from launch_tokens l join applications a on a.id = l.application_id join clients c on c.id = l.client_id
    where l.token_hash = ${hash} for key share of a, c`)
}

/** The conditional update decides between parallel redemptions. */
async function spend(tx: Tx, hash: Buffer, applicationId: string): Promise<Spent | null> {
  const { rows } = await tx.execute<Spent>(prepared('spend-launch')`
    update launch_tokens l set redeemed_at = now() from sessions s
    where l.token_hash = ${hash} and l.application_id = ${applicationId} and l.redeemed_at is null and l.expires_at > now()
      and s.id = l.session_id and s.ended_at is null and s.expires_at > now()
      and (l.acting_id is null or ${raw(isRunningActing('l.acting_id'))}
        and exists (select from applications o where o.id = l.application_id and o.opens_while_acting))
    returning l.id, l.client_id as "clientId", l.user_id as "userId", l.session_id as "sessionId", case when l.acting_id is not null then (
      select json_build_object('id', x.id, 'actorId', x.actor_id, 'administrator', ${raw(fullNameIn('u'))},
        'until', floor(extract(epoch from x.expires_at))::int)
      from actings x join users u on u.id = x.actor_id where x.id = l.acting_id) end as acting`)
  return rows[0] ?? null
}

async function issueAccessToken(
  tx: Tx,
  applicationId: string,
  { id, clientId, userId, sessionId, acting }: Spent,
): Promise<{ accessToken: string; seconds: number } | null> {
  const accessToken = ACCESS_TOKEN_PREFIX + newSecret()
  const { rows } = await tx.execute<{ seconds: number }>(prepared('issue-access-token')`
    insert into access_tokens (id, token_hash, launch_token_id, application_id, client_id, user_id, session_id, acting_id, expires_at, revoked_at)
    select ${newId()}::uuid, ${secretHash(accessToken)}::bytea, ${id}::uuid, ${applicationId}::uuid, ${clientId}::uuid, ${userId}::uuid,
      ${sessionId}::uuid, ${acting?.id ?? null}::uuid, least(now() + make_interval(secs => ${ACCESS_TOKEN_SECONDS}), ending.at), ending.at
    from (select to_timestamp(${acting?.until ?? null}::int) as at) ending
    where ending.at is null or ending.at >= now() + interval '1 second'
    returning floor(extract(epoch from expires_at - now()))::int as seconds`)
  return rows[0] === undefined ? null : { accessToken, seconds: rows[0].seconds }
}
