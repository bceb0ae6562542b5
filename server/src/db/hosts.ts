import pg from 'pg'
import { ANSWER_MAX_MS } from './start-lock.ts'

const LOOK_MS = 2000
/** Shorter than at the start: a host that is silent must not delay the next look for long. */
const LOOK_MAX_MS = 3000

/**
 * Finds the host that takes changes (the primary).
 *
 * @throws Error with the answer of each host, when none does
 */
export async function findPrimary(urls: string[], answerMaxMs = ANSWER_MAX_MS): Promise<string> {
  const [only, ...others] = urls
  if (only !== undefined && others.length === 0) return only
  return Promise.any(urls.map((url) => requireWritable(url, answerMaxMs))).catch(({ errors }: AggregateError) => {
    throw new Error(errors.map((error: Error) => error.message).join('; '), { cause: errors[0] })
  })
}

/** After a fail-over, opens new connections to the new primary. Returns a function that stops this. */
export function followPrimary(pool: pg.Pool, urls: string[]): () => void {
  if (urls.length === 1) return () => undefined
  let isLooking = false
  const look = async () => {
    const { rows } = await pool.query<{ value: string }>("select current_setting('transaction_read_only') as value")
    if (rows[0]?.value === 'on') throw new Error('read-only')
  }
  const follow = async () => Object.assign(pool.options, { connectionString: await findPrimary(urls, LOOK_MAX_MS) })
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

async function requireWritable(connectionString: string, answerMaxMs: number): Promise<string> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: answerMaxMs,
    query_timeout: answerMaxMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ value: string }>("select current_setting('transaction_read_only') as value")
    if (rows[0]?.value === 'on') throw new Error(`${client.host} is read-only`)
    return connectionString
  } finally {
    await client.end().catch(() => undefined)
  }
}
