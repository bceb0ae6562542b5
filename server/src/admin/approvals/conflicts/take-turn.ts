import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'

/**
 * Who holds what is compared with what a rule keeps apart, so nothing of either may change between the comparison and the commit. Until
 * its end, a transaction has a turn: changes of one person in an application share it, and a change of its matrix or rules, which may
 * concern everybody, has it alone. A turn is taken after the locks of people, and before those of records.
 */
const EVERY_APPLICATION = sql`hashtextextended('separation of duties', 0)`
const turnOf = (applicationId: Sql) =>
  sql`hashtextextended('separation of duties ' || (${applicationId})::uuid::text, 0)`

type Given = { userId: string; applicationId: string }

/**
 * Takes the turn of a change of what a person holds, whose lock the transaction has. Who lends has it alone: what they get, their stand-ins get,
 * too, whose locks the transaction does not have. Nobody lends meanwhile, because that needs the lock of the lender.
 */
export async function takePersonTurn(tx: Tx, { userId, applicationId }: Given): Promise<void> {
  const turn = turnOf(sql`${applicationId}`)
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(${EVERY_APPLICATION}), case when exists (
        select from stand_ins where lender_id = ${userId} and application_id = ${applicationId} and ended_at is null)
      then pg_advisory_xact_lock(${turn}) else pg_advisory_xact_lock_shared(${turn}) end`)
}

/**
 * Takes the turn of a change of matrices or rules.
 *
 * @param applicationIds SQL of their ids; `null`: of every application
 */
export async function takeMatrixTurn(tx: Tx, applicationIds: Sql | null): Promise<void> {
  if (applicationIds === null) {
    await tx.execute(sql`select pg_advisory_xact_lock(${EVERY_APPLICATION})`)
    return
  }
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${EVERY_APPLICATION})`)
  await tx.execute(sql`
    with wanted as materialized (
      select distinct w.id from (${applicationIds}) w(id) where w.id is not null order by w.id)
    select pg_advisory_xact_lock(${turnOf(sql`id`)}) from wanted`)
}
