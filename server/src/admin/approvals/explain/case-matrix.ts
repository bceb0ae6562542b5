import {
  type explainApproval,
  NO_SUCH_DRAFT,
  NO_SUCH_VERSION,
  ONE_MATRIX,
} from '@gatehouse/contract/admin/approvals/explain.ts'
import { APPROVAL_REASONS } from '@gatehouse/contract/approval-reasons.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Facts } from '../../../approvals/decide.ts'
import type { Matrix } from '../../../approvals/matrix.ts'
import type { Executor } from '../../../db/database.ts'
import { type About, readFacts } from '../../../decisions/read-facts.ts'
import { readFrom } from '../../../decisions/read-matrix.ts'
import { readTogether } from '../../../decisions/read-together.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import { draftSource } from '../drafts/draft-sql.ts'
import { readDraft } from '../drafts/drafts.ts'

type Asked = Pick<Input<typeof explainApproval>, 'applicationId' | 'draftId' | 'version' | 'day'>
type CaseMatrix = Pick<Output<typeof explainApproval>, 'draft' | 'at'> & {
  matrix: Matrix
  facts: Facts
}

/**
 * The matrix that is asked about a case, with the facts of now about one person and client.
 *
 * @throws AppError not_found, also for a draft or version of another application; invalid_request when several are named, and for a
 *   day without a matrix
 */
export async function readCaseMatrix(deps: Deps, about: About, asked: Asked): Promise<CaseMatrix> {
  const { applicationId, draftId, version, day } = asked
  if ([draftId, version, day ?? undefined].filter((one) => one !== undefined).length > 1)
    throw new AppError('invalid_request', { msg: ONE_MATRIX })
  if (draftId !== undefined) return readOfDraft(deps, applicationId, about, draftId)
  if (version !== undefined) return readOfVersion(deps, applicationId, about, version)
  const at = day ? await endOf(deps.db, day, deps.config.timeZone) : null
  const { matrix, snapshot, refusal } = await readTogether(deps, applicationId, [about], at)
  refuseFields({ day: refusal === undefined ? null : APPROVAL_REASONS[refusal] })
  return { matrix, facts: snapshot.facts[0] as Facts, draft: null, at }
}

/**
 * The same about all documents of a client.
 *
 * @throws AppError not_found for an unknown client, too
 */
export async function readMatrixOfClient(deps: Deps, { clientId, ...asked }: Asked & { clientId: string }) {
  const { matrix, facts, draft, at } = await readCaseMatrix(deps, { userId: null, client: clientId }, asked)
  const { client } = facts
  if (client === null) throw new AppError('not_found')
  return { matrix, facts: { ...facts, client }, answeredBy: { version: matrix.version, draft, at } }
}

/** Draft and facts are read as they are at one moment. */
const readOfDraft = ({ db, config }: Deps, applicationId: string, about: About, draftId: string) =>
  db.transaction(async (tx): Promise<CaseMatrix> => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    const draft = await readDraft(tx, draftId)
    if (draft.application._id !== applicationId) throw new AppError('not_found', { msg: NO_SUCH_DRAFT })
    const facts = await factsOf(tx, applicationId, about)
    const matrix = await readFrom(tx, config.timeZone, draftSource(applicationId, draftId))
    return { matrix, facts, draft: { _id: draftId, name: draft.name }, at: null }
  })

/** A former version is judged by the days of the moment in which it ended, without what is lent now. */
async function readOfVersion(
  { db, matrices }: Deps,
  applicationId: string,
  about: About,
  version: number,
): Promise<CaseMatrix> {
  const facts = await factsOf(db, applicationId, about)
  const { rows } = await db.execute<{ until: Date | null }>(sql`
    select (select min(n.published_at) from approval_versions n
      where n.application_id = v.application_id and n.version > v.version) as until
    from approval_versions v where v.application_id = ${applicationId} and v.version = ${version}`)
  if (rows[0] === undefined) throw new AppError('not_found', { msg: NO_SUCH_VERSION })
  const matrix = await matrices.ofVersion(applicationId, version)
  const { until } = rows[0]
  if (until === null) return { matrix, facts, draft: null, at: null }
  return { matrix, facts: { ...facts, now: until.getTime(), standIns: [] }, draft: null, at: until.toISOString() }
}

/** The last moment of a day; `null`: the day is today. */
async function endOf(on: Executor, day: string, timeZone: string): Promise<string | null> {
  const { rows } = await on.execute<{ end: Date; isToday: boolean }>(sql`
    select ((${day}::date + 1)::timestamp at time zone ${timeZone}) - interval '1 millisecond' as end,
      ${day}::date = (now() at time zone ${timeZone})::date as "isToday"`)
  const [found] = rows
  return found === undefined || found.isToday ? null : found.end.toISOString()
}

async function factsOf(on: Executor, applicationId: string, about: About): Promise<Facts> {
  const snapshot = await readFacts(on, applicationId, [about])
  if (snapshot === null) throw new AppError('not_found')
  return snapshot.facts[0] as Facts
}
