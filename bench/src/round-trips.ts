import { mkdirSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'

/** The statements that send a message: of the outbox, of choosing a gateway and a template, of the inbox. */
const OF_MESSAGES = new Set([
  ...['lanes-with-work', 'claim', 'note-message', 'email-gateways', 'sms-gateways', 'templates-for'],
  'keep-in-inbox',
])

export type RoundTrips = {
  /** The path where a server finds the database, instead of its own socket folder. */
  host: string
  /** Round trips of requests, and of the messages that they cause. */
  count: () => { requests: number; messages: number }
  close: () => void
}

/**
 * A proxy between a server and the socket of its database that counts round trips. Statements that are sent without
 * waiting for one another count as one.
 */
export function countRoundTrips(folder: string, databaseHost: string, port: number): Promise<RoundTrips> {
  const host = join(folder, 'counted')
  mkdirSync(host, { recursive: true, mode: 0o700 })
  const name = `.s.PGSQL.${port}`
  const counted = { requests: 0, messages: 0 }
  const between = createServer((asking) => {
    const answering = createConnection(join(databaseHost, name))
    let isAnswered = true
    asking.on('data', (part) => {
      if (isAnswered) counted[isOfMessages(part) ? 'messages' : 'requests']++
      isAnswered = false
      answering.write(part)
    })
    answering.on('data', (part) => {
      isAnswered = true
      asking.write(part)
    })
    const end = () => {
      asking.destroy()
      answering.destroy()
    }
    for (const side of [asking, answering]) side.on('error', end).on('close', end)
  })
  return new Promise((resolve) => {
    between.listen(join(host, name), () =>
      resolve({ host, count: () => ({ ...counted }), close: () => between.close() }),
    )
  })
}

/** Whether all the statements belong to this list, by the names under which they are prepared. */
function isOfMessages(sent: Buffer): boolean {
  const names: string[] = []
  // Messages of PostgreSQL's protocol: a letter, the length, the content. `B` binds values to a statement.
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readInt32BE(at + 1)) {
    const portalEnd = sent.indexOf(0, at + 5)
    if (sent[at] === 'B'.charCodeAt(0)) names.push(sent.toString('utf8', portalEnd + 1, sent.indexOf(0, portalEnd + 1)))
    if (sent[at] === 'Q'.charCodeAt(0)) names.push('')
  }
  return names.length > 0 && names.every((name) => OF_MESSAGES.has(name))
}
