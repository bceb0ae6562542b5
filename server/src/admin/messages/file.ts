import { Readable } from 'node:stream'
import { MESSAGES_FILE_MAX, messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import { NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../deps.ts'
import { BYTE_ORDER_MARK, csvHeaders, csvLine } from '../../http/csv.ts'
import { parseInput } from '../../http/parse-input.ts'
import { readerFor } from '../../http/recent-change.ts'
import { authoriseCaller } from '../../http/route.ts'
import { requireStillAllowed, whileAllowed } from '../engine/guard/while-allowed.ts'
import { readMessages } from './list.ts'

const COLUMNS = [
  ...['Time', 'State', 'Settled', 'Channel', 'Message', 'Message id', 'Language', 'Recipient', 'Person', 'Person id'],
  ...['Application', 'Client', 'Gateway', 'Tries', 'Reason'],
]

/** The messages that match the filters, as a file with recipients and states. Their texts are not read. */
export function serveMessagesFile(app: FastifyInstance, { db }: Deps) {
  app.get(messagesFile.path, async (request, reply) => {
    const actor = await authoriseCaller(messagesFile, app.edge, request)
    const { userId: actorId, sessionId } = actor
    const filter = parseInput(messagesFile.request, request.query)
    await recordAudit(db, { event: 'messages.exported', actorId, sessionId, ip: request.ip, detail: { filter } })
    const found = whileAllowed(readMessages(readerFor(db, request), filter, MESSAGES_FILE_MAX), () =>
      requireStillAllowed(db, actor, messagesFile.access),
    )
    return reply.headers(csvHeaders(messagesFile.name)).send(Readable.from(messageLines(found, MESSAGES_FILE_MAX)))
  })
}

/** @param most the maximum number of rows. The last line of a truncated file says so. */
export async function* messageLines(batches: AsyncIterable<Line[]>, most: number): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  let written = 0
  for await (const batch of batches) {
    written += batch.length
    yield batch.map(toCsv).join('')
  }
  if (written >= most) yield csvLine([`Only the newest ${most} are in this file: choose a shorter time.`])
}

type Line = ReturnType<typeof readMessages> extends AsyncIterable<(infer One)[]> ? One : never

function toCsv(message: Line): string {
  const { createdAt, state, settledAt, channel, notice, _id, language, recipient, person } = message
  const { application, client, gateway, attempts, reason } = message
  const title = NOTICES[notice as NoticeName]?.title ?? notice
  return csvLine([
    ...[createdAt, state, settledAt ?? '', channel, title, _id, language, recipient, person?.name ?? ''],
    ...[person?._id ?? '', application?.name ?? '', client?.name ?? '', gateway, attempts, reason],
  ])
}
