import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Author } from '../../engine/store.ts'
import { dutiesIn } from './duties-in.ts'
import { broken, heldOf } from './held-conflicts.ts'
import { IS_OPEN } from './is-open.ts'
import { type Refusal, refuseOrKeepReason } from './refuse-or-keep-reason.ts'

type Given = { userId: string; applicationId: string; clientId: string | null; role: string }

const REFUSAL = raw(`c.id as "ruleId", c.name, c.effect, c.roles, ${dutiesIn('c')} as duties, b.user_id as "userId"`)

/**
 * The rules `c` of an application that refuse something, or ask for a reason, each with the person and what breaks it, as `b`. A rule
 * from which a person is excepted refuses nothing of theirs.
 */
const refusalsOf = (applicationId: string, userId: string | null): Sql => sql`
  from (${broken(heldOf(userId))}) b join role_conflicts c on c.id = b.rule_id
  where c.application_id = ${applicationId} and c.effect <> 'report'
    and not exists (select from conflict_exceptions e where e.rule_id = c.id and e.user_id = b.user_id and ${IS_OPEN})`

/**
 * Checks what was just assigned or lent to somebody, in the transaction that did it and holds the lock of the person.
 *
 * @throws AppError invalid_request with the rules that refuse it, or ask for a reason
 */
export async function requireApart(
  tx: Tx,
  by: Author,
  { userId, applicationId, clientId, role }: Given,
): Promise<void> {
  const { rows } = await tx.execute<Refusal>(sql`
    select distinct ${REFUSAL} ${refusalsOf(applicationId, userId)}
      and lower(${role}) = any(b.roles) and (${clientId}::uuid is null or ${clientId}::uuid = any(b.clients))
    order by c.name`)
  await refuseOrKeepReason(tx, by, rows)
}

/**
 * Makes a change of roles or of the matrix, after which nobody may break a rule that they did not break before. What was broken
 * before is listed, and keeps nobody from other changes.
 *
 * @throws AppError invalid_request with the rules that refuse it, or ask for a reason
 */
export async function keepApart(tx: Tx, by: Author, applicationId: string, change: () => Promise<void>): Promise<void> {
  const { rows: rules } = await tx.execute(sql`
    select from role_conflicts where application_id = ${applicationId} and effect <> 'report' and deleted_at is null limit 1`)
  if (rules.length === 0) return change()
  const read = async () =>
    (
      await tx.execute<Refusal & { key: string }>(sql`
        select distinct ${REFUSAL}, concat_ws(' ', c.id, b.user_id, case when c.scope = 'client' then b.clients[1] end) as key
        ${refusalsOf(applicationId, null)} order by c.name`)
    ).rows
  const known = new Set((await read()).map(({ key }) => key))
  await change()
  const added = (await read()).filter(({ key }) => !known.has(key))
  await refuseOrKeepReason(tx, by, added)
}
