import { Readable } from 'node:stream'
import { activityFile, listActivity } from '@gatehouse/contract/admin/activity/activity.ts'
import type { AuditLine } from '@gatehouse/contract/admin/engine/audit-line.ts'
import type { FastifyInstance } from 'fastify'
import { type AuditFilter, listAuditEvents, readAuditEvents } from '../../audit/read-audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../deps.ts'
import { BYTE_ORDER_MARK, csvHeaders, csvLine } from '../../http/csv.ts'
import { parseInput } from '../../http/parse-input.ts'
import { readerFor } from '../../http/recent-change.ts'
import { authoriseCaller, route } from '../../http/route.ts'
import { requireStillAllowed, whileAllowed } from '../engine/guard/while-allowed.ts'
import { refuseFields } from '../engine/refuse-fields.ts'

const COLUMNS = ['Time', 'Event', 'Person', 'Person id', 'Record', 'Record id', 'Address', 'Changes', 'Details']

/** Who did what: on screen a page at a time, and as a file. */
export function serveActivity(app: FastifyInstance, { db }: Deps) {
  route(app, listActivity, async ({ input, request }) => {
    requireActor(input)
    return listAuditEvents(readerFor(db, request), input)
  })

  app.get(activityFile.path, async (request, reply) => {
    const actor = await authoriseCaller(activityFile, app.edge, request)
    const filter = parseInput(activityFile.request, request.query)
    requireActor(filter)
    const { userId: actorId, sessionId } = actor
    const detail = { filter }
    await recordAudit(db, { event: 'audit.exported', actorId, sessionId, ip: request.ip, detail })
    const lines = whileAllowed(readAuditEvents(readerFor(db, request), filter), () =>
      requireStillAllowed(db, actor, activityFile.access),
    )
    return reply.headers(csvHeaders(activityFile.name)).send(Readable.from(written(lines)))
  })
}

/** @throws AppError invalid_request */
const requireActor = ({ actorId, sessionId }: AuditFilter) =>
  refuseFields({ actorId: sessionId !== undefined && actorId === undefined ? 'Choose whose session it was' : null })

async function* written(batches: AsyncIterable<AuditLine[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for await (const lines of batches) yield lines.map(toCsv).join('')
}

function toCsv({ at, event, actor, subject, subjectId, ip, changes, detail }: AuditLine): string {
  const changed = changes.map(({ field, before, after }) => `${field}: ${shown(before)} → ${shown(after)}`)
  return csvLine([
    at,
    event,
    actor?.isServiceAccount ? `service account ${actor.name}` : (actor?.name ?? ''),
    actor?._id ?? '',
    subject,
    subjectId ?? '',
    ip ?? '',
    changed.join('\n'),
    Object.keys(detail).length === 0 ? '' : JSON.stringify(detail),
  ])
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
