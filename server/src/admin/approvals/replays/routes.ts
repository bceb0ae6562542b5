import { Readable } from 'node:stream'
import * as calls from '@gatehouse/contract/admin/approvals/replays.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { recordAudit } from '../../../audit/record-audit.ts'
import type { Db } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { BYTE_ORDER_MARK, csvHeaders, csvLine } from '../../../http/csv.ts'
import { parseInput } from '../../../http/parse-input.ts'
import { authoriseCaller, judgedRoute, route } from '../../../http/route.ts'
import { auditBy } from '../../engine/changes.ts'
import { requireStillAllowed, whileAllowed } from '../../engine/guard/while-allowed.ts'
import { byOf } from '../../engine/resource.ts'
import { readsPeople } from '../../engine/store.ts'
import { changesAfter, listReplays, pageOfChanges, readReplay } from './read-replays.ts'
import { startReplay } from './start-replay.ts'

const ROWS_A_QUERY = 500
const HEADINGS = [
  ...[
    'At',
    'Decision',
    'Person',
    'On behalf of',
    'Client',
    'Page',
    'Action',
    'Amount',
    'Approved before',
    'Region',
    'Before',
    'After',
    'By what counted',
  ],
  ...['Unapprovable', 'Reasons before', 'Reasons after'],
]

/** Replays of logged decisions against drafts and versions (ADR 0092): started here, done by the runner of jobs. */
export function serveApprovalReplays(app: FastifyInstance, deps: Deps) {
  const { db, config, decisionLog } = deps

  judgedRoute(app, calls.startApprovalReplay, async ({ input, actor, request }) => {
    // What this server has just answered belongs to it.
    await decisionLog.flush()
    return db.transaction((tx) => startReplay(tx, byOf(actor, request), config.timeZone, input))
  })
  route(app, calls.listApprovalReplays, async ({ input }) => listReplays(db, input))
  route(app, calls.readApprovalReplay, async ({ input }) => readReplay(db, input.replayId))
  route(app, calls.listReplayChanges, async ({ input, actor }) => pageOfChanges(db, input, readsPeople(actor)))

  judgedRoute(app, calls.cancelApprovalReplay, async ({ input: { replayId }, actor, request }) =>
    db.transaction(async (tx) => {
      await readReplay(tx, replayId)
      const { rowCount } = await tx.execute(sql`
        update jobs set cancel_requested = true, state = case when state = 'running' then state else 'cancelled' end,
          finished_at = case when state = 'running' then null else now() end
        where id = ${replayId} and state in ('waiting', 'running') and not cancel_requested`)
      if (rowCount === 1) await auditBy(tx, byOf(actor, request), 'jobs.cancelled', replayId, { name: 'replay' })
      return {}
    }),
  )

  app.get(calls.replayChangesFile.path, async (request, reply) => {
    const actor = await authoriseCaller(calls.replayChangesFile, app.edge, request)
    const { replayId } = parseInput(calls.replayChangesFile.request, request.query)
    await readReplay(db, replayId)
    const namesPeople = readsPeople(actor)
    const { userId: actorId, sessionId } = actor
    const detail = { filter: { replayId } }
    if (namesPeople) await recordAudit(db, { event: 'users.exported', actorId, sessionId, ip: request.ip, detail })
    const lines = whileAllowed(linesOf(db, replayId, namesPeople), () =>
      requireStillAllowed(db, actor, calls.replayChangesFile.access, ...(namesPeople ? (['users:read'] as const) : [])),
    )
    return reply.headers(csvHeaders(calls.replayChangesFile.name)).send(Readable.from(lines))
  })
}

async function* linesOf(db: Db, replayId: string, maySeePeople: boolean): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  let after = 0
  for (;;) {
    const rows = await changesAfter(db, { replayId, after, limit: ROWS_A_QUERY }, maySeePeople)
    if (rows.length === 0) return
    yield rows.map(lineOf).join('')
    after = rows.at(-1)?.number ?? after
  }
}

const lineOf = ({ person, onBehalfOf, client, page, ...one }: calls.ChangedDecision) =>
  csvLine([
    ...[
      one.at,
      one.decisionId ?? '',
      person?.name ?? '',
      onBehalfOf?.name ?? '',
      client?.name ?? '',
      page.name,
      one.action,
      one.amount,
      one.earlierAmount,
      one.region,
    ],
    ...[one.before, one.after, one.current, one.isUnapprovable ? 'yes' : 'no'],
    ...[one.reasonsBefore.join(' '), one.reasonsAfter.join(' ')],
  ])
