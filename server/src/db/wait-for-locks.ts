import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * How long a transaction that holds no lock waits for its first. New statements on the table wait behind it, so it is
 * shorter than the limit of the running servers for a lock (`LIMITS`); and longer than `deadlock_timeout`, 1 s, after which
 * PostgreSQL ends an autovacuum that is in the way.
 */
const LOCK_WAIT_MS = 1500
/**
 * Which part of `deadlock_timeout` one that may hold locks waits for all others. Of two transactions that wait for each other,
 * PostgreSQL ends the one that has waited so long first: that must never be the one of a person.
 */
const SHARE_OF_DEADLOCK = 0.7
/** After a long statement there is hardly any time left; but statements of people are short. */
const LEAST_WAIT_MS = 50
/** The pauses between the attempts are doubled up to the longest. The statements that were waiting run meanwhile. */
const PAUSE_MS = 1000
const PAUSE_MAX_MS = 10_000
/** Below the time that the Helm chart gives a server to start, so that the reason is on the log before it is ended. */
const GIVE_UP_MS = 240_000
/** So often that what is in the way is seen even in the shorter wait. */
const LOOK_MS = 150

const BEGIN = `begin; set local statement_timeout = 0; set local lock_timeout = ${LOCK_WAIT_MS}; set local idle_in_transaction_session_timeout = 0`

/** A lock was not available in time, or two transactions waited for each other (PostgreSQL, appendix A). */
const NO_LOCK = /^(55P03|40P01)$/

type Attempts = {
  /** Runs the transaction. */
  client: pg.Client
  /** Holds the start lock meanwhile, and sees what blocks the other connection. */
  beside: pg.Client
  /** What the transaction is, for the operator. */
  what: string
  giveUpMs?: number | undefined
}

/** Runs a statement of the transaction, which waits for locks as long as nobody else is ended for it. */
export type RunBriefly = (statement: string) => Promise<unknown>

/**
 * Runs `work` in a transaction that waits only briefly for each lock; without the lock it is rolled back and tried again.
 * The table that was in use is then locked first, while nothing else is held. The statements that lock several tables are
 * given to `run`.
 *
 * @throws Error with a sentence for the operator when a lock is not available for minutes
 */
export async function whenLocksAreFree<T>(
  { client, beside, what, giveUpMs = GIVE_UP_MS }: Attempts,
  work: (run: RunBriefly) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  let said: string | null = null
  let inUse: string | null = null
  for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, PAUSE_MAX_MS)) {
    // Without the start lock nothing is changed: this fails when its connection is lost.
    await beside.query('select')
    await client.query(BEGIN)
    const { rows } = await client.query<Own>(OWN)
    const { pid, deadlockMs } = rows[0] as Own
    const watch = watchHolders(beside, pid)
    try {
      if (inUse !== null) await client.query(`lock table ${inUse} in access exclusive mode`)
      const result = await work(briefly(client, deadlockMs * SHARE_OF_DEADLOCK))
      await client.query('commit')
      return result
    } catch (cause) {
      await client.query('rollback').catch(() => undefined)
      if (!(cause instanceof pg.DatabaseError && NO_LOCK.test(cause.code ?? ''))) throw cause
      const { holders, table } = await watch.stop()
      inUse = table ?? inUse
      const held = holders === '' ? '' : ` It is held by ${holders}.`
      if (performance.now() + pause - startedAt > giveUpMs)
        throw new Error(
          `There was no lock for ${what} within ${Math.ceil(giveUpMs / 1000)} seconds.${held} What was done before is kept, and the next start goes on from there.`,
          { cause },
        )
      if (said !== held) process.stderr.write(`Waiting for a lock for ${what}.${held}\n`)
      said = held
    } finally {
      await watch.stop()
    }
    await sleep(pause)
  }
}

type Own = { pid: number; deadlockMs: number }
const OWN = `
  select pg_backend_pid() as pid, setting::int as "deadlockMs" from pg_settings where name = 'deadlock_timeout'`

/** All statements together wait no longer than this, from the first one on. */
function briefly(client: pg.Client, waitMs: number): RunBriefly {
  let firstAt: number | null = null
  return (statement) => {
    firstAt ??= performance.now()
    const left = Math.round(firstAt + waitMs - performance.now())
    return client.query(`set local lock_timeout = ${Math.max(left, LEAST_WAIT_MS)}; ${statement}`)
  }
}

type Holder = {
  table: string | null
  pid: number
  role: string | null
  application: string
  address: string
  since: string
}

/**
 * Without the texts of queries: they may contain what belongs on no log. Columns of other roles' connections may be
 * `null`.
 */
const HOLDERS = `
  select distinct (select c.oid::regclass::text from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = $1 and not l.granted and c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace) as table,
    holder.pid, usename as role, coalesce(application_name, '') as application,
    coalesce(host(client_addr), '') as address,
    coalesce(to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') as since
  from unnest(pg_blocking_pids($1)) as holder (pid) left join pg_stat_activity a on a.pid = holder.pid
  order by since, holder.pid limit 5`

/** Looks again and again while a statement may be waiting: afterwards PostgreSQL does not say what it waited for. */
function watchHolders(beside: pg.Client, pid: number) {
  let seen: { holders: string; table: string | null } = { holders: '', table: null }
  let looking: Promise<void> | null = null
  const look = async () => {
    // A transaction sees the same list of connections until it is cleared.
    await beside.query('select pg_stat_clear_snapshot()')
    const { rows } = await beside.query<Holder>(HOLDERS, [pid])
    if (rows.length > 0) seen = { holders: rows.map(wordsOf).join('; '), table: rows[0]?.table ?? null }
  }
  const timer = setInterval(() => {
    looking ??= look()
      // The next attempt reports a lost connection.
      .catch(() => undefined)
      .finally(() => {
        looking = null
      })
  }, LOOK_MS)
  const stop = async () => {
    clearInterval(timer)
    await looking
    return seen
  }
  return { stop }
}

function wordsOf({ pid, role, application, address, since }: Holder): string {
  // PostgreSQL's number for a transaction that was prepared, and belongs to no connection.
  if (pid === 0) return 'a prepared transaction (pg_prepared_xacts)'
  const known = [
    role && `role ${role}`,
    application && `application ${application}`,
    address && `address ${address}`,
    since && `in a transaction since ${since}`,
  ].filter(Boolean)
  return `process ${pid} of the database${known.length > 0 ? ` (${known.join(', ')})` : ''}`
}
