import { Readable } from 'node:stream'
import { jobFailuresFile, usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Db } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { BYTE_ORDER_MARK, csvHeaders, csvLine } from '../../http/csv.ts'
import { parseInput } from '../../http/parse-input.ts'
import { authoriseCaller } from '../../http/route.ts'
import { requireStillAllowed, whileAllowed } from '../engine/guard/while-allowed.ts'
import { exportUsers } from './export-users.ts'
import { requireOwn } from './routes.ts'

const ROWS_A_QUERY = 1000

/** Files for spreadsheets, streamed, so that memory does not depend on their size. */
export function serveFiles(app: FastifyInstance, { db }: Deps) {
  app.get(usersFile.path, async (request, reply) => {
    const actor = await authoriseCaller(usersFile, app.edge, request)
    const query = parseInput(usersFile.request, request.query)
    const { total, lines } = await exportUsers(db, query, actor)
    const { page: _, pageSize: __, ...filter } = query
    const { userId: actorId, sessionId } = actor
    await recordAudit(db, { event: 'users.exported', actorId, sessionId, ip: request.ip, detail: { filter, total } })
    return reply.headers({ ...csvHeaders(usersFile.name), 'x-total-count': total }).send(lines)
  })

  app.get(jobFailuresFile.path, async (request, reply) => {
    const actor = await authoriseCaller(jobFailuresFile, app.edge, request)
    const { id } = parseInput(jobFailuresFile.request, request.query)
    const { _id } = await requireOwn(db, actor.userId, id)
    const lines = whileAllowed(failureLines(db, _id), () => requireStillAllowed(db, actor, jobFailuresFile.access))
    return reply.headers(csvHeaders('failures.csv')).send(Readable.from(lines))
  })
}

const CANCELLED = 'Not done: the job was cancelled.'
const STOPPED = 'Not done: the job stopped.'

type Failure = { number: number; input: Record<string, string | number>; message: string }

/**
 * The failed records, each with its problem, and those that a job which ended early did not do, unless they were not all
 * gathered. The file of an import can be corrected and imported again.
 */
async function* failureLines(db: Db, jobId: string): AsyncGenerator<string> {
  let last = 0
  let columns: string[] | null = null
  for (;;) {
    const { rows } = await db.execute<Failure>(sql`
      select i.number, case when i.state = 'failed' then i.message when j.state = 'cancelled' then ${CANCELLED} else ${STOPPED} end as message,
        case when i.input ? 'line' then i.input - 'name' else i.input end - 'effect' as input
      from job_items i join jobs j on j.id = i.job_id
      where j.id = ${jobId} and i.number > ${last} and (i.state = 'failed'
        or i.state = 'waiting' and j.state in ('cancelled', 'failed') and not j.input ? 'gatherFrom')
      order by i.number limit ${ROWS_A_QUERY}`)
    const names: string[] = columns ?? Object.keys(rows[0]?.input ?? {}).sort()
    if (columns === null) yield BYTE_ORDER_MARK + csvLine([...names, 'message'])
    columns = names
    if (rows.length === 0) return
    yield rows.map(({ message, input }) => csvLine([...names.map((name) => input[name] ?? ''), message])).join('')
    last = rows.at(-1)?.number ?? last
  }
}
