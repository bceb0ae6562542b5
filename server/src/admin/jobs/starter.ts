import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../identity/actor.ts'
import { findAccountById, toUserData } from '../../identity/users.ts'
import { findServiceAccount } from '../../service-accounts/find.ts'
import type { ClaimedJob } from './job-table.ts'

/** The starter of a job with their current permissions. `null` if they are no longer active. */
export async function findStarter(db: Db, { createdBy, sessionId }: ClaimedJob): Promise<Caller | null> {
  if (sessionId === null) return findServiceAccount(db, createdBy)
  const account = await findAccountById(db, createdBy)
  if (account === null || !account.isActive) return null
  const { rows } = await db.execute<{ role: string; permissions: string[] }>(sql`
    select r.name as role, array(
      select p.name from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.status = 'ACTIVE' and p.deleted_at is null) as permissions
    from roles r where r.id = ${account.roleId} and r.status = 'ACTIVE' and r.deleted_at is null`)
  const { role = USER_ROLE, permissions = [] } = rows[0] ?? {}
  const user = toUserData(account)
  return {
    ...{ kind: 'person', sessionId, userId: createdBy, user, role, permissions, via: 'bearer', lastSignInAt: null },
    // Somebody with the permission has started the job.
    lacksStrongSignIn: false,
  }
}
