import sql, { raw, type Sql } from 'sql-template-tag'
import { notRevoked } from '../access/not-revoked.ts'
import { type AuditEvent, auditLinesOf } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import { type Db, type Executor, prepared } from '../db/database.ts'
import { auditWritten } from '../signals.ts'
import type { Payload } from './artifacts.ts'

/** The columns of the grant `g` of a code. */
export const CODE_COLUMNS = sql`g.id, g.user_id, g.application_id, g.client_id, g.session_id`

/** A line about the grant of an application. */
const lineOf = (event: AuditEvent, from: Sql, detail: Sql, ip: string | null = null) =>
  auditLinesOf(event, {
    ...{ id: sql`${newId()}::uuid`, actorId: sql`user_id`, subjectId: sql`application_id`, sessionId: sql`session_id` },
    ...{ from, detail, ip: sql`${ip}::text` },
  })

type Kept = {
  /** The name of the prepared statement. */
  name: string
  /** A query that returns the `CODE_COLUMNS` of the grant; when it returns no row, nothing is written. */
  grant: Sql
  code: string
  /** Where the request for the code came from. */
  ip: string | null
  /** The payload of the code, as `jsonb`; `given` is the grant. */
  payload: Sql
  ttlSeconds: number
}

/**
 * One statement for everything that a sign-in at an application writes: the code, the audit line, and that the
 * application was opened in the session, so that it is notified when the session ends. There is no webhook event for
 * it.
 *
 * @returns whether it was written
 */
export async function keepCodeOf(db: Db, { name, grant, code, ip, payload, ttlSeconds }: Kept): Promise<boolean> {
  const event: AuditEvent = 'oidc.signed-in'
  const { rowCount } = await db.execute(prepared(name)`
    with given as (${grant}),
    opened as (
      insert into opened_applications (session_id, application_id) select session_id, application_id from given
      on conflict (session_id, application_id) do update set opened_at = now()
      where opened_applications.opened_at < now() - interval '1 minute'),
    noted as (
      ${lineOf(event, sql`given`, sql`jsonb_build_object('clientId', client_id)`, ip)})
    insert into oidc_artifacts (id_hash, model, payload, grant_id, application_id, expires_at)
    select ${secretHash(code)}::bytea, 'AuthorizationCode', ${payload}, given.id, application_id,
      now() + make_interval(secs => ${ttlSeconds}) from given`)
  if (rowCount === 1) auditWritten.publish(event)
  return rowCount === 1
}

/** How long a code is valid, and where the request for it came from. */
export type Asked = Pick<Kept, 'ttlSeconds' | 'ip'>

/** Stores a code that the library has made, unless its grant has ended. @returns whether it was stored */
export async function keepCode(db: Db, id: string, payload: Payload, { ttlSeconds, ip }: Asked): Promise<boolean> {
  const { jti: _, ...stored } = payload
  const { grantId = null } = payload
  const grant = sql`select ${CODE_COLUMNS} from oidc_grants g where g.id = ${grantId} and g.revoked_at is null`
  return keepCodeOf(db, { name: 'keep-code', grant, code: id, ip, payload: sql`${stored}::jsonb`, ttlSeconds })
}

/**
 * Ends a grant because a code or refresh token of it was copied, and records that in the audit, in one statement; does
 * nothing when the grant is over already. There is no webhook event for it.
 */
export async function endReplayed(db: Executor, grantId: string, model: string): Promise<void> {
  const event: AuditEvent = 'oidc.replayed'
  const { rowCount } = await db.execute(sql`
    with ended as (
      update oidc_grants g set revoked_at = now() where g.id = ${grantId} and ${raw(notRevoked('g', 'clock_timestamp()'))}
      returning coalesce((select x.actor_id from actings x where x.id = g.acting_id), g.user_id) as user_id, application_id, session_id)
    ${lineOf(event, sql`ended`, sql`jsonb_build_object('model', ${model}::text)`)}`)
  if (rowCount === 1) auditWritten.publish(event)
}
