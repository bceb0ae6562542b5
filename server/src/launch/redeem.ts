import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { redeem } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { findAccess } from '../access/access.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { newSecret, secretHash } from '../crypto/secrets.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { findAccountById, toUserData } from '../identity/users.ts'

const ACCESS_TOKEN_SECONDS = 600
const ACCESS_TOKEN_PREFIX = 'eac_'

type Redeemed = Output<typeof redeem>
type Spent = { id: string; clientId: string; userId: string; sessionId: string }

/**
 * Exchanges a launch token for the identity behind it, once. Everything it stood for is checked again: the session
 * lives, the person is active, the assignment stands.
 *
 * A second use means that somebody has a copy: it is refused, and the access token of the first use is revoked, as
 * RFC 6749 §4.1.2 has it for authorization codes.
 *
 * @throws AppError launch_token_invalid
 */
export async function redeemLaunchToken({ db }: Deps, applicationId: string, token: string): Promise<Redeemed> {
  const hash = secretHash(token)
  const redeemed = await db.transaction(async (tx) => {
    const spent = await spend(tx, hash, applicationId)
    if (spent === null) return null
    const account = await findAccountById(tx, spent.userId)
    const access = await findAccess(tx, spent.userId, applicationId, spent.clientId)
    // Spent all the same: the transaction commits, and the token is of no more use.
    if (account === null || !account.isActive || access === null) return null
    const accessToken = await issueAccessToken(tx, applicationId, spent)
    await recordAudit(tx, {
      event: 'launch.redeemed',
      actorId: spent.userId,
      subjectId: applicationId,
      sessionId: spent.sessionId,
    })
    return {
      ...toUserData(account),
      sub: account.id,
      userId: account.id,
      appName: access.application.name,
      clientIDE: access.client.id,
      clientID: access.client.uuid,
      clientName: access.client.actualName,
      role: access.role,
      sid: spent.sessionId,
      access_token: accessToken,
      token_type: 'Bearer' as const,
      expires_in: ACCESS_TOKEN_SECONDS,
    }
  })
  if (redeemed !== null) return redeemed
  const revoked = await db.execute<{ userId: string }>(sql`
    update access_tokens a set revoked_at = now() from launch_tokens l
    where a.launch_token_id = l.id and l.token_hash = ${hash} and l.application_id = ${applicationId} and a.revoked_at is null
    returning a.user_id as "userId"`)
  if (revoked.rows[0])
    await recordAudit(db, { event: 'launch.replayed', actorId: revoked.rows[0].userId, subjectId: applicationId })
  throw new AppError('launch_token_invalid')
}

/** The conditional update decides between parallel redemptions. */
async function spend(tx: Tx, hash: Buffer, applicationId: string): Promise<Spent | null> {
  const { rows } = await tx.execute<Spent>(sql`
    update launch_tokens l set redeemed_at = now() from sessions s
    where l.token_hash = ${hash} and l.application_id = ${applicationId} and l.redeemed_at is null and l.expires_at > now()
      and s.id = l.session_id and s.ended_at is null and s.expires_at > now()
    returning l.id, l.client_id as "clientId", l.user_id as "userId", l.session_id as "sessionId"`)
  return rows[0] ?? null
}

async function issueAccessToken(
  tx: Tx,
  applicationId: string,
  { id, clientId, userId, sessionId }: Spent,
): Promise<string> {
  const token = ACCESS_TOKEN_PREFIX + newSecret()
  await tx.execute(sql`
    insert into access_tokens (id, token_hash, launch_token_id, application_id, client_id, user_id, session_id, expires_at)
    values (${newId()}, ${secretHash(token)}, ${id}, ${applicationId}, ${clientId}, ${userId}, ${sessionId},
      now() + make_interval(secs => ${ACCESS_TOKEN_SECONDS}))`)
  return token
}
