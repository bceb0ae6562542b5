import { findingText } from '@gatehouse/contract/admin/approvals/finding-words.ts'
import {
  GAP_NOT_MARKED,
  type markIntendedGap,
  type unmarkIntendedGap,
} from '@gatehouse/contract/admin/approvals/intended-gaps.ts'
import { FINDING_IS_GONE } from '@gatehouse/contract/admin/approvals/mends.ts'
import { MATRIX_CHANGED } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { isGap } from '../../../approvals/contains-finding.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { today } from '../../../db/today.ts'
import { readMatrix } from '../../../decisions/read-matrix.ts'
import { AppError } from '../../../errors.ts'
import { auditBy } from '../../engine/changes.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import type { Author, By } from '../../engine/store.ts'
import { ENGLISH, toWireFinding } from '../check.ts'
import { keyOf } from '../finding-key.ts'
import { lintApprovals } from '../lint-approvals.ts'

type Known = { version: number; application: string; client: string; now: number }

/**
 * Marks a gap of what counts as intended, on each of its pages.
 *
 * @throws AppError not_found; changed_meanwhile when the matrix has another version or no such gap; invalid_request for another finding, or a last day that is over
 */
export async function markGap(
  tx: Tx,
  by: By,
  timeZone: string,
  { applicationId, clientId, version, finding: key, reason, lastDay = null }: Input<typeof markIntendedGap>,
): Promise<Record<string, never>> {
  // A mark whose last day is over says nothing: the gap would be found again at once.
  const { rows: days } = await tx.execute<{ isOver: boolean }>(
    sql`select ${lastDay}::date < ${today(timeZone)} as "isOver"`,
  )
  refuseFields({ lastDay: days[0]?.isOver === true ? 'The last day must be in the future' : null })
  const { rows } = await tx.execute<Known>(sql`
    select m.version::float8 as version, a.name as application, c.display_name as client,
      extract(epoch from now())::float8 * 1000 as now
    from approval_matrices m join applications a on a.id = m.application_id and a.deleted_at is null
      join clients c on c.id = ${clientId} and c.deleted_at is null
    where m.application_id = ${applicationId} for share of m`)
  const [known] = rows
  if (known === undefined) throw new AppError('not_found')
  const { application, client, now } = known
  if (known.version !== version) throw new AppError('changed_meanwhile', { msg: MATRIX_CHANGED })
  const matrix = await readMatrix(tx, applicationId, timeZone)
  const { findings } = await lintApprovals({ matrix, clientId, now })
  const finding = findings.find((one) => keyOf(one) === key)
  if (finding === undefined) throw new AppError('changed_meanwhile', { msg: FINDING_IS_GONE })
  if (!isGap(finding.code)) throw new AppError('invalid_request', { msg: GAP_NOT_MARKED })
  const { step, from, to, regions, pages } = finding
  const text = findingText(toWireFinding(finding), ENGLISH)
  for (const page of pages) {
    // A mark whose last day is over is replaced.
    await tx.execute(sql`
      delete from intended_gaps where application_id = ${applicationId} and client_id = ${clientId} and page_id = ${page.id}
        and step is not distinct from ${step}::int and range_from = ${from} and range_to is not distinct from ${to}::bigint
        and regions = ${regions.toSorted()}::text[]`)
    const id = newId()
    await tx.execute(sql`
      insert into intended_gaps (id, application_id, client_id, page_id, step, range_from, range_to, regions, reason, last_day, created_by)
      values (${id}, ${applicationId}, ${clientId}, ${page.id}, ${step}, ${from}, ${to}, ${regions.toSorted()}::text[], ${reason},
        ${lastDay}, ${by.person.userId})`)
    await auditBy(tx, by, 'intendedGaps.marked', id, {
      ...{ name: `${page.name}: ${text}`, application, client, reason, lastDay, changes: [] },
    })
  }
  return {}
}

/** @throws AppError not_found */
export async function unmarkGap(
  tx: Tx,
  by: Author,
  { intendedGapId }: Input<typeof unmarkIntendedGap>,
): Promise<Record<string, never>> {
  const { rows } = await tx.execute<{ application: string; client: string; name: string }>(sql`
    with gone as (delete from intended_gaps where id = ${intendedGapId} returning *)
    select a.name as application, c.display_name as client, p.name from gone g
      join applications a on a.id = g.application_id join clients c on c.id = g.client_id join pages p on p.id = g.page_id`)
  if (rows[0] === undefined) throw new AppError('not_found')
  await auditBy(tx, by, 'intendedGaps.unmarked', intendedGapId, { ...rows[0], changes: [] })
  return {}
}
