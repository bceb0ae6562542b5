import sql, { raw } from 'sql-template-tag'
import { prepared, type Tx } from '../../../db/database.ts'
import { PORTAL } from '../../engine/store.ts'
import { dutiesIn } from './duties-in.ts'
import { broken, heldOf } from './held-conflicts.ts'
import { type Refusal, refuseOrKeepReason } from './refuse-or-keep-reason.ts'

type Gift = { applicationId: string; clientId: string; role: string; timeZone: string }

/** Nobody has this id. */
const NEWCOMER = '00000000-0000-0000-0000-000000000000'

/**
 * Checks what somebody will get who has nothing yet. A rule that asks for a reason refuses it, because the reason would have to be given later,
 * when the person comes.
 *
 * @throws AppError invalid_request with the rules that the role breaks by itself
 */
export async function requireGiftApart(tx: Tx, { applicationId, clientId, role, timeZone }: Gift): Promise<void> {
  // The assignment of this statement stands in the place of the table.
  const { rows } = await tx.execute<Refusal>(prepared('refusals-of-gift')`
    with assignments as (
      select ${NEWCOMER}::uuid as user_id, ${applicationId}::uuid as application_id, ${clientId}::uuid as client_id,
        ${role}::text as role, null::timestamptz as valid_until)
    select distinct c.id as "ruleId", c.name, c.effect, c.roles, ${raw(dutiesIn('c'))} as duties, b.user_id as "userId"
    from (${broken(heldOf(timeZone, sql`${NEWCOMER}::uuid`))}) b join role_conflicts c on c.id = b.rule_id
    where c.effect <> 'report' order by c.name`)
  await refuseOrKeepReason(tx, PORTAL, rows)
}
