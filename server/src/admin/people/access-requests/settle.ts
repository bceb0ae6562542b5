import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { isInHandOf } from '../../engine/guard/people.ts'
import type { By } from '../../engine/store.ts'

type Given = { userId: string; applicationId: string; clientId: string; role: string }

/**
 * Settles the requests that a new assignment fulfils, however it came about: a decision, a bulk change or an import.
 *
 * @throws AppError not_yourself for one that the caller has made while acting for the person
 */
export async function settleRequests(
  tx: Tx,
  by: By,
  { userId, applicationId, clientId, role }: Given,
  which: Sql = sql`(client_id is null or client_id = ${clientId})`,
): Promise<void> {
  const { rows } = await tx.execute<Made>(sql`
    update access_requests set state = 'approved', decided_at = now(), decided_by = ${by.person.userId}, role = ${role},
      client_id = ${clientId}
    where user_id = ${userId} and application_id = ${applicationId} and state = 'waiting' and ${which}
    returning requested_by as "requestedBy"`)
  for (const request of rows) await refuseRequester(tx, by, request)
}

type Made = { requestedBy: string | null }

/**
 * Whoever has asked for access while acting for a person does not give or refuse it, nor does a program in their hand (ADR 0133).
 *
 * @throws AppError not_yourself
 */
export async function refuseRequester(tx: Tx, { person }: By, { requestedBy }: Made): Promise<void> {
  if (requestedBy !== null && (await isInHandOf(tx, requestedBy, person)))
    throw new AppError('not_yourself', { msg: ASKED_YOURSELF })
}

const ASKED_YOURSELF = 'You have asked for this yourself, for this person. Somebody else decides about it.'
