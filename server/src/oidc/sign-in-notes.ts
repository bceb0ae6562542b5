import sql from 'sql-template-tag'
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import { type Db, prepared } from '../db/database.ts'
import type { Payload } from './artifacts.ts'

/** Keeps a code, and that its application was opened in a session, so that it is told when that ends. */
export async function keepCode(db: Db, id: string, payload: Payload, ttlSeconds: number): Promise<void> {
  const { jti: _, ...stored } = payload
  const { grantId = null } = payload
  const event: AuditEvent = 'oidc.signed-in'
  // One statement for what each sign-in at an application writes. No webhook is told of it.
  const { rowCount } = await db.execute(
    prepared('keep-code')`
    with given as (
      select user_id, application_id, client_id, session_id from oidc_grants where id = ${grantId} and revoked_at is null),
    opened as (
      insert into opened_applications (session_id, application_id) select session_id, application_id from given
      on conflict do nothing),
    noted as (
      insert into audit_events (id, event, actor_id, subject_id, session_id, detail)
      select ${newId()}::uuid, ${event}, user_id, application_id, session_id, jsonb_build_object('clientId', client_id)
      from given)
    insert into oidc_artifacts (id_hash, model, payload, grant_id, application_id, expires_at)
    select ${secretHash(id)}::bytea, 'AuthorizationCode', ${stored}::jsonb, ${grantId}::uuid, application_id,
      now() + make_interval(secs => ${ttlSeconds}) from given`,
  )
  if (rowCount !== 1) throw new Error('a code without a grant')
}

/** Somebody holds a copy of a code or a refresh token. */
export async function noteReplay(db: Db, grantId: string, model: string): Promise<void> {
  const { rows } = await db.execute<{ userId: string; applicationId: string; sessionId: string }>(sql`
    select user_id as "userId", application_id as "applicationId", session_id as "sessionId" from oidc_grants
    where id = ${grantId}`)
  if (rows[0] === undefined) return
  const { userId: actorId, applicationId: subjectId, sessionId } = rows[0]
  await recordAudit(db, { event: 'oidc.replayed', actorId, subjectId, sessionId, detail: { model } })
}
