import type { AddressInfo } from 'node:net'
import { messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
import type { Deps } from '../deps.ts'
import { makeDeps } from '../make-deps.ts'
import { inboxChannel } from './channels/inbox.ts'
import { notify } from './notify.ts'

let mailServer: SMTPServer
let isRefusing = true
const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
/** A second server on the same database, whose log the tests read. */
let other: Deps
const lines: { msg: string; lane?: string; gateway?: string; level: number }[] = []
const lane = () => `email:${gateway}`
const gateway = newId()

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    // The pool of the server under test would keep connections open for longer than this test lasts.
    closeTimeout: 1,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(isRefusing ? new Error('out of service') : undefined),
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => done())
    },
  })
  await new Promise<void>((resolve) => {
    mailServer.listen(0, 'localhost', resolve)
  })
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  other = makeDeps(server.db, server.config, server.keys, log, { email: inboxChannel(server.db) })
})
afterAll(async () => {
  await other.outbox.stop()
  await new Promise<void>((resolve) => {
    mailServer.close(() => resolve())
  })
})

/** Sends so many messages, on both servers at the same time, until none is waiting. */
async function send(count: number) {
  const person = await aPerson(server)
  await server.db.execute(sql`update outbox_lanes set paused_until = null`)
  for (let number = 0; number < count; number++)
    await server.db.transaction((tx) => notify(server, tx, 'password-changed', person.id))
  await expect
    .poll(async () => {
      server.outbox.wake()
      other.outbox.wake()
      const { rows } = await server.db.execute(sql`select 1 from outbox where state = 'ready'`)
      return rows.length
    })
    .toBe(0)
  await Promise.all([server.outbox, other.outbox].map(async ({ wake }) => wake()))
}

const later = () => server.db.execute(sql`update outbox_lanes set failing_since = failing_since - interval '6 minutes'`)

test('a failing gateway is reported once, and its recovery once, for any number of servers', async () => {
  const { visitor, person } = await anAdministrator(server)
  await someoneWith(server, ['messages:read'])
  await server.db.execute(sql`
    insert into email_configurations (id, from_address, host, port, status)
    values (${gateway}, 'a@example.com', 'localhost', ${(mailServer.server.address() as AddressInfo).port}, 'ACTIVE')`)
  const subjects = async () => {
    const all = await server.inbox(person.email)
    return all
      .map(({ subject }) => subject)
      .filter((subject) => subject.startsWith('localhost'))
      .toReversed()
  }
  const alarms = async () => (await visitor.call(messagesOverview, {})).data.alarms
  const FAILING = 'localhost keeps failing'
  const WORKING = 'localhost works again'

  // Neither a short time nor few messages raise an alarm.
  await send(6)
  expect([await subjects(), await alarms()]).toEqual([[], []])
  await later()
  await send(8)
  await expect.poll(subjects).toEqual([FAILING])
  expect(await alarms()).toEqual([{ kind: 'email', name: 'localhost', since: expect.stringMatching(/^20.*Z$/) }])
  await later()
  await send(8)
  expect(await subjects()).toEqual([FAILING])

  isRefusing = false
  await send(8)
  await expect.poll(alarms).toEqual([])
  // The report goes through the recovered gateway: the inbox gets nothing more.
  const { rows } = await server.db.execute<{ event: string; detail: { name: string } }>(sql`
    select event, detail from audit_events where event like 'messages.gateway-%' order by number`)
  expect(rows.map(({ event, detail }) => [event, detail.name])).toEqual([
    ['messages.gateway-failing', 'localhost'],
    ['messages.gateway-working', 'localhost'],
  ])
  const sent = await server.db.execute<{ subject: string; recipient: string }>(sql`
    select subject, recipient from messages where notice = 'gateway-working' and state = 'sent'`)
  await expect
    .poll(async () => {
      server.outbox.wake()
      return (await server.db.execute(sql`select 1 from messages where notice = 'gateway-working' and state = 'sent'`))
        .rows.length
    })
    .toBe(1)
  expect(sent.rows.every(({ subject, recipient }) => subject === WORKING && recipient === person.email)).toBe(true)

  // From the start: the next failure is reported again.
  isRefusing = true
  await send(6)
  await later()
  await send(2)
  await expect.poll(subjects).toEqual([FAILING, FAILING])
})

test('the log has one line for each alarm and recovery, with the gateway', async () => {
  await later()
  isRefusing = false
  // Either server may have reported the failure. The alarm is reset, and only `other` sends now.
  await server.db.execute(sql`update outbox_lanes set alarmed_at = null, failures = 9 where lane = ${lane()}`)
  isRefusing = true
  const person = await aPerson(server)
  const once = async () => {
    await server.db.execute(sql`update outbox_lanes set paused_until = null`)
    await server.db.transaction((tx) => notify(server, tx, 'password-changed', person.id))
    other.outbox.wake()
    await expect
      .poll(async () => {
        other.outbox.wake()
        return (await server.db.execute(sql`select 1 from outbox where state = 'ready'`)).rows.length
      })
      .toBe(0)
  }
  lines.length = 0
  await once()
  await once()
  isRefusing = false
  await once()
  await once()
  const said = () => lines.filter(({ lane: one }) => one === lane())
  await expect.poll(() => said().length).toBe(2)
  expect(said()).toMatchObject([
    { msg: 'a gateway keeps failing', gateway: 'localhost', level: 50 },
    { msg: 'a gateway works again', gateway: 'localhost', level: 30 },
  ])
})
