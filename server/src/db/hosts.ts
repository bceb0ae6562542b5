import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeClient } from './make-client.ts'
import { ANSWER_MAX_MS } from './start-lock.ts'

const LOOK_MS = 2000
/** Shorter than at the start: a host that is silent must not delay the next look for long. */
const LOOK_MAX_MS = 3000

/** How long the other hosts are waited for after the first one that takes changes. */
const OTHERS_MS = 1000

/**
 * The newest timeline of each cluster that this server has seen. Every promotion of a standby begins one, so a primary with an
 * older one is a former primary that came back without being made a standby: what is written there is lost.
 */
export type SeenTimelines = Map<string, number>

/**
 * Finds the host that takes changes (the primary); of several, the one that became it last.
 *
 * @param seen a primary of an older timeline is refused; notes that of the one that is found
 * @throws Error with the answer of each host, when none does
 */
export async function findPrimary(
  urls: string[],
  answerMaxMs = ANSWER_MAX_MS,
  seen: SeenTimelines = new Map(),
): Promise<string> {
  const [only, ...others] = urls
  if (only !== undefined && others.length === 0) return only
  const found: Primary[] = []
  const asked = urls.map(async (url) => found.push(await requirePrimary(url, answerMaxMs, seen)))
  await Promise.any(asked).catch(({ errors }: AggregateError) => {
    throw new Error(errors.map((error: Error) => error.message).join('; '), { cause: errors[0] })
  })
  await Promise.race([Promise.allSettled(asked), sleep(OTHERS_MS, undefined, { ref: false })])
  const [newest] = found.toSorted((a, b) => b.timeline - a.timeline)
  const { connectionString, cluster, timeline } = newest as Primary
  seen.set(cluster, timeline)
  return connectionString
}

/** After a fail-over, opens new connections to the new primary. Returns a function that stops this. */
export function followPrimary(pool: pg.Pool, urls: string[], seen: SeenTimelines): () => void {
  if (urls.length === 1) return () => undefined
  let isLooking = false
  const look = async () => {
    const { rows } = await pool.query<{ value: string }>("select current_setting('transaction_read_only') as value")
    if (rows[0]?.value === 'on') throw new Error('read-only')
  }
  const follow = async () =>
    Object.assign(pool.options, { connectionString: await findPrimary(urls, LOOK_MAX_MS, seen) })
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      // No host takes changes right now: try again.
      .catch(() => follow().catch(() => undefined))
      .finally(() => {
        isLooking = false
      })
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

type Primary = { connectionString: string; cluster: string; timeline: number }

async function requirePrimary(connectionString: string, answerMaxMs: number, seen: SeenTimelines): Promise<Primary> {
  const client = makeClient({
    connectionString,
    connectionTimeoutMillis: answerMaxMs,
    query_timeout: answerMaxMs,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ value: string }>("select current_setting('transaction_read_only') as value")
    if (rows[0]?.value === 'on') throw new Error(`${client.host} is read-only`)
    const { cluster, timeline } = await readTimeline(client)
    if (timeline < (seen.get(cluster) ?? 0)) throw new Error(`${client.host} was the primary before a fail-over`)
    return { connectionString, cluster, timeline }
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Timeline = Pick<Primary, 'cluster' | 'timeline'>

/** Engines that only speak as PostgreSQL does may not know theirs: they are compared with nothing. */
async function readTimeline(client: pg.Client): Promise<Timeline> {
  const unknown: Timeline = { cluster: '', timeline: 0 }
  return client
    .query<Timeline>(`
      select system_identifier::text as cluster,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline
      from pg_control_system()`)
    .then(
      ({ rows }) => rows[0] ?? unknown,
      (error: unknown) => {
        if (error instanceof pg.DatabaseError) return unknown
        throw error
      },
    )
}
