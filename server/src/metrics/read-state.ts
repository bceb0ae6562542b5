import { Gauge, type Registry } from 'prom-client'
import sql from 'sql-template-tag'
import { overdue, readArchiveState } from '../archive/archive-state.ts'
import { type Lag, readLag, COUNTED_MAX as STREAM_COUNTED_MAX } from '../audit/stream/cursor.ts'
import { readBackupState } from '../backup/backup-table.ts'
import type { Config } from '../config.ts'
import type { Db, Executor } from '../db/database.ts'
import { within } from '../db/within.ts'
import { readWeeks } from '../decisions/log/decision-weeks.ts'
import { COUNT_LANE_ALARMS } from '../notifications/lane-alarm.ts'
import { COUNTED_MAX, type Due, LANES_MAX, readDue } from './read-due.ts'
import { readKeyAges } from './read-keys.ts'

const READ_MAX_MS = 2000
const JOBS_DAYS = 7

type State = {
  gauge: Gauge
  label: string
  /** `due`: is read once for all figures of the outbox. */
  read: (on: Executor, due: Promise<Due>) => Promise<Record<string, number>>
}

/**
 * What the database knows, read at each scrape. All servers report the same: take the maximum of them, not the sum.
 *
 * @returns a function that reads it again
 */
export function makeStateReader(
  registers: Registry[],
  db: Db,
  { auditStream, archive, backups }: Pick<Config, 'auditStream' | 'archive' | 'backups'>,
): () => Promise<void> {
  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name: `gatehouse_${name}`, help, labelNames: [label], registers })
  const isUp = new Gauge({ name: 'gatehouse_database_up', help: 'Whether the database answers.', registers })
  const connections = gauge('database_connections', "This server's connections, and callers without one.", 'state')
  const states: State[] = [
    {
      gauge: gauge(
        'outbox_due',
        `Rows that are due; of more in one lane with one priority, ${COUNTED_MAX} are counted.`,
        'kind',
      ),
      label: 'kind',
      read: async (_, due) => (await due).kinds.rows,
    },
    {
      gauge: gauge('outbox_oldest_due_seconds', 'How long the oldest row has been due.', 'kind'),
      label: 'kind',
      read: async (_, due) => (await due).kinds.seconds,
    },
    {
      gauge: gauge('outbox_lane_due', `Rows that are due, of the ${LANES_MAX} lanes that wait longest.`, 'lane'),
      label: 'lane',
      read: async (_, due) => (await due).lanes.rows,
    },
    {
      gauge: gauge(
        'outbox_lane_oldest_due_seconds',
        `How long the oldest row has been due, of the ${LANES_MAX} lanes that wait longest.`,
        'lane',
      ),
      label: 'lane',
      read: async (_, due) => (await due).lanes.seconds,
    },
    {
      gauge: gauge('gateways_failing', 'Gateways, webhooks and addresses that keep failing.', 'kind'),
      label: 'kind',
      read: readFailing,
    },
    {
      gauge: gauge('jobs', `Jobs of the last ${JOBS_DAYS} days.`, 'state'),
      label: 'state',
      read: (on) =>
        readRows(
          on.execute(sql`
            select state as name, count(*)::int as value from jobs
            where created_at > now() - make_interval(days => ${JOBS_DAYS}) group by state`),
        ),
    },
    {
      gauge: gauge(
        'audit_stream_waiting_lines',
        `Sealed lines that are not sent yet, ${STREAM_COUNTED_MAX} at most.`,
        'to',
      ),
      label: 'to',
      read: (on) => readStream(on, auditStream, ({ lines }) => lines),
    },
    {
      gauge: gauge('audit_stream_lag_seconds', 'How long the oldest seal that is not sent yet has waited.', 'to'),
      label: 'to',
      read: (on) => readStream(on, auditStream, ({ seconds }) => seconds),
    },
    {
      gauge: gauge('signing_key_age_seconds', 'Age of the newest key that signs tokens.', 'alg'),
      label: 'alg',
      read: (on) =>
        readRows(
          on.execute(sql`
            select alg as name, extract(epoch from now() - max(created_at))::float8 as value
            from signing_keys where retired_at is null group by alg`),
        ),
    },
    {
      gauge: gauge(
        'key_age_seconds',
        'Age of the newest data key and encryption key, and of the master key in use.',
        'key',
      ),
      label: 'key',
      read: readKeyAges,
    },
    {
      gauge: gauge(
        'decision_log_partitions',
        'Partitions of the logged decisions, days for which there are some, and rows outside of them.',
        'state',
      ),
      label: 'state',
      read: readDecisionLog,
    },
    {
      gauge: gauge(
        'backup_age_seconds',
        'Since the newest scheduled backup and the newest failure, and how long the next one has been due.',
        'state',
      ),
      label: 'state',
      read: (on) => readBackups(on, backups),
    },
    {
      gauge: gauge(
        'archive_age_seconds',
        'Since the newest archived segment, base copy and failure, how long the oldest segment has waited, and how long a base copy has been due.',
        'state',
      ),
      label: 'state',
      read: (on) => readArchive(on, archive),
    },
  ]
  return async () => {
    const { totalCount, idleCount, waitingCount } = db.pool
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'busy' }, totalCount - idleCount)
    connections.set({ state: 'waiting' }, waitingCount)
    // A silent database must not make the scrape fail: everything else would then be unknown as well.
    const reading = db.together((on) => {
      const due = readDue(on)
      return Promise.all(states.map(({ read }) => read(on, due)))
    })
    const found = await within(READ_MAX_MS, reading).catch(() => null)
    isUp.set(found === null ? 0 : 1)
    for (const [index, { gauge: shown, label }] of states.entries()) {
      // What is not known any more must not be shown as if it were.
      shown.reset()
      for (const [name, value] of Object.entries(found?.[index] ?? {})) shown.set({ [label]: name }, value)
    }
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

async function readBackups(on: Executor, backups: Config['backups']): Promise<Record<string, number>> {
  if (backups === null) return {}
  const { doneSecondsAgo, failedSecondsAgo, sinceSecondsAgo } = await readBackupState(on)
  return {
    ...(doneSecondsAgo !== null && { done: doneSecondsAgo }),
    ...(failedSecondsAgo !== null && { failed: failedSecondsAgo }),
    overdue: overdue(sinceSecondsAgo ?? 0, backups.everyHours),
  }
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

async function readStream(on: Executor, stream: Config['auditStream'], pick: (lag: Lag) => number) {
  return stream === null ? {} : { [stream.url.host]: pick(await readLag(on)) }
}

async function readFailing(on: Executor): Promise<Record<string, number>> {
  const counts = { email: 0, sms: 0, webhook: 0, logout: 0, partner: 0 }
  return { ...counts, ...(await readRows(on.execute(COUNT_LANE_ALARMS))) }
}
