import { renewApplicationSecret } from '@gatehouse/contract/admin/applications/applications.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { applicationSecretHash } from '../../access/application-secret.ts'
import { endOwnTokens } from '../../access/revoke.ts'
import { newSecret } from '../../crypto/secrets.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { auditBy } from '../engine/changes.ts'
import { byOf } from '../engine/resource.ts'

/** Replaces all secrets of an application by a new one, which is shown once and stored only as a hash. */
export function serveSecretRenewal(app: FastifyInstance, { db, keys }: Deps) {
  route(app, renewApplicationSecret, async ({ input: { applicationId }, actor, request }) =>
    db.transaction(async (tx) => {
      const secret = newSecret()
      const hash = applicationSecretHash(keys.applicationSecret, applicationId, secret)
      const { rows } = await tx.execute<{ name: string }>(sql`
        update applications set secret_hash = ${hash}, secret_expires_at = null, secret_last_used_at = null,
          secret_name = '', updated_at = now(), updated_by = ${actor.userId}
        where id = ${applicationId} and deleted_at is null returning name`)
      if (rows[0] === undefined) throw new AppError('not_found')
      await tx.execute(sql`delete from application_secrets where application_id = ${applicationId}`)
      await endOwnTokens(tx, applicationId)
      const detail = { name: rows[0].name }
      await auditBy(tx, byOf(actor, request), 'applications.secret-renewed', applicationId, detail)
      return { secret }
    }),
  )
}
