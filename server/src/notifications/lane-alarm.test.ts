import type { AddressInfo } from 'node:net'
import { messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { countWaiting } from '../../test/waiting.ts'
import { newId } from '../crypto/ids.ts'
import type { Deps } from '../deps.ts'
import { makeDeps } from '../make-deps.ts'
import { inboxChannel } from './channels/inbox.ts'
import { notifySteadyLanes, reportLaneState } from './lane-alarm.ts'
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

const fail = async () => {
  isRefusing = true
  await send(6)
  await later()
  await send(2)
}

/** So many hours pass in which nothing fails, and then another one in which servers look. */
async function works(hours: number) {
  await server.db.execute(sql`
    update outbox_lanes set working_since = working_since - make_interval(secs => ${hours}::float8 * 3600)`)
  await Promise.all([notifySteadyLanes(server), notifySteadyLanes(other)])
}

async function sent() {
  server.outbox.wake()
  const { rows } = await server.db.execute(sql`
    select subject, recipient from messages where notice = 'gateway-working' and state = 'sent'`)
  return rows
}

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
  const { rows } = await server.db.execute<{ event: string; detail: { name: string } }>(sql`
    select event, detail from audit_events where event like 'messages.gateway-%' order by number`)
  expect(rows.map(({ event, detail }) => [event, detail.name])).toEqual([
    ['messages.gateway-failing', 'localhost'],
    ['messages.gateway-working', 'localhost'],
  ])
  // It must have worked for an hour first.
  await works(0.9)
  expect(await sent()).toEqual([])
  await works(0.2)
  // The report goes through the recovered gateway: the inbox gets nothing more.
  await expect.poll(sent).toEqual([{ subject: WORKING, recipient: person.email }])
  await works(9)
  expect(await sent()).toHaveLength(1)

  // From the start: the next failure is reported again.
  await fail()
  await expect.poll(subjects).toEqual([FAILING, FAILING])
})

test('the owners of a gateway that fails again and again get few messages, and none that is not so', async () => {
  const outcomes = async () => {
    const { rows } = await server.db.execute<{ notice: string }>(sql`
      select notice from messages where notice like 'gateway-%' order by created_at offset 3`)
    return rows.map(({ notice }) => notice)
  }
  // They know of the failure, and not yet of any success.
  for (let times = 0; times < 3; times++) {
    isRefusing = false
    await send(2)
    await works(0.5)
    await fail()
  }
  const { rows } = await server.db.execute(sql`select from audit_events where event = 'messages.gateway-failing'`)
  expect(rows).toHaveLength(5)
  expect(await outcomes()).toEqual([])
  isRefusing = false
  await send(2)
  // After several failures within a day an hour is not enough.
  await works(2)
  expect(await outcomes()).toEqual([])
  // What fails at this moment is not said to work, though it has not failed for long.
  isRefusing = true
  await send(2)
  await works(4.1)
  expect(await outcomes()).toEqual([])
  isRefusing = false
  await send(2)
  await works(0)
  expect(await outcomes()).toEqual(['gateway-working'])
})

test('the log has one line for each alarm and recovery, with the gateway', async () => {
  await fail()
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

test('owners who are notified of a success while a failure is noted are notified of that, too', async () => {
  // What waits from other tests must not change the lane meanwhile.
  await Promise.all([server.outbox.stop(), other.outbox.stop()])
  const failures = async () => {
    const { rowCount } = await server.db.execute(sql`select from messages where notice = 'gateway-failing'`)
    return rowCount ?? 0
  }
  const before = await failures()
  await server.db.execute(sql`
    update outbox_lanes set failures = 9, failing_since = now() - interval '6 minutes',
      alarmed_at = null, working_since = now() - interval '2 hours' where lane = ${lane()}`)
  // As the notice of a success does.
  const steady = await server.db.pool.connect()
  await steady.query('begin')
  await steady.query('update outbox_lanes set working_since = null where lane = $1', [lane()])
  const reported = reportLaneState(server, lane(), false)
  try {
    await expect.poll(() => countWaiting(server)).toBe(1)
  } finally {
    await steady.query('commit')
    steady.release()
  }
  await reported
  expect(await failures()).toBe(before + 1)
})
