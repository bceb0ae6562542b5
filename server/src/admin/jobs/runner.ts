import type { Tx } from '../../db/database.ts'
import { isDatabaseBusy, isDatabaseDown } from '../../db/faults.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
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
  type JobItem,
  nextItems,
  postponeJob,
  releaseJob,
  settleItem,
  type Verdict,
} from './job-table.ts'
import { findStarter } from './starter.ts'

export type JobRunner = {
  start: () => void
  /** Works until nothing is left to do. */
  runAll: () => Promise<void>
  /** Lets the record under way finish; another server goes on with the rest. */
  stop: () => Promise<void>
}

const POLL_MS = 1000
/** After so many records it is asked again whether whoever started the job may still do this. */
const BATCH = 20
const POSTPONED_SECONDS = 5

/**
 * Does jobs, record by record, in every server. A server that dies loses its claim after `leaseSeconds`; what a query
 * matches is gathered `chunk` by `chunk`.
 */
export function makeJobRunner(deps: Deps, { leaseSeconds = 30, chunk = 5000 } = {}): JobRunner {
  const { db, log, outbox } = deps
  let isStopped = false
  let timer: NodeJS.Timeout | null = null
  let underWay: Promise<void> | null = null

  const runAll = async () => {
    for (;;) {
      const job = isStopped ? null : await claimJob(db, leaseSeconds)
      if (job === null) return
      await work(job).catch((error: unknown) => postpone(job, error))
    }
  }

  /** A fault of the database says nothing about a record: it is tried again later, by whichever server comes first. */
  const postpone = async (job: ClaimedJob, error: unknown) => {
    if (!isPassing(error)) throw error
    log.warn({ err: error, jobId: job.id }, 'a job waits for the database')
    await postponeJob(db, job, POSTPONED_SECONDS)
  }

  const work = async (job: ClaimedJob) => {
    for (;;) {
      if (isStopped) return releaseJob(db, job)
      const person = await findStarter(db, job)
      if (person === null || !needed(job).every((permission) => person.permissions.includes(permission)))
        return endJob(db, job, 'failed', new AppError('not_allowed').message)
      const by: By = { person, ip: job.input.ip }
      if ('gatherFrom' in job.input) {
        if (await gather(db, job, by, { leaseSeconds, chunk })) continue
        return endJob(db, job, 'done', null)
      }
      const items = await nextItems(db, job, BATCH)
      if (items.length === 0) return endJob(db, job, isDryRun(job) ? 'checked' : 'done', null)
      for (const item of items) {
        if (isStopped) return releaseJob(db, job)
        // Cancelled, or taken over by another server while this one was away.
        if (!(await doItem(job, item, by))) return endJob(db, job, 'done', null)
        job.position = item.number
      }
      outbox.wake()
    }
  }

  /** False when the job is not ours to go on with. */
  const doItem = async (job: ClaimedJob, item: JobItem, by: By): Promise<boolean> => {
    const attempt = async (tx: Tx) => {
      if (!(await holdJob(tx, job))) throw new NotOurs()
      const outcome = await apply(deps, tx, by, job, item)
      if (isDryRun(job)) throw new WouldBe(outcome)
      await settleItem(tx, job, item.number, done(outcome), leaseSeconds)
    }
    try {
      await db.transaction(attempt).catch(refuseInWords)
      return true
    } catch (error) {
      if (error instanceof NotOurs) return false
      if (isPassing(error)) throw error
      const verdict = error instanceof WouldBe ? checked(error.outcome) : refusal(error, job, item)
      return db.transaction(async (tx) => {
        if (!(await holdJob(tx, job))) return false
        await settleItem(tx, job, item.number, verdict, leaseSeconds)
        return true
      })
    }
  }

  /** What is no rule of ours goes to the log; the job goes on with the next record. */
  const refusal = (error: unknown, job: ClaimedJob, item: JobItem): Verdict => {
    if (error instanceof AppError) return { state: 'failed', message: failureWords(error) }
    log.error({ err: error, jobId: job.id, number: item.number }, 'a record of a job failed')
    return { state: 'failed', message: new AppError('internal').message }
  }

  const runRound = () => {
    if (underWay !== null || isStopped) return
    underWay = runAll()
      .catch((error: unknown) => log.warn({ err: error }, 'a job was interrupted'))
      .finally(() => {
        underWay = null
      })
  }

  return {
    runAll,
    start: () => {
      timer = setInterval(runRound, POLL_MS)
      timer.unref()
      runRound()
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearInterval(timer)
      await underWay
    },
  }
}

const isPassing = (error: unknown) => isDatabaseDown(error) || isDatabaseBusy(error)

class NotOurs extends Error {}

/** Takes back the change of a dry run, and carries what it would have come to. */
class WouldBe extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/** Asked again all the time: somebody who may not do it any more does not go on doing it. */
const needed = ({ input }: ClaimedJob) =>
  'matching' in input || 'query' in input ? ['users:read', 'users:write'] : ['users:write']

const isDryRun = ({ input }: ClaimedJob) => 'isDryRun' in input && input.isDryRun

const done = (outcome: Outcome): Verdict =>
  outcome === 'unchanged' ? { state: 'unchanged' } : { state: 'done', effect: outcome }

const checked = (outcome: Outcome): Verdict =>
  outcome === 'unchanged' ? { state: 'unchanged' } : { state: 'waiting', effect: outcome }

async function apply(deps: Deps, tx: Tx, by: By, { kind, input }: ClaimedJob, item: JobItem): Promise<Outcome> {
  if ('change' in input) return changePerson(deps, tx, by, input.change, String(item.input.userId))
  if (kind !== 'importUsers') return importAssignment(deps, tx, by, item.input)
  return importUser(deps, tx, by, item.input, input.invite ?? true)
}
