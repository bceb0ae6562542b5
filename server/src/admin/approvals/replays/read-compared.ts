import sql from 'sql-template-tag'
import type { Db, Executor, Tx } from '../../../db/database.ts'
import { readFormerMatrix, readFrom, readMatrix } from '../../../decisions/read-matrix.ts'
import type { ClaimedJob } from '../../jobs/job-table.ts'
import { draftSource } from '../drafts/draft-sql.ts'
import type { AskedMatrix } from './judge-again.ts'

/** What a replay compares, and how far it is. */
export type Compared = {
  applicationId: string
  from: string
  until: string
  target: AskedMatrix
  /** What counts now. */
  current: AskedMatrix
  /** The last decision that was looked at. */
  last: { at: string; id: number } | null
  /** Changed decisions that are stored. */
  listed: number
}

type Stored = Omit<Compared, 'target' | 'current' | 'last'> & {
  draftId: string | null
  version: number | null
  revision: number | null
  compared: string
  lastAt: string | null
  lastId: number | null
  now: number
  /** When the version ended; `null`: it counts now. */
  endedAt: number | null
}

export const DRAFT_GONE = 'The draft was deleted or published.'

/** @returns why there is nothing to compare, as text */
export const readCompared = (db: Db, timeZone: string, job: ClaimedJob): Promise<Compared | string> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`)
    const stored = await readStored(tx, job.id)
    if (stored === undefined || (stored.draftId === null && stored.version === null)) return DRAFT_GONE
    const { applicationId, from, until, draftId, version, now, endedAt } = stored
    const matrix = await readMatrix(tx, applicationId, timeZone)
    const target =
      draftId !== null
        ? { matrix: await readFrom(tx, timeZone, draftSource(applicationId, draftId)), now }
        : { matrix: await readFormerMatrix(tx, applicationId, version ?? 0, timeZone), now: endedAt ?? now }
    const compared = `${stored.revision ?? ''} ${matrix.version}`
    const isSame = stored.compared === compared
    if (!isSame) await beginAgain(tx, job, compared)
    const last =
      isSame && stored.lastAt !== null && stored.lastId !== null ? { at: stored.lastAt, id: stored.lastId } : null
    return { applicationId, from, until, target, current: { matrix, now }, last, listed: isSame ? stored.listed : 0 }
  })

async function readStored(on: Executor, jobId: string): Promise<Stored | undefined> {
  const { rows } = await on.execute<Stored>(sql`
    select r.application_id as "applicationId", r.from_at::text as "from", r.until_at::text as "until", r.draft_id as "draftId",
      r.version::float8 as version, f.revision, r.compared, r.last_at::text as "lastAt", r.last_id::float8 as "lastId",
      extract(epoch from now())::float8 * 1000 as now,
      (select extract(epoch from min(n.published_at))::float8 * 1000 from approval_versions n
        where n.application_id = r.application_id and n.version > r.version) as "endedAt",
      (select count(*)::int from approval_replay_changes c where c.job_id = r.job_id) as listed
    from approval_replays r left join approval_drafts f on f.id = r.draft_id
    where r.job_id = ${jobId}`)
  return rows[0]
}

async function beginAgain(tx: Tx, job: ClaimedJob, compared: string) {
  await tx.execute(sql`delete from approval_replay_changes where job_id = ${job.id}`)
  await tx.execute(sql`
    update approval_replays set compared = ${compared}, last_at = null, last_id = null, replayed = 0, allow_to_deny = 0,
      deny_to_allow = 0, changed_anyway = 0, unapprovable = 0, not_replayed = '{}'
    where job_id = ${job.id}`)
  const { rowCount } = await tx.execute(sql`
    update jobs set position = 0 where id = ${job.id} and position = ${job.position} and state = 'running'`)
  if (rowCount === 1) job.position = 0
}
