import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { Author } from '../../engine/store.ts'
import { keepApart } from './require-apart.ts'
import { takeMatrixTurn } from './take-turn.ts'

/**
 * Makes changes of page access, each of a role, by which nobody may break a rule that they did not break before. They are judged together, those of
 * each application.
 *
 * @throws AppError not_found for a role that does not exist; invalid_request as `keepApart` does
 */
export async function keepAccessApart<Who extends Author, Change extends { roleId: string }>(
  tx: Tx,
  by: Who,
  { timeZone, changes }: { timeZone: string; changes: readonly Change[] },
  make: (part: Who, change: Change) => Promise<void>,
): Promise<void> {
  const ids = sql`any(${changes.map(({ roleId }) => roleId)}::uuid[])`
  // All turns before the first record.
  await takeMatrixTurn(tx, sql`select application_id from application_roles where id = ${ids}`)
  const { rows } = await tx.execute<{ id: string; applicationId: string }>(sql`
    select id, application_id as "applicationId" from application_roles where id = ${ids}`)
  const applicationOf = new Map(rows.map(({ id, applicationId }) => [id, applicationId]))
  const byApplication = Map.groupBy(changes, ({ roleId }) => applicationOf.get(roleId))
  for (const [applicationId, those] of byApplication) {
    if (applicationId === undefined) throw new AppError('not_found')
    await keepApart(tx, by, { applicationId, timeZone }, async (part) => {
      for (const change of those) await make(part, change)
    })
  }
}
