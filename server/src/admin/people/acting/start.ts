import { ACTING_MINUTES, type startActing as startCall } from '@gatehouse/contract/admin/people/acting.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import { countAttempt } from '../../../counting/count-attempt.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { NotWhileActing } from '../../../http/not-while-acting.ts'
import { findAccountById } from '../../../identity/users.ts'
import { notify } from '../../../notifications/notify.ts'
import { endActingsIn, RUNNING_ACTING } from '../../../sessions/acting.ts'
import { auditBy } from '../../engine/changes.ts'
import type { Touched } from '../../engine/guard/guard.ts'
import type { By } from '../../engine/store.ts'
import { lockUser } from '../roles.ts'

/**
 * Starts acting for a person in the session of the caller. The session is locked, so that of two starts at once, one wins.
 *
 * @throws AppError not_found, account_inactive, not_signed_in; NotWhileActing; not_allowed without the permission to change
 * things, where that is asked for, and with a token, which has no page that could show for whom its calls are
 */
export async function startActing(
  deps: Deps,
  tx: Tx,
  by: By,
  { id: userId }: Touched<'credential'>,
  { reason, mayChange = false }: Pick<Input<typeof startCall>, 'reason' | 'mayChange'>,
): Promise<void> {
  const { person } = by
  if (mayChange && !person.permissions.includes('users:act-change'))
    throw new AppError('not_allowed', { msg: 'To change things for the person you also need users:act-change.' })
  if (person.kind !== 'person' || person.via !== 'cookie')
    throw new AppError('not_allowed', { msg: 'Acting for somebody works in a browser only.' })
  const { name } = await lockUser(tx, userId)
  const account = await findAccountById(tx, userId)
  if (!account?.isActive) throw new AppError('account_inactive')
  const { rows } = await tx.execute<{ runs: boolean }>(sql`
    select exists (select 1 ${raw(RUNNING_ACTING)}) as runs
    from sessions s join users u on u.id = s.user_id left join roles r on r.id = u.role_id and r.deleted_at is null
    where s.id = ${person.sessionId} and s.ended_at is null for update of s`)
  if (rows[0] === undefined) throw new AppError('not_signed_in')
  if (rows[0].runs) throw new NotWhileActing()
  // It does not run any more, since this request was authenticated.
  await endActingsIn(tx, person.sessionId, {})
  await countAttempt(
    deps,
    [
      { bucket: 'acted-for', of: userId },
      { bucket: 'acting-starts', of: person.userId },
    ],
    { tx, subjectId: person.userId },
  )
  const started = await tx.execute<{ startedAt: Date; until: Date }>(sql`
    insert into actings (id, session_id, actor_id, user_id, reason, may_change, expires_at)
    values (${newId()}, ${person.sessionId}, ${person.userId}, ${userId}, ${reason}, ${mayChange},
      now() + make_interval(mins => ${ACTING_MINUTES}))
    returning started_at as "startedAt", expires_at as until`)
  const [times] = started.rows
  if (times === undefined) throw new Error('an acting that was not stored')
  const { firstName, lastName } = person.user
  const administrator = fullName({ firstName, lastName })
  await auditBy(tx, by, 'users.acting-started', userId, {
    ...{ name, administrator, reason, until: times.until.toISOString(), ...(mayChange && { mayChange }) },
  })
  await notify(deps, tx, 'acting-started', userId, {
    values: { administrator, reason, mayChange: mayChange ? 'yes' : '' },
    moments: { at: { at: times.startedAt, is: 'time' }, until: { at: times.until, is: 'time' } },
  })
}
