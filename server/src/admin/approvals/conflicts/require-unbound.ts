import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { holdersOf } from '../../../service-accounts/in-hand-of.ts'
import type { Author } from '../../engine/store.ts'
import { heldOf } from './held-conflicts.ts'

/**
 * Refuses a change of a rule by somebody who holds what it keeps apart, as nobody excepts themselves: they could take the effect
 * from it, or delete it, and approve what they have created. A program does it for nobody in whose hand it is.
 *
 * @throws AppError not_yourself
 */
export async function requireUnbound(
  tx: Tx,
  ruleId: string,
  { userId }: Author['person'],
  timeZone: string,
): Promise<void> {
  if (userId === null) return
  const bound = heldOf(timeZone, sql`select ${userId}::uuid union ${holdersOf(userId)}`)
  const { rows } = await tx.execute(sql`select from (${bound}) h where h.rule_id = ${ruleId} limit 1`)
  if (rows.length > 0)
    throw new AppError('not_yourself', {
      msg: 'You hold what this rule keeps apart. Somebody else has to change it.',
    })
}
