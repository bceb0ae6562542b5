import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../identity/actor.ts'
import { findAccountById, toUserData } from '../../identity/users.ts'
import { findServiceAccount } from '../../service-accounts/find.ts'

/** Who started something that goes on without them, when, and with which key. `sessionId`: `null` for a service account. */
type Starter = { userId: string; sessionId: string | null; since?: Date; keyId?: string | null }

/** Somebody with their current permissions, without a request. `null` if they are no longer active, or the key is revoked. */
export async function findCaller(db: Db | Tx, { userId, sessionId, since, keyId }: Starter): Promise<Caller | null> {
  if (sessionId === null) return findServiceAccount(db, userId, { since: since ?? null, keyId: keyId ?? null })
  const account = await findAccountById(db, userId)
  if (account === null || !account.isActive || account.isSuspended) return null
  const { rows } = await db.execute<{ role: string; permissions: string[] }>(sql`
    select r.name as role, array(
      select p.name from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.status = 'ACTIVE' and p.deleted_at is null) as permissions
    from roles r where r.id = ${account.roleId} and r.status = 'ACTIVE' and r.deleted_at is null`)
  const { role = USER_ROLE, permissions = [] } = rows[0] ?? {}
  const user = toUserData(account)
  return {
    ...{ kind: 'person', sessionId, userId, user, role, permissions, via: 'bearer', lastSignInAt: null },
    // Somebody with the permission has started it, and has confirmed it where that is asked.
    lacksStrongSignIn: false,
    lacksPasskey: false,
    mustConfirm: false,
    acting: null,
  }
}
