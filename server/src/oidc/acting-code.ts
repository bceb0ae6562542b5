import sql, { raw } from 'sql-template-tag'
import { type AuditEvent, auditLinesOf } from '../audit/record-audit.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import { auditWritten } from '../signals.ts'
import type { Payload } from './artifacts.ts'
import { GRANT_IS_VALID } from './grants.ts'

const EVENT: AuditEvent = 'users.acting-opened'

/**
 * Stores a code for an application that is opened while somebody acts for the person (ADR 0103), unless its grant has ended.
 * One line of the audit for each application and acting names both; no sign-in is counted, and the application is not one that the
 * administrator has opened. @returns whether it was stored
 */
export async function keepActingCode(db: Db, id: string, payload: Payload, ttlSeconds: number): Promise<boolean> {
  const { jti: _, ...stored } = payload
  const line = auditLinesOf(EVENT, {
    ...{ actorId: sql`x.actor_id`, subjectId: sql`x.user_id`, sessionId: sql`x.session_id` },
    detail: sql`jsonb_build_object(
      'name', t.first_name || ' ' || t.last_name, 'administrator', u.first_name || ' ' || u.last_name,
      'application', a.name, 'applicationId', a.id, 'clientId', given.client_id)`,
    from: sql`given join actings x on x.id = given.acting_id join users t on t.id = x.user_id join users u on u.id = x.actor_id
      join applications a on a.id = given.application_id where given.is_first`,
  })
  const { rows } = await db.execute<{ isFirst: boolean }>(sql`
    with given as (
      select g.id, g.user_id, g.application_id, g.client_id, g.session_id, g.acting_id, not (
          select count(*) > 1 from oidc_grants o where o.acting_id = g.acting_id and o.application_id = g.application_id)
        and not exists (select from launch_tokens l where l.acting_id = g.acting_id and l.application_id = g.application_id) as is_first
      from oidc_grants g where g.id = ${payload.grantId ?? null} and ${raw(GRANT_IS_VALID)}),
    noted as (${line})
    insert into oidc_artifacts (id_hash, model, payload, grant_id, application_id, expires_at)
    select ${secretHash(id)}, 'AuthorizationCode', ${stored}::jsonb, given.id, given.application_id,
      now() + make_interval(secs => ${ttlSeconds}) from given
    returning (select is_first from given) as "isFirst"`)
  if (rows[0]?.isFirst) auditWritten.publish(EVENT)
  return rows.length === 1
}
