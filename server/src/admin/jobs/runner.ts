import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { Tx } from '../../db/database.ts'
import { isDatabaseFault } from '../../db/faults.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { makeRounds, type Rounds } from '../../rounds.ts'
import { isDistrusted } from '../../sessions/is-distrusted.ts'
import { jobTurn } from '../../signals.ts'
import { type OpenReplay, openReplay } from '../approvals/replays/replay-job.ts'
import { findCaller } from '../engine/find-caller.ts'
import { refuseInWords } from '../engine/resource.ts'
import type { By } from '../engine/store.ts'
import { changePerson, type Outcome } from './bulk.ts'
import { failureWords } from './failure-words.ts'
import { gather } from './gather.ts'
import { importAssignment, importUser } from './import-rows.ts'
import {
  type ClaimedJob,
  claimJob,
  endJob,
  holdJob,
  isAnotherWaiting,
  type JobItem,
  nextItems,
  postponeJob,
  releaseJob,
  settleItem,
  type Verdict,
} from './job-table.ts'
import { leave } from './leavers/leave.ts'

/** It stops after the current record. Another server continues the job. */
export type JobRunner = Pick<Rounds, 'start' | 'stop'> & {
  /** Runs until no job is left. */
  runAll: () => Promise<void>
}

const POLL_MS = 1000
/** After this many records, the permissions of the job's starter are checked again. */
const BATCH = 20
const POSTPONED_SECONDS = 5
/** After this time a job lets one of somebody else go first, and is continued later. */
const TURN_MS = 10_000
const SESSION_ENDED =
  'The session in which this was started was ended, or the password was changed since. Start it again.'

/**
 * Runs jobs record by record, in every server. A server that dies loses its lease after `leaseSeconds`. The records of
 * a query are gathered in chunks. A job that takes longer than `turnMs` lets one of somebody else go first.
 */
export function makeJobRunner(deps: Deps, { leaseSeconds = 30, chunk = 5000, turnMs = TURN_MS } = {}): JobRunner {
  const { db, log, outbox } = deps
  const runAll = async () => {
    for (;;) {
      const job = rounds.isStopped() ? null : await claimJob(db, leaseSeconds)
      if (job === null) return
      await jobTurn.run({ kind: job.kind }, () => work(job)).catch((error: unknown) => postpone(job, error))
    }
  }

  /** A database fault is not the fault of a record: the job is retried later, by any server. */
  const postpone = async (job: ClaimedJob, error: unknown) => {
    if (!isDatabaseFault(error)) throw error
    log.warn({ err: error, jobId: job.id }, 'a job waits for the database')
    await postponeJob(db, job, POSTPONED_SECONDS)
  }

  const work = async (job: ClaimedJob) => {
    const takenAt = performance.now()
    let replay: OpenReplay | string | null = null
    for (let isBegun = false; ; isBegun = true) {
      // A part of it is done in each turn, however many wait.
      if (isBegun && performance.now() - takenAt >= turnMs && (await isAnotherWaiting(db, job)))
        return releaseJob(db, job)
      if (rounds.isStopped()) return releaseJob(db, job)
      const { createdBy: userId, sessionId, keyId, createdAt: since } = job
      const person = await findCaller(db, { userId, sessionId, keyId, since })
      if (person === null || !needed(job).every((permission) => person.permissions.includes(permission)))
        return endJob(db, job, 'failed', new AppError('not_allowed').message)
      if (sessionId !== null && (await isDistrusted(db, sessionId))) return endJob(db, job, 'failed', SESSION_ENDED)
      const by: By = { person, ip: job.input.ip }
      if ('isReplay' in job.input) {
        replay ??= await openReplay(deps, job)
        const came = typeof replay === 'string' ? { error: replay } : await replay.next(leaseSeconds)
        if (came === 'more') continue
        return came === 'end' ? endJob(db, job, 'done', null) : endJob(db, job, 'failed', came.error)
      }
      if ('gatherFrom' in job.input) {
        if (await gather(db, job, by, { leaseSeconds, chunk })) continue
        return endJob(db, job, 'done', null)
      }
      const items = await nextItems(db, job, BATCH)
      if (items.length === 0) return endJob(db, job, isDryRun(job) ? 'checked' : 'done', null)
      for (const item of items) {
        if (rounds.isStopped()) return releaseJob(db, job)
        // Cancelled, or the lease was lost to another server.
        if (!(await doItem(job, item, by))) return endJob(db, job, 'done', null)
        job.position = item.number
      }
      outbox.wake()
    }
  }

  /** False if this server no longer holds the lease, or the job was cancelled. */
  const doItem = async (job: ClaimedJob, item: JobItem, by: By): Promise<boolean> => {
    const attempt = async (tx: Tx) => {
      if (!(await holdJob(tx, job))) throw new LeaseLost()
      const outcome = await apply(deps, tx, by, job, item)
      if (isDryRun(job)) throw new DryRunRollback(outcome)
      await settleItem(tx, job, item.number, done(outcome), leaseSeconds)
    }
    try {
      await db.transaction(attempt).catch(refuseInWords)
      return true
    } catch (error) {
      if (error instanceof LeaseLost) return false
      if (isDatabaseFault(error)) throw error
      const verdict = error instanceof DryRunRollback ? checked(error.outcome) : refusal(error, job, item)
      return db.transaction(async (tx) => {
        if (!(await holdJob(tx, job))) return false
        await settleItem(tx, job, item.number, verdict, leaseSeconds)
        return true
      })
    }
  }

  /** Unexpected errors are logged. The job continues with the next record. */
  const refusal = (error: unknown, job: ClaimedJob, item: JobItem): Verdict => {
    if (error instanceof AppError) return { state: 'failed', message: failureWords(error) }
    log.error({ err: error, jobId: job.id, number: item.number }, 'a record of a job failed')
    return { state: 'failed', message: new AppError('internal').message }
  }

  const rounds = makeRounds(POLL_MS, runAll, (error) => log.warn({ err: error }, 'a job was interrupted'))
  return { ...rounds, runAll }
}

/** Another server holds the lease, or the job was cancelled. */
class LeaseLost extends Error {}

/** Rolls back the change of a dry run and carries its outcome. */
class DryRunRollback extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/** Checked again for each batch: a starter who loses the permissions also loses the job, and so does one whose session is distrusted. */
function needed({ input }: ClaimedJob): Permission[] {
  if ('isReplay' in input) return ['approvals:write']
  return 'matching' in input || 'query' in input ? ['users:read', 'users:write'] : ['users:write']
}

const isDryRun = ({ input }: ClaimedJob) => 'isDryRun' in input && input.isDryRun

const done = (outcome: Outcome): Verdict =>
  outcome === 'unchanged' ? { state: 'unchanged' } : { state: 'done', effect: outcome }

const checked = (outcome: Outcome): Verdict =>
  outcome === 'unchanged' ? { state: 'unchanged' } : { state: 'waiting', effect: outcome }

async function apply(deps: Deps, tx: Tx, by: By, { kind, input }: ClaimedJob, item: JobItem): Promise<Outcome> {
  // A replay has no records.
  if ('isReplay' in input) return 'unchanged'
  if ('change' in input) return changePerson(deps, tx, by, input.change, String(item.input.userId))
  // A server of the former release takes such a row for an assignment, and refuses it: nobody is passed over in silence.
  if (kind === 'leave') return leave(deps, tx, by, item.input, input.lastDay ?? '')
  if (kind !== 'importUsers') return importAssignment(deps, tx, by, item.input)
  return importUser(deps, tx, by, item.input, input.invite ?? true)
}
