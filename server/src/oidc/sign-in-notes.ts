import sql from 'sql-template-tag'
import type { AuditEvent } from '../audit/record-audit.ts'
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

/**
 * Ends a grant because somebody has a copy of a code or a refresh token of it, and notes it, in one statement; nothing
 * where it was over already. No webhook is told of it.
 */
export async function endReplayed(db: Db, grantId: string, model: string): Promise<void> {
  const event: AuditEvent = 'oidc.replayed'
  await db.execute(sql`
    with ended as (
      update oidc_grants set revoked_at = now() where id = ${grantId} and revoked_at is null
      returning user_id, application_id, session_id)
    insert into audit_events (id, event, actor_id, subject_id, session_id, detail)
    select ${newId()}::uuid, ${event}, user_id, application_id, session_id, jsonb_build_object('model', ${model}::text)
    from ended`)
}
