import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { lockAccount as call } from '@gatehouse/contract/lock-account.ts'
import sql, { raw } from 'sql-template-tag'
import { recordAudit } from '../../../audit/record-audit.ts'
import { countAttempt } from '../../../counting/count-attempt.ts'
import { readLockToken } from '../../../crypto/lock-token.ts'
import type { Executor } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { deleteAllFactors } from '../../../factors/delete-all.ts'
import { keepFormerPassword } from '../../../identity/former-passwords.ts'
import { administratorsWith } from '../../../notifications/administrators.ts'
import { notify } from '../../../notifications/notify.ts'
import { endAccess } from '../../../sessions/end-access.ts'
import { isLastAdministrator } from '../../engine/guard/people.ts'
import { PORTAL } from '../../engine/store.ts'
import { stopRecoveriesOf } from '../recoveries/stop.ts'
import { announceEndsOf } from '../stand-ins/end.ts'
import { dropSuspension } from '../suspensions/drop.ts'
import { setActive } from '../suspensions/update-part.ts'

type Visitor = { ip: string }

/**
 * Whether a link still locks an account. Looking does not use it up, so that programs that open the links of a mail do
 * no harm.
 *
 * @throws AppError too_many_attempts
 */
export async function isLockLinkUsable(deps: Deps, { ip }: Visitor, token: string): Promise<boolean> {
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  return (await ownerOf(deps.db, deps, token)) !== null
}

/**
 * Locks an account by the link of a message about something that its owner did not do (ADR 0070). The person who did it
 * may know the password, have a passkey or an authenticator app, and read the mail: all ways in end, and an administrator who knows the person
 * reactivates the account. The last administrator is not deactivated, since nobody could undo it.
 *
 * @throws AppError lock_link_invalid or too_many_attempts
 */
export async function lockAccount(deps: Deps, { ip }: Visitor, token: string): Promise<Output<typeof call>> {
  const { db, config, outbox } = deps
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  const locked = await db.transaction(async (tx) => {
    const owner = await ownerOf(tx, deps, token)
    if (owner === null) return null
    const { id, locks, name } = owner
    await keepFormerPassword(tx, config, id)
    // Of two at once, one locks.
    const { rowCount } = await tx.execute(sql`
      update users set locks = locks + 1, password_hash = null, password_changed_at = now() where id = ${id} and locks = ${locks}`)
    if (rowCount !== 1) return null
    await stopRecoveriesOf(tx, id)
    // Its end must not open the account again.
    await dropSuspension(tx, { person: { userId: id, sessionId: null }, ip }, id)
    const factors = await deleteAllFactors(tx, id)
    const isLast = await isLastAdministrator(tx, id)
    const { sessions } = await endAccess(tx, id, isLast ? 'password-reset' : 'deactivated', { by: { actorId: id, ip } })
    await recordAudit(tx, {
      event: 'users.locked',
      actorId: id,
      subjectId: id,
      ip,
      detail: { name, ...factors, sessions },
    })
    // As by an administrator: assignments end at the partner portal, and applications are notified.
    if (!isLast && owner.isActive) await setActive(deps, tx, PORTAL, id, false)
    else await announceEndsOf(deps, tx, PORTAL, id)
    for (const administrator of await administratorsWith(tx, 'users:write'))
      if (administrator !== id) await notify(deps, tx, 'account-reported', administrator, { values: { person: name } })
    return { reopenedBy: isLast ? 'owner' : 'administrator' } as const
  })
  if (locked === null) throw new AppError('lock_link_invalid')
  outbox.wake()
  return locked
}

type Owner = { id: string; locks: number; name: string; isActive: boolean }

async function ownerOf(db: Executor, { keys }: Pick<Deps, 'keys'>, token: string): Promise<Owner | null> {
  const read = readLockToken(keys.lockLink, token)
  if (read === null) return null
  const { rows } = await db.execute<Owner>(sql`
    select id, locks, ${raw(fullNameIn('users'))} as name, is_active as "isActive" from users
    where id = ${read.userId} and locks = ${read.locks} and deleted_at is null and now() < to_timestamp(${read.expiresAt})`)
  return rows[0] ?? null
}
