import { NO_SUCH_DRAFT, NO_SUCH_VERSION } from '@gatehouse/contract/admin/approvals/explain.ts'
import {
  DAYS_UPSIDE_DOWN,
  NO_DECISIONS,
  ONE_TARGET,
  REPLAYED_MAX,
  REPLAYS_AT_ONCE,
  type startApprovalReplay,
  TOO_MANY_DECISIONS,
  TOO_MANY_REPLAYS,
} from '@gatehouse/contract/admin/approvals/replays.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { auditBy } from '../../engine/changes.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import type { By } from '../../engine/store.ts'
import { requireLive } from '../../engine/table-store.ts'
import { insertJob } from '../../jobs/job-table.ts'
import { readDraft } from '../drafts/drafts.ts'

/** @throws AppError invalid_request with the problem; not_found for a draft or version of another application */
export async function startReplay(
  tx: Tx,
  by: By,
  timeZone: string,
  { applicationId, draftId, version, firstDay, lastDay }: Input<typeof startApprovalReplay>,
): Promise<{ _id: string }> {
  if ((draftId === undefined) === (version === undefined)) throw new AppError('invalid_request', { msg: ONE_TARGET })
  refuseFields({ firstDay: firstDay > lastDay ? DAYS_UPSIDE_DOWN : null })
  await requireLive(tx, 'applications', applicationId, 'There is no such application')
  const draftName = await targetOf(tx, { applicationId, draftId, version })
  const { from, until, total, open } = await countDecisions(tx, { applicationId, firstDay, lastDay, timeZone })
  if (open >= REPLAYS_AT_ONCE) throw new AppError('invalid_request', { msg: TOO_MANY_REPLAYS })
  if (total === 0) throw new AppError('invalid_request', { msg: NO_DECISIONS })
  if (total > REPLAYED_MAX) throw new AppError('invalid_request', { msg: TOO_MANY_DECISIONS })
  const id = await insertJob(tx, by, 'replay', { ip: by.ip, isReplay: true }, total)
  await tx.execute(sql`
    insert into approval_replays (job_id, application_id, draft_id, draft_name, version, first_day, last_day, from_at, until_at)
    values (${id}, ${applicationId}, ${draftId ?? null}, ${draftName}, ${version ?? null}, ${firstDay}, ${lastDay}, ${from}::timestamptz,
      ${until}::timestamptz)`)
  await auditBy(tx, by, 'jobs.started', id, { name: 'replay', total })
  return { _id: id }
}

type Target = { applicationId: string; draftId: string | undefined; version: number | undefined }

/** @returns the name of the draft, or empty */
async function targetOf(tx: Tx, { applicationId, draftId, version }: Target): Promise<string> {
  if (draftId !== undefined) {
    const draft = await readDraft(tx, draftId)
    if (draft.application._id !== applicationId) throw new AppError('not_found', { msg: NO_SUCH_DRAFT })
    return draft.name
  }
  const { rowCount } = await tx.execute(sql`
    select from approval_versions where application_id = ${applicationId} and version = ${version}`)
  if (rowCount === 0) throw new AppError('not_found', { msg: NO_SUCH_VERSION })
  return ''
}

type Days = { applicationId: string; firstDay: string; lastDay: string; timeZone: string }

/** The moments between which decisions are replayed, how many there are, and how many replays are under way. */
async function countDecisions(tx: Tx, { applicationId, firstDay, lastDay, timeZone }: Days) {
  // Two replays that start at once are counted one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('approval replays'))`)
  const { rows } = await tx.execute<{ from: string; until: string; total: number; open: number }>(sql`
    select period.from_at::text as "from", period.until_at::text as "until",
      (select count(*)::int from (
        select 1 from approval_decisions d where d.application_id = ${applicationId} and d.at >= period.from_at and d.at < period.until_at
        limit ${REPLAYED_MAX + 1}) counted) as total,
      (select count(*)::int from jobs where kind = 'replay' and state in ('waiting', 'running')) as open
    from (select ${firstDay}::date::timestamp at time zone ${timeZone} as from_at,
      least(now(), (${lastDay}::date + 1)::timestamp at time zone ${timeZone}) as until_at) period`)
  return rows[0] as (typeof rows)[number]
}
