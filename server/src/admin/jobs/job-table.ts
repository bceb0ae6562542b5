import type { BulkChange, FileGuess, Job, Matching } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql, { join, raw } from 'sql-template-tag'
import { newId } from '../../crypto/ids.ts'
import type { Db, Tx } from '../../db/database.ts'
import { isPending } from '../../db/is-pending.ts'
import { AppError } from '../../errors.ts'
import type { By } from '../engine/store.ts'

/**
 * The task of a job. `gatherFrom`: its records still have to be gathered, starting at this id; until then `confirmed` is
 * their number. `leftOut`: how many no longer matched then. `query` replaces `matching` in jobs started by the previous release. `lastDay`: of leavers.
 */
export type JobInput = { ip: string } & (
  | {
      change: BulkChange
      matching?: Matching
      query?: Matching['query']
      gatherFrom?: string | null
      confirmed?: number
      leftOut?: number
    }
  | { isDryRun: boolean; file?: FileGuess; invite?: boolean; lastDay?: string }
  | { isReplay: true }
)

/** A replay of decisions (ADR 0092) is listed with the approvals, and not with the jobs about people. */
export type JobKind = Job['kind'] | 'replay'
const IS_ABOUT_PEOPLE = raw("kind <> 'replay'")

/** How many jobs of one person may wait or run at a time. */
export const OPEN_JOBS_MAX = 20

/** One record of a job, or one row of a file. */
export type JobItem = { number: number; input: { name: string } & Record<string, string | number> }

const SELECT = raw(`id as "_id", kind, state, coalesce((input->>'isDryRun')::boolean, false) as "isDryRun",
  cancel_requested as "cancelRequested", input->'file' as file,
  case when input ? 'gatherFrom' then greatest(total, (input->>'confirmed')::int) else total end as total,
  coalesce((input->>'leftOut')::int, 0) as "leftOut", position, succeeded, failed, coalesce(error, '') as error,
  to_json(created_at at time zone 'utc')#>>'{}' || 'Z' as "createdAt",
  to_json(finished_at at time zone 'utc')#>>'{}' || 'Z' as "finishedAt"`)

/**
 * Nobody fills the queue. Until the transaction ends, no other job of this person begins.
 *
 * @throws AppError too_many_jobs
 */
export async function requireRoom(tx: Tx, { person: { userId } }: By): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`jobs ${userId}`}, 0))`)
  const { rows } = await tx.execute<{ open: number }>(sql`
    select count(*)::int as open from jobs where created_by = ${userId} and state in ('waiting', 'running')`)
  if ((rows[0]?.open ?? 0) >= OPEN_JOBS_MAX) throw new AppError('too_many_jobs')
}

/** The key with which somebody calls: what it begins ends with it. */
export const keyOf = ({ person }: By): string | null => (person.kind === 'service-account' ? person.keyId : null)

/** @throws AppError too_many_jobs */
export async function insertJob(tx: Tx, by: By, kind: JobKind, input: JobInput, total: number): Promise<string> {
  const id = newId()
  await requireRoom(tx, by)
  await tx.execute(sql`
    insert into jobs (id, kind, input, total, created_by, session_id, key_id)
    values (${id}, ${kind}, ${JSON.stringify(input)}::jsonb, ${total}, ${by.person.userId}, ${by.person.sessionId}, ${keyOf(by)})`)
  return id
}

/** Jobs of the last seven days that stopped or had failed records. */
export const IS_FAILED = raw(
  "kind <> 'replay' and (state = 'failed' or (state = 'done' and failed > 0)) and created_at > now() - interval '7 days'",
)

/** The jobs of one person, newest first, or only the one with this id. */
export async function listJobsOf(
  db: Db | Tx,
  userId: string,
  { id, isFailed = false }: { id?: string; isFailed?: boolean | undefined } = {},
): Promise<Job[]> {
  const one = id === undefined ? sql`` : sql`and id = ${id}`
  const failed = isFailed ? sql`and ${IS_FAILED}` : sql``
  const { rows } = await db.execute<Job>(sql`
    select ${SELECT} from jobs where created_by = ${userId} and ${IS_ABOUT_PEOPLE} ${one} ${failed} order by created_at desc, id desc limit 100`)
  return rows
}

/** A job whose lease this server holds. No other server works on it until the lease ends. */
export type ClaimedJob = {
  id: string
  kind: JobKind
  input: JobInput
  total: number
  position: number
  createdBy: string
  /** `null` for a service account. */
  sessionId: string | null
  /** `null` for a person, and for jobs that the previous release began. */
  keyId: string | null
  createdAt: Date
}

const CLAIMED =
  raw(`id, kind, input, total, position, created_by as "createdBy", session_id as "sessionId", key_id as "keyId",
  created_at as "createdAt"`)

/** No lease of a job is longer. */
const LEASE_MAX_SECONDS = 300
/** Jobs that no server works on. */
const IS_FREE = sql`state in ('waiting', 'running') and not ${isPending('claimed_until', LEASE_MAX_SECONDS)}`

/** The next job: people take turns, and the one whose turn was longest ago comes first. */
export async function claimJob(db: Db, leaseSeconds: number): Promise<ClaimedJob | null> {
  const { rows } = await db.execute<ClaimedJob>(sql`
    update jobs set state = 'running', claimed_until = now() + make_interval(secs => ${leaseSeconds}), served_at = clock_timestamp()
    where id = (
      select id from jobs j where ${IS_FREE}
      order by (select max(o.served_at) from jobs o where o.created_by = j.created_by) nulls first, created_at, id
      limit 1 for update skip locked)
    returning ${CLAIMED}`)
  return rows[0] ?? null
}

/** Whether somebody else has a job that no server works on. */
export async function isAnotherWaiting(db: Db, { createdBy }: ClaimedJob): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from jobs where ${IS_FREE} and created_by <> ${createdBy} limit 1`)
  return rowCount === 1
}

/** Locks the job until the transaction ends. False if this server has lost the lease, or the job was cancelled. */
export async function holdJob(tx: Tx, { id, position, total }: ClaimedJob): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select 1 from jobs
    where id = ${id} and position = ${position} and total = ${total} and state = 'running' and not cancel_requested
    for update`)
  return rowCount === 1
}

export type Verdict = {
  state: 'waiting' | 'done' | 'unchanged' | 'failed'
  message?: string
  effect?: 'added' | 'changed'
}

/** Stores the result of a record in the transaction of its change, so that it is processed exactly once. */
export async function settleItem(tx: Tx, job: ClaimedJob, number: number, verdict: Verdict, leaseSeconds: number) {
  const { state, message = '', effect = '' } = verdict
  await tx.execute(sql`
    update job_items set state = ${state}, message = ${message}, input = input || jsonb_build_object('effect', ${effect}::text)
    where job_id = ${job.id} and number = ${number}`)
  await tx.execute(sql`
    update jobs set position = ${number}, succeeded = succeeded + ${state === 'done' ? 1 : 0},
      failed = failed + ${state === 'failed' ? 1 : 0}, claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where id = ${job.id}`)
}

/** The next unprocessed records. */
export async function nextItems(db: Db, { id, position }: ClaimedJob, limit: number): Promise<JobItem[]> {
  const { rows } = await db.execute<JobItem>(sql`
    select number, input from job_items where job_id = ${id} and number > ${position} and state = 'waiting'
    order by number limit ${limit}`)
  return rows
}

/** Ends a job whose lease this server still holds. A cancelled job ends as cancelled, whatever its result. */
export async function endJob(
  db: Db,
  { id, position }: ClaimedJob,
  state: 'done' | 'checked' | 'failed',
  error: string | null,
) {
  await db.execute(sql`
    update jobs set state = case when cancel_requested then 'cancelled' else ${state}::text end, error = ${error},
      position = case when ${state} in ('done', 'checked') and not cancel_requested then total else position end,
      finished_at = now(), claimed_until = null
    where id = ${id} and position = ${position} and state = 'running'`)
}

/** Releases the lease: another server, or this one after a restart, continues the job. */
export async function releaseJob(db: Db, { id, position }: ClaimedJob): Promise<void> {
  await db.execute(sql`
    update jobs set claimed_until = null where id = ${id} and position = ${position} and state = 'running'`)
}

/** Postpones a job; then any server continues it. */
export async function postponeJob(db: Db, { id, position }: ClaimedJob, seconds: number): Promise<void> {
  await db.execute(sql`
    update jobs set claimed_until = now() + make_interval(secs => ${seconds})
    where id = ${id} and position = ${position} and state = 'running'`)
}

/** Appends records, numbered after `after`. Those with a message have already failed. */
export async function insertItems(tx: Tx, jobId: string, items: (JobItem & { message?: string })[]): Promise<void> {
  const columns = [
    sql`${items.map(({ number }) => number)}::int[]`,
    sql`${items.map(({ input }) => JSON.stringify(input))}::text[]`,
    sql`${items.map(({ message = '' }) => message)}::text[]`,
  ]
  await tx.execute(sql`
    with noted as (
      insert into job_items (job_id, number, input, message, state)
      select ${jobId}, number, input::jsonb, message, case when message = '' then 'waiting' else 'failed' end
      from unnest(${join(columns)}) as i (number, input, message)
      returning state)
    update jobs set failed = failed + (select count(*) from noted where state = 'failed') where id = ${jobId}`)
}
