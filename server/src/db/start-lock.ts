import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { makeClient } from './make-client.ts'

/** A number that no other program on the database uses for an advisory lock. */
const START_LOCK = 7_142_002

/** The limit for a database that accepts a connection and then does not answer, while a server or command starts. */
export const ANSWER_MAX_MS = 10_000
const POLL_MS = 200
const END_MAX_MS = 1000
const WORD_AFTER_MS = 5000

/**
 * Runs `work` while no other starting server does, in one transaction that holds the lock: the lock ends with the
 * transaction (behind a pooler, too), and with the server, however that ends.
 *
 * @throws Error with a sentence for the operator when the database cannot be reached or does not answer
 */
export async function whileNoOtherStarts<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return onOwnConnection(connection, async (client) => {
    // Changes of the schema may take long, and other servers wait for them.
    await ask(
      client,
      'begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    await takeLock(client)
    const result = await work(client)
    await client.query('commit')
    return result
  })
}

/** Runs `work` on a connection that nothing else uses. What it leaves without a commit is rolled back. */
export async function onOwnConnection<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = makeClient({ ...connection, connectionTimeoutMillis: ANSWER_MAX_MS, keepAlive: true })
  try {
    await client.connect().catch(refuse)
    return await work(client)
  } finally {
    // Does not wait for a silent database.
    await Promise.race([client.end().catch(() => undefined), sleep(END_MAX_MS, undefined, { ref: false })])
  }
}

/** Polls for the lock: so a silent database can be distinguished from another server that holds the lock. */
async function takeLock(client: pg.Client) {
  const askedAt = performance.now()
  let hasSaid = false
  for (;;) {
    const { rows } = await ask<{ held: boolean }>(client, `select pg_try_advisory_xact_lock(${START_LOCK}) as held`)
    if (rows[0]?.held) return
    if (!hasSaid && performance.now() - askedAt > WORD_AFTER_MS) {
      process.stderr.write('Waiting for another server that is preparing the database.\n')
      hasSaid = true
    }
    await sleep(POLL_MS)
  }
}

async function ask<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<pg.QueryResult<Row>> {
  return client.query<Row>({ text, query_timeout: ANSWER_MAX_MS } as pg.QueryConfig).catch(refuse)
}

function refuse(cause: Error): never {
  const isSilent = /^(timeout expired|Query read timeout|Connection terminated due to connection timeout)$/.test(
    cause.message,
  )
  if (!isSilent) throw cause
  throw new Error(`The database did not answer within ${ANSWER_MAX_MS / 1000} seconds.`, { cause })
}
