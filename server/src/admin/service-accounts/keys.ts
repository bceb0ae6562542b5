import {
  addServiceAccountKey,
  KEYS_MAX,
  revokeServiceAccountKey,
  type ServiceAccountKey,
  serviceAccountKeys,
} from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../audit/actor-names.ts'
import { newId } from '../../crypto/ids.ts'
import { secretHash } from '../../crypto/secrets.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { newServiceKey, shownOf } from '../../service-accounts/keys.ts'
import { IS_VALID_KEY } from '../../service-accounts/valid-key.ts'
import { auditBy } from '../engine/changes.ts'
import { changeRoute } from '../engine/guard/change-route.ts'

type Times = 'createdAt' | 'expiresAt' | 'lastUsedAt'
type Listed = Omit<ServiceAccountKey, Times> & { createdAt: Date; expiresAt: Date; lastUsedAt: Date | null }

/** At most two keys of a service account, each with a name and an end. Each is shown once, when it is made. */
export function serveServiceAccountKeys(app: FastifyInstance, deps: Deps) {
  route(app, serviceAccountKeys, async ({ input: { accountId } }) => {
    const keys = await listKeys(deps.db, accountId)
    return keys.map((key) => ({
      ...key,
      createdAt: key.createdAt.toISOString(),
      expiresAt: key.expiresAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    }))
  })

  changeRoute(app, deps, addServiceAccountKey, {
    targets: ({ accountId }) => ({ 'service-account': accountId }),
    work: async (tx, { input: { accountId, name, days }, by }) => {
      // The guard has locked the account: one change of its keys at a time.
      const account = await nameOf(tx, accountId)
      if ((await listKeys(tx, accountId)).length >= KEYS_MAX)
        throw new AppError('secrets_in_use', { msg: 'Two keys are in use. Revoke one of them first.' })
      const key = newServiceKey()
      const { rows } = await tx.execute<{ id: string; expiresAt: Date }>(sql`
        insert into service_account_keys (id, account_id, name, prefix, secret_hash, created_by, expires_at)
        values (${newId()}, ${accountId}, ${name}, ${shownOf(key)}, ${secretHash(key)}, ${by.person.userId},
          now() + make_interval(days => ${days}::int))
        returning id, expires_at as "expiresAt"`)
      const [made] = rows as [{ id: string; expiresAt: Date }]
      const detail = { name: account, key: name, days }
      await auditBy(tx, by, 'serviceAccounts.key-added', accountId, detail)
      return { key, keyId: made.id, expiresAt: made.expiresAt.toISOString() }
    },
  })

  changeRoute(app, deps, revokeServiceAccountKey, {
    targets: ({ accountId }) => ({ 'service-account': accountId }),
    work: async (tx, { input: { accountId, keyId }, by }) => {
      const account = await nameOf(tx, accountId)
      const { rows } = await tx.execute<{ name: string }>(sql`
        update service_account_keys k set revoked_at = now()
        where k.id = ${keyId} and k.account_id = ${accountId} and ${IS_VALID_KEY} returning k.name`)
      if (rows[0] === undefined) throw new AppError('not_found')
      await auditBy(tx, by, 'serviceAccounts.key-revoked', accountId, { name: account, key: rows[0].name })
      return {}
    },
  })
}

async function listKeys(db: Db | Tx, accountId: string): Promise<Listed[]> {
  const { rows } = await db.execute<Listed>(sql`
    select k.id as "_id", k.name, k.prefix, k.created_at as "createdAt", ${raw(nameOfActor('k.created_by'))} as "createdBy",
      k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.last_used_from as "lastUsedFrom"
    from service_account_keys k join service_accounts a on a.id = k.account_id and a.deleted_at is null
    where k.account_id = ${accountId} and ${IS_VALID_KEY} order by k.created_at, k.id`)
  return rows
}

/** @throws AppError not_found */
async function nameOf(tx: Tx, accountId: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from service_accounts where id = ${accountId} and deleted_at is null`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0].name
}
