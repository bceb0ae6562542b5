import sql, { raw } from 'sql-template-tag'
import { recordAudit } from '../../../audit/record-audit.ts'
import { countAttempt } from '../../../counting/count-attempt.ts'
import { secretHash } from '../../../crypto/secrets.ts'
import type { Executor, Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { administratorsWith } from '../../../notifications/administrators.ts'
import { notify } from '../../../notifications/notify.ts'
import { IS_OPEN } from './is-open.ts'

type Visitor = { ip: string }

/** @throws AppError too_many_attempts */
export async function isStopLinkUsable(deps: Deps, { ip }: Visitor, uuid: string): Promise<boolean> {
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  const { rows } = await deps.db.execute(sql`
    select from account_recoveries r where r.stop_hash = ${linkHash(uuid)} and ${IS_OPEN}`)
  return rows.length > 0
}

/**
 * Stops a recovery by the link at the old addresses. Administrators are notified: who has started it may have been
 * deceived.
 *
 * @throws AppError stop_link_invalid, too_many_attempts
 */
export async function stopRecovery(deps: Deps, { ip }: Visitor, uuid: string): Promise<void> {
  const { db, outbox } = deps
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ userId: string }>(sql`
      update account_recoveries r set state = 'stopped', settled_at = now()
      where r.stop_hash = ${linkHash(uuid)} and ${IS_OPEN} returning r.user_id as "userId"`)
    const [stopped] = rows
    if (stopped === undefined) throw new AppError('stop_link_invalid')
    const { userId } = stopped
    const person = await nameOf(tx, userId)
    await recordAudit(tx, {
      ...{ event: 'users.recovery-stopped', actorId: userId, subjectId: userId, ip },
      detail: { name: person },
    })
    for (const administrator of await administratorsWith(tx, 'users:write'))
      if (administrator !== userId) await notify(deps, tx, 'recovery-stopped', administrator, { values: { person } })
  })
  outbox.wake()
}

/**
 * Ends what is open for an account whose owner locks it, or which an administrator has secured: by a new password or address, or by
 * taking it out of use. A recovery that somebody has begun before must not open it then.
 */
export async function stopRecoveriesOf(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update account_recoveries r set state = 'stopped', settled_at = now()
    where r.user_id = ${userId} and r.state in ('approval', 'waiting', 'sent')`)
}

const linkHash = (uuid: string): Buffer => secretHash(uuid.toLowerCase())

async function nameOf(on: Executor, userId: string): Promise<string> {
  const { rows } = await on.execute<{ name: string }>(
    sql`select ${raw(fullNameIn('users'))} as name from users where id = ${userId}`,
  )
  return rows[0]?.name ?? ''
}
