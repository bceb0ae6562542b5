import { type AddressInfo, createServer, type Server } from 'node:net'
import { messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
import { notifySteadyLanes, reportLaneState } from './lane-alarm.ts'
import { notify } from './notify.ts'

const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
const FAILING = 'keeps failing'
const WORKING = 'works again'

/** A port at which nothing listens. */
async function aClosedPort(): Promise<number> {
  const closed: Server = createServer()
  await new Promise<void>((resolve) => {
    closed.listen(0, 'localhost', resolve)
  })
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => {
    closed.close(resolve)
  })
  return port
}

/** A mail server or SMS gateway that nobody answers for, with owners. */
async function aFailingGateway(kind: 'email' | 'sms', owners: { id: string }[]) {
  const [id, port] = [newId(), await aClosedPort()]
  await server.db.execute(
    kind === 'email'
      ? sql`insert into email_configurations (id, from_address, host, port, status)
          values (${id}, 'a@example.com', 'localhost', ${port}, 'ACTIVE')`
      : sql`insert into sms_configurations (id, provider_name, url, gateway_id, gateway_name, user_name, sender_id, country_code, attributes, default_no, entity_id, status)
          values (${id}, 'Quick SMS', ${`http://localhost:${port}/send`}, '', '', '', '', '91', '{"message": "text", "mobileNo": "to"}', '', '', 'ACTIVE')`,
  )
  for (const { id: owner } of owners)
    await server.db.execute(
      sql`insert into ${raw(`${kind}_configuration_owners`)} (${raw(`${kind}_configuration_id`)}, user_id) values (${id}, ${owner})`,
    )
  const lane = `${kind}:${id}`
  return {
    lane,
    remove: () =>
      server.db.execute(sql`update ${raw(`${kind}_configurations`)} set deleted_at = now() where id = ${id}`),
    /** So many messages are tried by it, after it has failed for long enough. */
    try: async (count: number) => {
      const person = await aPerson(server)
      for (let number = 0; number < count; number++) {
        await server.db.execute(sql`
          update outbox_lanes set paused_until = null, failing_since = failing_since - interval '6 minutes' where lane = ${lane}`)
        await server.db.transaction((tx) =>
          notify(server, tx, 'login-otp', person.id, { minutes: 10, values: { code: '123456' } }),
        )
        await expect.poll(() => failuresOf(lane)).toBeGreaterThan(number)
      }
    },
  }
}

/** As after five failures in six minutes. */
const failFor = (lane: string) =>
  server.db.execute(sql`
    insert into outbox_lanes (lane, failures, failing_since) values (${lane}, 5, now() - interval '6 minutes')
    on conflict (lane) do update set failures = 5, failing_since = excluded.failing_since, alarmed_at = null`)

async function failuresOf(lane: string): Promise<number> {
  server.outbox.wake()
  const { rows } = await server.db.execute<{ failures: number }>(
    sql`select failures from outbox_lanes where lane = ${lane}`,
  )
  return rows[0]?.failures ?? 0
}

/** The subjects of the notices about gateways that somebody got, oldest first. */
async function noticesTo(email: string): Promise<string[]> {
  server.outbox.wake()
  const mails = await server.inbox(email)
  return mails
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(FAILING) || subject.includes(WORKING))
    .toReversed()
}

test.each([
  ['email', 'localhost'],
  ['sms', 'Quick SMS'],
] as const)('the owners of a failing gateway (%s) get its notice once, and administrators none', async (kind, name) => {
  const [one, two] = [await aPerson(server), await aPerson(server)]
  const { person: administrator } = await someoneWith(server, ['messages:read', 'messages:write'])
  const gateway = await aFailingGateway(kind, [one, two])
  await gateway.try(7)
  await expect.poll(() => noticesTo(one.email)).toEqual([`${name} ${FAILING}`])
  await expect.poll(() => noticesTo(two.email)).toEqual([`${name} ${FAILING}`])
  expect(await noticesTo(administrator.email)).toEqual([])
  const { rows } = await server.db.execute(sql`
    select 1 from audit_events where event = 'messages.gateway-failing' and detail->>'lane' = ${gateway.lane}`)
  expect(rows).toHaveLength(1)
  await gateway.remove()
})

test.each([
  ['inactive', sql`is_active = false`],
  ['deleted', sql`deleted_at = now()`],
  ['without a confirmed address', sql`email_verified_at = null`],
  ['suspended since a moment ago', sql`suspended_from = now()`],
])('administrators get the notice where the only owner is %s', async (_, change) => {
  const owner = await aPerson(server)
  const { person: administrator } = await someoneWith(server, ['messages:write'])
  const { person: suspended } = await someoneWith(server, ['messages:write'])
  await server.db.execute(sql`update users set suspended_from = now() where id = ${suspended.id}`)
  const gateway = await aFailingGateway('sms', [owner])
  await server.db.execute(sql`update users set ${change} where id = ${owner.id}`)
  await gateway.try(6)
  await expect.poll(() => noticesTo(administrator.email)).toEqual([`Quick SMS ${FAILING}`])
  expect(await noticesTo(owner.email)).toEqual([])
  expect(await noticesTo(suspended.email)).toEqual([])
  await gateway.remove()
})

test('the notice never goes by the gateway that it is about, and is not repeated before a delivery has worked', async () => {
  const owner = await aPerson(server)
  const gateway = await aFailingGateway('email', [owner])
  // It is not paused, so another message would be tried by it first.
  await failFor(gateway.lane)
  await reportLaneState(server, gateway.lane, false)
  await expect.poll(() => noticesTo(owner.email)).toEqual([`localhost ${FAILING}`])
  const { rows } = await server.db.execute<{ number: number; gateway: string }>(sql`
    select a.number, a.gateway from messages m join delivery_attempts a on a.outbox_id = m.id
    where m.notice = 'gateway-failing' and m.recipient = ${owner.email}`)
  expect(rows).toEqual([{ number: 1, gateway: 'The portal’s own mail server' }])
  await gateway.try(3)
  // The first delivery that works ends the outage.
  const isFailing = async () => {
    // A message that is tried meanwhile fails again.
    await server.db.execute(
      sql`update outbox_lanes set failures = 0, failing_since = null where lane = ${gateway.lane}`,
    )
    await reportLaneState(server, gateway.lane, true)
    const { rows: failing } = await server.db.execute(
      sql`select 1 from outbox_lanes where lane = ${gateway.lane} and alarmed_at is not null`,
    )
    return failing.length > 0
  }
  await expect.poll(isFailing).toBe(false)
  const isSteady = async () => {
    await server.db.execute(sql`
      update outbox_lanes set failures = 0, failing_since = null, working_since = now() - interval '2 hours'
      where lane = ${gateway.lane}`)
    await notifySteadyLanes(server)
    const { rows: notified } = await server.db.execute(
      sql`select 1 from outbox_lanes where lane = ${gateway.lane} and working_since is null`,
    )
    return notified.length > 0
  }
  await expect.poll(isSteady).toBe(true)
  await gateway.remove()
  await expect.poll(() => noticesTo(owner.email)).toEqual([`localhost ${FAILING}`, `localhost ${WORKING}`])
})

test('where the only mail server fails, no notice is written, and the screen says that nobody is notified', async () => {
  const { visitor, person } = await anAdministrator(server)
  // What waits from other tests must not reach the mail server, which would then work.
  await server.outbox.stop()
  const overview = async () => (await visitor.call(messagesOverview, {})).data
  const written = async () => {
    const { rows } = await server.db.execute(
      sql`select 1 from messages where notice = 'gateway-failing' and recipient = ${person.email}`,
    )
    return rows.length
  }
  await failFor('email')
  await reportLaneState(server, 'email', false)
  expect(await overview()).toMatchObject({ alarms: [{ name: 'The portal’s own mail server' }], isNobodyNotified: true })
  expect(await written()).toBe(0)
  // With another mail server somebody is.
  const gateway = await aFailingGateway('email', [])
  expect(await overview()).toMatchObject({ isNobodyNotified: false })
  await failFor('email')
  await reportLaneState(server, 'email', false)
  expect(await written()).toBe(1)
  await failFor(gateway.lane)
  await reportLaneState(server, gateway.lane, false)
  expect(await overview()).toMatchObject({ isNobodyNotified: true })
  await gateway.remove()
})
