import { EXCEPTED_ALREADY, type exceptFromRule } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { endedMeanwhile } from '../../../audit/decided-meanwhile.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import type { Touched } from '../../engine/guard/guard.ts'
import { requireOther } from '../../engine/guard/people.ts'
import { momentOf } from '../../engine/moment-of.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import { type By, readsPeople } from '../../engine/store.ts'
import { IS_OPEN } from './is-open.ts'
import { NOTICE_DAYS } from './notify-exception-ends.ts'
import { recordException } from './record-exception.ts'

type Wanted = Omit<Input<typeof exceptFromRule>, 'userId'> & { person: Touched<'assignment'> }

/** An exception may last so long. */
const DAYS_MAX = 366

/**
 * Excepts a person from a rule until a moment. The caller owns the exception.
 *
 * @throws AppError not_found for a rule that is deleted; not_yourself; invalid_request for a wrong end, or a second exception
 */
export async function exceptPerson(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  by: By,
  { person: { id: userId }, ruleId, reason, control, validUntil }: Wanted,
): Promise<{ _id: string }> {
  // Not even who could assign themselves everything: that somebody else answers for it is what the rule is worth.
  await requireOther(tx, userId, by)
  const rule = await tx.execute(sql`
    select 1 from role_conflicts c join applications a on a.id = c.application_id and a.deleted_at is null
    where c.id = ${ruleId} and c.deleted_at is null for share of c`)
  if (rule.rows.length === 0) throw new AppError('not_found')
  const until = momentOf(validUntil, 1, config.timeZone)
  const { rows } = await tx.execute<{ isOver: boolean; isLong: boolean; isSecond: boolean }>(sql`
    select w.until <= now() as "isOver", w.until > now() + make_interval(days => ${DAYS_MAX}) as "isLong",
      exists (select from conflict_exceptions e where e.rule_id = ${ruleId} and e.user_id = ${userId} and ${IS_OPEN}) as "isSecond"
    from (select ${until} as until) w`)
  const [found] = rows
  refuseFields({
    validUntil: found?.isOver
      ? 'The end must be in the future'
      : found?.isLong
        ? 'An exception lasts for a year at most'
        : null,
  })
  if (found?.isSecond) throw new AppError('invalid_request', { msg: EXCEPTED_ALREADY })
  const id = newId()
  await tx.execute(sql`
    insert into conflict_exceptions (id, rule_id, user_id, owner_id, reason, control, valid_until, is_end_notified)
    select ${id}, ${ruleId}, ${userId}, ${by.person.userId}, ${reason}, ${control}, w.until,
      w.until <= now() + make_interval(days => ${NOTICE_DAYS})
    from (select ${until} as until) w`)
  await recordException(tx, by, id, 'added')
  return { _id: id }
}

/** Ends an exception before its time. @throws AppError changed_meanwhile when somebody has ended it; not_found for one that is over */
export async function endException(tx: Tx, by: By, id: string): Promise<Record<string, never>> {
  const { rowCount } = await tx.execute(sql`
    update conflict_exceptions e set ended_at = now(), ended_by = ${by.person.userId} where e.id = ${id} and ${IS_OPEN}`)
  if (rowCount === 0)
    throw await endedMeanwhile(tx, sql`from conflict_exceptions t where t.id = ${id}`, readsPeople(by.person))
  await recordException(tx, by, id, 'ended')
  return {}
}
