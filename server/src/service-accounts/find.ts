import sql, { raw } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import type { ServiceAccount } from '../identity/actor.ts'
import { PERMISSIONS_OF_ACCOUNT } from './permissions.ts'

/** An active service account with its current permissions, without a request: for a job that it has started. */
export async function findServiceAccount(db: Executor, id: string, since: Date | null): Promise<ServiceAccount | null> {
  const { rows } = await db.execute<{ name: string; permissions: string[] }>(sql`
    select a.name, ${raw(PERMISSIONS_OF_ACCOUNT)} as permissions from service_accounts a
    where a.id = ${id} and a.status = 'ACTIVE' and a.deleted_at is null`)
  const [account] = rows
  return account === undefined ? null : { kind: 'service-account', userId: id, sessionId: null, since, ...account }
}
