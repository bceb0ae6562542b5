import {
  type ApplicationSecret,
  addApplicationSecret,
  applicationSecrets,
  endApplicationSecret,
  SECRETS_MAX,
} from '@gatehouse/contract/admin/applications/secrets.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { applicationSecretHash } from '../../access/application-secret.ts'
import { endOwnTokens } from '../../access/revoke.ts'
import { newId } from '../../crypto/ids.ts'
import { newSecret } from '../../crypto/secrets.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { auditBy } from '../engine/changes.ts'
import { byOf } from '../engine/resource.ts'

type Times = 'createdAt' | 'expiresAt' | 'lastUsedAt'
type Listed = Omit<ApplicationSecret, Times> & Record<Times, Date | null>

/**
 * At most two secrets of an application, each with a name and an expiry. One is stored in the application's own record and
 * listed under its id; `renewSecret` creates that one.
 */
export function serveApplicationSecrets(app: FastifyInstance, { db, keys }: Deps) {
  route(app, applicationSecrets, async ({ input: { applicationId } }) => {
    const secrets = await listSecrets(db, applicationId)
    return secrets.map(({ createdAt, expiresAt, lastUsedAt, ...secret }) => ({
      ...secret,
      createdAt: createdAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
  })

  route(app, addApplicationSecret, async ({ input: { applicationId, name, days }, actor, request }) =>
    db.transaction(async (tx) => {
      const application = await lock(tx, applicationId)
      if ((await listSecrets(tx, applicationId)).length >= SECRETS_MAX) throw new AppError('secrets_in_use')
      const secret = newSecret()
      await tx.execute(sql`
        insert into application_secrets (id, application_id, name, secret_hash, expires_at)
        values (${newId()}, ${applicationId}, ${name}, ${applicationSecretHash(keys.applicationSecret, applicationId, secret)},
          now() + make_interval(days => ${days}::int))`)
      const detail = { name: application, secret: name, days }
      await auditBy(tx, byOf(actor, request), 'applications.secret-added', applicationId, detail)
      return { secret }
    }),
  )

  route(app, endApplicationSecret, async ({ input: { applicationId, secretId, days }, actor, request }) =>
    db.transaction(async (tx) => {
      const application = await lock(tx, applicationId)
      const meant = (await listSecrets(tx, applicationId)).find(({ _id }) => _id === secretId)
      if (meant === undefined) throw new AppError('not_found')
      await (secretId === applicationId ? endOwn(tx, applicationId, days) : endOther(tx, secretId, days))
      if (days === 0) await endOwnTokens(tx, applicationId)
      const event = days === 0 ? 'applications.secret-revoked' : 'applications.secret-ends'
      const detail = { name: application, secret: meant.name, days }
      await auditBy(tx, byOf(actor, request), event, applicationId, detail)
      return {}
    }),
  )
}

async function listSecrets(db: Db | Tx, applicationId: string): Promise<Listed[]> {
  const { rows } = await db.execute<Listed>(sql`
    select id as "_id", secret_name as name, null::timestamptz as "createdAt", secret_expires_at as "expiresAt",
      secret_last_used_at as "lastUsedAt" from applications
    where id = ${applicationId} and deleted_at is null and secret_hash is not null
      and (secret_expires_at is null or secret_expires_at > now())
    union all
    select id, name, created_at, expires_at, last_used_at from application_secrets
    where application_id = ${applicationId} and (expires_at is null or expires_at > now())
    order by 3 nulls first, 2`)
  return rows
}

/** One change of an application's secrets at a time. @throws AppError not_found */
async function lock(tx: Tx, applicationId: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from applications where id = ${applicationId} and deleted_at is null for update`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0].name
}

async function endOwn(tx: Tx, applicationId: string, days: number | null) {
  await tx.execute(sql`
    update applications set secret_expires_at = now() + make_interval(days => ${days}::int),
      secret_hash = case when ${days}::int = 0 then null else secret_hash end,
      secret_last_used_at = case when ${days}::int = 0 then null else secret_last_used_at end
    where id = ${applicationId}`)
}

async function endOther(tx: Tx, id: string, days: number | null) {
  if (days === 0) await tx.execute(sql`delete from application_secrets where id = ${id}`)
  else
    await tx.execute(sql`
      update application_secrets set expires_at = now() + make_interval(days => ${days}::int) where id = ${id}`)
}
