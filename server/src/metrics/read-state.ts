import { Gauge, type Registry } from 'prom-client'
import sql from 'sql-template-tag'
import { overdue, readArchiveState } from '../archive/archive-state.ts'
import { type Lag, readLag, COUNTED_MAX as STREAM_COUNTED_MAX } from '../audit/stream/cursor.ts'
import { type BackupState, readBackupState } from '../backup/backup-table.ts'
import { findFileFault } from '../backup/find-file-fault.ts'
import type { Config } from '../config.ts'
import type { Db, Executor } from '../db/database.ts'
import { isConnectionLost } from '../db/faults.ts'
import { within } from '../db/within.ts'
import { readWeeks } from '../decisions/log/decision-weeks.ts'
import { COUNT_LANE_ALARMS } from '../notifications/lane-alarm.ts'
import { COUNTED_MAX, type Due, LANES_MAX, readDue } from './read-due.ts'
import { readKeyAges } from './read-keys.ts'

const READ_MAX_MS = 2000
const CONNECT_MAX_MS = 1000
const JOBS_DAYS = 7

type State = {
  figure: string
  gauge: Gauge
  label: string
  read: (on: Executor, shared: Shared) => Promise<Record<string, number>>
}

/** What several figures are made of. It is read once, when the first of them asks. */
type Shared = {
  due: () => Promise<Due>
  backups: () => Promise<BackupState>
  lag: () => Promise<Lag>
}

/**
 * What the database knows, read at each scrape. All servers report the same: take the maximum of them, not the sum.
 *
 * @param onFailure hears of a figure when it can no longer be read
 * @returns a function that reads it again
 */
export function makeStateReader(
  registers: Registry[],
  db: Db,
  { auditStream, archive, backups }: Pick<Config, 'auditStream' | 'archive' | 'backups'>,
  onFailure: (figure: string, error: unknown) => void = () => undefined,
): () => Promise<void> {
  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name: `gatehouse_${name}`, help, labelNames: [label], registers })
  const state = (figure: string, help: string, label: string, read: State['read']): State => ({
    figure,
    label,
    read,
    gauge: gauge(figure, help, label),
  })
  const isUp = new Gauge({ name: 'gatehouse_database_up', help: 'Whether the database answers.', registers })
  const connections = gauge('database_connections', "This server's connections, and callers without one.", 'state')
  const failing = gauge('figure_failed', 'Whether a figure that is read from the database could not be read.', 'figure')
  const states: State[] = [
    state(
      'outbox_due',
      `Rows that are due; of more in one lane with one priority, ${COUNTED_MAX} are counted.`,
      'kind',
      async (_, { due }) => (await due()).kinds.rows,
    ),
    state(
      'outbox_oldest_due_seconds',
      'How long the oldest row has been due.',
      'kind',
      async (_, { due }) => (await due()).kinds.seconds,
    ),
    state(
      'outbox_lane_due',
      `Rows that are due, of the ${LANES_MAX} lanes that wait longest.`,
      'lane',
      async (_, { due }) => (await due()).lanes.rows,
    ),
    state(
      'outbox_lane_oldest_due_seconds',
      `How long the oldest row has been due, of the ${LANES_MAX} lanes that wait longest.`,
      'lane',
      async (_, { due }) => (await due()).lanes.seconds,
    ),
    state('gateways_failing', 'Gateways, webhooks and addresses that keep failing.', 'kind', readFailing),
    state('jobs', `Jobs of the last ${JOBS_DAYS} days.`, 'state', (on) =>
      readRows(
        on.execute(sql`
            select state as name, count(*)::int as value from jobs
            where created_at > now() - make_interval(days => ${JOBS_DAYS}) group by state`),
      ),
    ),
    state(
      'audit_stream_waiting_lines',
      `Sealed lines that are not sent yet, ${STREAM_COUNTED_MAX} at most.`,
      'to',
      (_, { lag }) => readStream(lag, auditStream, ({ lines }) => lines),
    ),
    state('audit_stream_lag_seconds', 'How long the oldest seal that is not sent yet has waited.', 'to', (_, { lag }) =>
      readStream(lag, auditStream, ({ seconds }) => seconds),
    ),
    state('signing_key_age_seconds', 'Age of the newest key that signs tokens.', 'alg', (on) =>
      readRows(
        on.execute(sql`
            select alg as name, extract(epoch from now() - max(created_at))::float8 as value
            from signing_keys where retired_at is null group by alg`),
      ),
    ),
    state(
      'key_age_seconds',
      'Age of the newest data key and encryption key, and of the master key in use.',
      'key',
      readKeyAges,
    ),
    state(
      'decision_log_partitions',
      'Partitions of the logged decisions, days for which there are some, and rows outside of them.',
      'state',
      readDecisionLog,
    ),
    state(
      'backup_age_seconds',
      'Since the newest scheduled backup and the newest failure, and how long the next one has been due.',
      'state',
      (_, shared) => readBackups(shared, backups),
    ),
    state(
      'backup_file',
      'Whether the file of the newest scheduled backup is missing, or has another size than was written, as this server sees it.',
      'state',
      (_, shared) => readBackupFile(shared, backups),
    ),
    state(
      'archive_age_seconds',
      'Since the newest archived segment, base copy and failure, how long the oldest segment has waited, and how long a base copy has been due.',
      'state',
      (on) => readArchive(on, archive),
    ),
  ]
  const failed = new Set<string>()
  return async () => {
    const { totalCount, idleCount, waitingCount } = db.pool
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'busy' }, totalCount - idleCount)
    connections.set({ state: 'waiting' }, waitingCount)
    const found = await readAll(db, states)
    isUp.set(found === null ? 0 : 1)
    failing.reset()
    for (const [index, { figure, gauge: shown, label }] of states.entries()) {
      // What is not known any more must not be shown as if it were.
      shown.reset()
      const outcome = found?.[index]
      if (outcome === undefined) continue
      const hasFailed = outcome.status === 'rejected'
      failing.set({ figure }, hasFailed ? 1 : 0)
      if (hasFailed && !failed.has(figure)) onFailure(figure, outcome.reason)
      if (hasFailed) failed.add(figure)
      else failed.delete(figure)
      if (!hasFailed) for (const [name, value] of Object.entries(outcome.value)) shown.set({ [label]: name }, value)
    }
  }
}

type Outcome = PromiseSettledResult<Record<string, number>>

/**
 * A silent database must not make the scrape fail: everything else would then be unknown as well.
 *
 * @returns `null` when the database does not answer
 */
async function readAll(db: Db, states: State[]): Promise<Outcome[] | null> {
  const reading = db.together(async (on) => {
    const answered = within(READ_MAX_MS, on.execute(sql`select`))
    const shared = {
      due: once(() => readDue(on)),
      backups: once(() => readBackupState(on)),
      lag: once(() => readLag(on)),
    }
    const reads = states.map(({ read }) => within(READ_MAX_MS, read(on, shared)))
    const [outcomes] = await Promise.all([Promise.allSettled(reads), answered])
    return outcomes
  })
  const outcomes = await within(CONNECT_MAX_MS + READ_MAX_MS, reading).catch(() => null)
  const isLost = outcomes?.some((one) => one.status === 'rejected' && isConnectionLost(one.reason)) ?? true
  return isLost ? null : outcomes
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}

type Rows = Promise<{ rows: { name: string; value: number }[] }>

async function readRows(answer: Rows): Promise<Record<string, number>> {
  const { rows } = await answer
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

async function readDecisionLog(on: Executor): Promise<Record<string, number>> {
  const { weeks, secondsAhead, strays } = await readWeeks(on)
  return { made: weeks, days_ahead: secondsAhead / 86_400, strays }
}

async function readBackups(shared: Shared, backups: Config['backups']): Promise<Record<string, number>> {
  if (backups === null) return {}
  const { doneSecondsAgo, failedSecondsAgo, sinceSecondsAgo } = await shared.backups()
  return {
    ...(doneSecondsAgo !== null && { done: doneSecondsAgo }),
    ...(failedSecondsAgo !== null && { failed: failedSecondsAgo }),
    overdue: overdue(sinceSecondsAgo ?? 0, backups.everyHours),
  }
}

async function readBackupFile(shared: Shared, backups: Config['backups']): Promise<Record<string, number>> {
  if (backups === null) return {}
  const fault = await findFileFault(backups.folder, await shared.backups())
  if (fault?.kind === 'unseen') throw new Error(fault.reason)
  return { missing: fault?.kind === 'missing' ? 1 : 0, changed: fault?.kind === 'changed' ? 1 : 0 }
}

async function readArchive(on: Executor, archive: Config['archive']): Promise<Record<string, number>> {
  if (archive === null) return {}
  const { archivedSecondsAgo, baseSecondsAgo, failedSecondsAgo, waitingSeconds, overdueSeconds } =
    await readArchiveState(on, archive)
  return {
    waiting: waitingSeconds,
    ...(archivedSecondsAgo !== null && { archived: archivedSecondsAgo }),
    ...(baseSecondsAgo !== null && { base: baseSecondsAgo }),
    ...(failedSecondsAgo !== null && { failed: failedSecondsAgo }),
    ...(overdueSeconds !== null && { overdue: overdueSeconds }),
  }
}

async function readStream(lag: Shared['lag'], stream: Config['auditStream'], pick: (lag: Lag) => number) {
  return stream === null ? {} : { [stream.url.host]: pick(await lag()) }
}

async function readFailing(on: Executor): Promise<Record<string, number>> {
  const counts = { email: 0, sms: 0, webhook: 0, logout: 0, partner: 0 }
  return { ...counts, ...(await readRows(on.execute(COUNT_LANE_ALARMS))) }
}
