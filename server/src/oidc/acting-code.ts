import sql, { raw } from 'sql-template-tag'
import { noteOpening } from '../access/acting-tokens.ts'
import { type AuditEvent, auditLinesOf } from '../audit/record-audit.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import { fullNameIn } from '../db/full-name.ts'
import { auditWritten } from '../signals.ts'
import type { Payload } from './artifacts.ts'
import { GRANT_IS_VALID } from './grants.ts'
import type { Asked } from './sign-in-notes.ts'

const EVENT: AuditEvent = 'users.acting-opened'

/**
 * Stores a code for an application that is opened while somebody acts for the person (ADR 0103), unless its grant has ended.
 * One line of the audit for each application and acting names both; no sign-in is counted, and the application is not one that the
 * administrator has opened. @returns whether it was stored
 */
export async function keepActingCode(
  db: Db,
  id: string,
  payload: Payload,
  { ttlSeconds, ip }: Asked,
): Promise<boolean> {
  const { jti: _, ...stored } = payload
  const line = auditLinesOf(EVENT, {
    ...{ actorId: sql`x.actor_id`, subjectId: sql`x.user_id`, sessionId: sql`x.session_id`, ip: sql`${ip}::text` },
    detail: sql`jsonb_build_object(
      'name', ${raw(fullNameIn('t'))}, 'administrator', ${raw(fullNameIn('u'))},
      'application', a.name, 'applicationId', a.id, 'clientId', given.client_id)`,
    from: sql`opened join actings x on x.id = opened.acting_id join users t on t.id = x.user_id join users u on u.id = x.actor_id
      join given on true join applications a on a.id = given.application_id`,
  })
  const { rows } = await db.execute<{ isFirst: boolean }>(sql`
    with given as (
      select g.id, g.application_id, g.client_id, g.acting_id from oidc_grants g
      where g.id = ${payload.grantId ?? null} and ${raw(GRANT_IS_VALID)}),
    opened as (${noteOpening(sql`select acting_id, application_id from given`)}),
    noted as (${line})
    insert into oidc_artifacts (id_hash, model, payload, grant_id, application_id, expires_at)
    select ${secretHash(id)}, 'AuthorizationCode', ${stored}::jsonb, given.id, given.application_id,
      now() + make_interval(secs => ${ttlSeconds}) from given
    returning exists (select from opened) as "isFirst"`)
  if (rows[0]?.isFirst) auditWritten.publish(EVENT)
  return rows.length === 1
}
