import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { within } from '../db/within.ts'

/** Shorter than the timeout of any probe: a silent database is reported, not waited for. */
const PROBE_TIMEOUT_MS = 2000

/** Applications and other servers refuse codes and signatures when the clocks differ by more than this. */
export const CLOCK_DIFFERENCE_MAX_MS = 5000

/** For this long an answer of the database counts for every probe: nobody makes a server ask it again and again. */
const PROBE_LASTS_MS = 1000

/**
 * `/healthz`: the process is alive. `/readyz`: the database can be read and written, and the server is not stopping.
 */
export function serveHealth(app: FastifyInstance, db: Db, isStopping: () => boolean) {
  const findSharedFault = sharedFor(PROBE_LASTS_MS, () =>
    findFault(db).catch((error: unknown) => {
      app.log.warn({ err: error }, 'database does not answer')
      return 'database does not answer'
    }),
  )
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    const fault = await findSharedFault()
    return fault === null ? { status: 'ready' } : reply.code(503).send({ status: fault })
  })
}

/** The same work for all who ask for it within this time of its start. */
function sharedFor<Result>(ms: number, work: () => Promise<Result>): () => Promise<Result> {
  let last: { result: Promise<Result>; endsAt: number } | null = null
  return () => {
    const now = performance.now()
    if (last === null || last.endsAt <= now) last = { result: work(), endsAt: now + ms }
    return last.result
  }
}

async function findFault(db: Db): Promise<string | null> {
  const { isReadOnly, now } = await within(PROBE_TIMEOUT_MS, readState(db))
  if (isReadOnly) return 'database is read-only'
  return Math.abs(now - Date.now()) > CLOCK_DIFFERENCE_MAX_MS ? "clock differs from the database's" : null
}

async function readState(db: Db) {
  const { rows } = await db.execute<{ isReadOnly: boolean; now: number }>(sql`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly",
      extract(epoch from clock_timestamp())::float8 * 1000 as now`)
  return rows[0] as (typeof rows)[number]
}
