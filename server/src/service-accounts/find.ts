import sql, { raw } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import type { ServiceAccount } from '../identity/actor.ts'
import { PERMISSIONS_OF_ACCOUNT } from './permissions.ts'

/** What a service account has begun: when, and with which key. */
type Begun = { since: Date | null; keyId: string | null }

/**
 * An active service account with its current permissions, without a request: for a job that it has started. `null` also
 * when the key with which it was started is revoked or gone: somebody else may have had it. A key that has expired was good then.
 */
export async function findServiceAccount(
  db: Executor,
  id: string,
  { since, keyId }: Begun,
): Promise<ServiceAccount | null> {
  const { rows } = await db.execute<{ name: string; permissions: string[] }>(sql`
    select a.name, ${raw(PERMISSIONS_OF_ACCOUNT)} as permissions from service_accounts a
    where a.id = ${id} and a.status = 'ACTIVE' and a.deleted_at is null and (${keyId}::uuid is null or exists (
      select from service_account_keys k where k.id = ${keyId} and k.revoked_at is null))`)
  const [account] = rows
  return account === undefined
    ? null
    : { kind: 'service-account', userId: id, sessionId: null, since, keyId, ...account }
}
