import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { enqueueActingLogouts } from './acting-tokens.ts'
import { SECONDS, until } from './lifetimes.ts'
import { enqueueLogouts } from './logout-notices.ts'
import { notRevoked } from './not-revoked.ts'

/** The tokens to revoke: every given condition must match. `exceptSessionId` keeps those of one session. */
export type TokenScope = { userId?: string; applicationId?: string; clientId?: string; exceptSessionId?: string }

type OptionalScope = { [Key in keyof TokenScope]: string | undefined }

/**
 * Revokes unused launch tokens, live access tokens, and grants with all that depends on them, at once; the applications
 * concerned are notified in the sessions and actings that go on.
 *
 * @returns how many offline grants (which outlive their session) were revoked
 */
export async function revokeTokens(
  tx: Tx,
  { userId, applicationId, clientId, exceptSessionId }: TokenScope,
): Promise<number> {
  if (userId === undefined && applicationId === undefined && clientId === undefined)
    throw new Error('tokens of nobody in particular')
  const ofAll: Sql[] = []
  if (userId !== undefined) ofAll.push(sql`user_id = ${userId}`)
  if (applicationId !== undefined) ofAll.push(sql`application_id = ${applicationId}`)
  if (exceptSessionId !== undefined) ofAll.push(sql`session_id <> ${exceptSessionId}`)
  const scopeWith = (ofClient: Sql) => join(clientId === undefined ? ofAll : [...ofAll, ofClient], ' and ')
  const scope = scopeWith(sql`client_id = ${clientId}`)
  // Redeemed launch tokens stay, so that a second use is still recognised as one.
  await tx.execute(
    sql`update launch_tokens set expires_at = now() where redeemed_at is null and expires_at > now() and ${scope}`,
  )
  // The order matters: the statement above waits for a redemption under way, and this one revokes what it has issued.
  await tx.execute(
    sql`update access_tokens x set revoked_at = now() where ${raw(notRevoked('x'))} and expires_at > now() and ${scope}`,
  )
  const { rows } = await tx.execute<{ isOffline: boolean }>(sql`
    update oidc_grants x set revoked_at = now() where ${raw(notRevoked('x'))} and expires_at > now() and ${scope}
    returning is_offline as "isOffline"`)
  if (applicationId !== undefined && userId === undefined && clientId === undefined)
    await endOwnTokens(tx, applicationId)
  if (applicationId !== undefined || clientId !== undefined)
    await endTokensForResource(tx, { userId, applicationId, clientId })
  await tx.execute(enqueueLogouts(stillOpen({ userId, applicationId, clientId, exceptSessionId })))
  await tx.execute(enqueueActingLogouts(undefined, scopeWith(openedFor(sql`acting_id = o.acting_id`, clientId))))
  return rows.filter(({ isOffline }) => isOffline).length
}

/** Ends the tokens that an application has got for itself, whoever has its secret. */
export async function endOwnTokens(tx: Tx, applicationId: string): Promise<void> {
  await tx.execute(
    sql`delete from oidc_artifacts where application_id = ${applicationId} and model = 'ClientCredentials'`,
  )
}

/**
 * Ends the access tokens that other applications have got to call the affected ones for a person (RFC 8707). They are not
 * valid while that is not open to the person, and must not become valid again with it. Refresh tokens and grants stay:
 * each renewal is judged.
 */
async function endTokensForResource(tx: Tx, { userId, applicationId, clientId }: OptionalScope): Promise<void> {
  const conditions: Sql[] = []
  if (userId !== undefined) conditions.push(sql`g.user_id = ${userId}`)
  if (applicationId !== undefined) conditions.push(sql`t.payload->>'aud' = ${applicationId}::text`)
  else
    conditions.push(sql`exists (select 1 from assignments s
      where s.client_id = ${clientId} and s.user_id = g.user_id and s.application_id::text = t.payload->>'aud')`)
  // The upper bound leaves out the refresh tokens, which live longer, by the index.
  await tx.execute(sql`
    delete from oidc_artifacts t using oidc_grants g
    where g.id = t.grant_id and t.model = 'AccessToken' and t.expires_at > now() and t.expires_at <= ${raw(until(SECONDS.token))}
      and t.payload ? 'aud' and ${join(conditions, ' and ')}`)
}

/** The open sessions in which an affected application was opened. A session that is over has already notified them. */
function stillOpen({ userId, applicationId, clientId, exceptSessionId }: OptionalScope): Sql {
  const conditions = [
    sql`exists (select 1 from sessions s where s.id = o.session_id and s.ended_at is null and s.expires_at > now()
      ${userId === undefined ? empty : sql`and s.user_id = ${userId}`}
      ${exceptSessionId === undefined ? empty : sql`and s.id <> ${exceptSessionId}`})`,
  ]
  if (applicationId !== undefined) conditions.push(sql`o.application_id = ${applicationId}`)
  // An acting in the same session is notified under its own id.
  if (clientId !== undefined) conditions.push(openedFor(sql`session_id = o.session_id and acting_id is null`, clientId))
  return join(conditions, ' and ')
}

/** Whether an application of `o` was opened for a client. @param where which tokens and grants are meant */
const openedFor = (where: Sql, clientId: string | undefined): Sql => sql`(
  exists (select 1 from oidc_grants where ${where} and application_id = o.application_id and client_id = ${clientId})
  or exists (select 1 from launch_tokens where ${where} and application_id = o.application_id and client_id = ${clientId}))`
