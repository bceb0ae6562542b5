import sql, { type Sql } from 'sql-template-tag'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { auditBy } from '../../engine/changes.ts'
import type { Author } from '../../engine/store.ts'
import { unmarkGap } from './mark-gap.ts'

/** A gap of one page that is meant: in paise, both inclusive, with region codes in the order of the alphabet; none: everywhere. */
export type PageMark = {
  clientId: string
  step: number | null
  from: number
  to: number | null
  regions: string[]
  reason: string
  lastDay: string | null
}

/** SQL: the rows of this gap, whatever their reason. */
const sameGap = (pageId: string, { clientId, step, from, to, regions }: Omit<PageMark, 'reason' | 'lastDay'>): Sql =>
  sql`page_id = ${pageId} and client_id = ${clientId} and step is not distinct from ${step}::int and range_from = ${from}
    and range_to is not distinct from ${to}::bigint and regions = ${regions}::text[]`

/**
 * Marks a gap, whether or not the matrix has it now: a mark of none says nothing. For the configuration as a file.
 *
 * @throws AppError not_found
 */
export async function markPage(tx: Tx, by: Author, pageId: string, mark: PageMark): Promise<void> {
  const { clientId, step, from, to, regions, reason, lastDay } = mark
  const { rows } = await tx.execute<{ applicationId: string; page: string; application: string; client: string }>(sql`
    select a.id as "applicationId", p.name as page, a.name as application, c.display_name as client
    from pages p join applications a on a.id = p.application_id join clients c on c.id = ${clientId} where p.id = ${pageId}`)
  const [place] = rows
  if (place === undefined) throw new AppError('not_found')
  const { applicationId, page, application, client } = place
  await tx.execute(sql`delete from intended_gaps where ${sameGap(pageId, mark)}`)
  const id = newId()
  await tx.execute(sql`
    insert into intended_gaps (id, application_id, client_id, page_id, step, range_from, range_to, regions, reason, last_day, created_by)
    values (${id}, ${applicationId}, ${clientId}, ${pageId}, ${step}, ${from}, ${to}, ${regions}::text[], ${reason}, ${lastDay},
      ${by.person.userId})`)
  await auditBy(tx, by, 'intendedGaps.marked', id, { name: page, application, client, reason, lastDay, changes: [] })
}

/** Takes such a mark away. One that is gone already needs nothing. */
export async function unmarkPage(tx: Tx, by: Author, pageId: string, mark: PageMark): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from intended_gaps where ${sameGap(pageId, mark)}`)
  for (const { id } of rows) await unmarkGap(tx, by, { intendedGapId: id })
}
