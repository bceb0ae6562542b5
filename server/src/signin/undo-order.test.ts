import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { undoContactChange } from '@gatehouse/contract/own-contact.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { anEarlierDatabase } from '../../test/earlier-database.ts'
import { anSmsConfiguration } from '../../test/message-configurations.ts'
import { moveTo, numberTo, undoFor } from '../../test/own-contact.ts'
import { useTestServer } from '../../test/server.ts'
import { useSmsGateway } from '../../test/sms-gateway.ts'
import { idAt } from '../crypto/ids.ts'

// Of two servers, one may be some seconds behind: the ids that it makes are lower than those of former rows (ADR 0039).

const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
const admin = useAdministrator(server)
const gateway = useSmsGateway()
const aBrowser = () => server.visitor({ ip: anAddress() })
const undo = (uuid: string) => aBrowser().call(undoContactChange, { uuid })

/** As if a server whose clock is far behind had written the newest change of a person. */
async function asOfSlowServer(userId: string) {
  const { rowCount } = await server.db.execute(sql`
    update contact_changes set id = ${idAt(new Date(0))} where ctid = (
      select ctid from contact_changes where user_id = ${userId} order by created_at desc limit 1)`)
  expect(rowCount).toBe(1)
}

test('an undo voids the links of later changes, also of those that a slower server made', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const [first, second] = ['brought-in@example.com', 'brought-in-later@example.com']
  expect(await moveTo(server, visitor, first)).toMatchObject({ status: 200 })
  expect(await moveTo(server, visitor, second)).toMatchObject({ status: 200 })
  await asOfSlowServer(person.id)
  const [own, stranger] = [await undoFor(server, person.email), await undoFor(server, first)]

  expect(await undo(own)).toMatchObject({ status: 200, data: { kind: 'email' } })
  expect(await undo(stranger)).toMatchObject({ status: 400 })
  await signIn(server, aBrowser(), person.email)
})

test('an undo of the address restores a number that was changed afterwards at a slower server', async () => {
  await admin.call(smsConfigurations.create, anSmsConfiguration({ url: gateway.url }))
  const { person, visitor } = await someoneSignedIn(server)
  await moveTo(server, visitor, 'brought-in-too@example.com')
  await numberTo({ server, gateway }, visitor, '7622000011')
  await asOfSlowServer(person.id)

  expect(await undo(await undoFor(server, person.email))).toMatchObject({ status: 200, data: { kind: 'email' } })
  expect(await aBrowser().call(login, { phone: '7622000011', password: PASSWORD })).toMatchObject({ status: 401 })
  expect(await aBrowser().call(login, { phone: person.phoneNumber, password: PASSWORD })).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute(
    sql`select from contact_changes where user_id = ${person.id} and settled_at is null`,
  )
  expect(rows).toEqual([])
})

test('an undo leaves what was changed before, whatever its id', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await numberTo({ server, gateway }, visitor, '7622000012')
  const ofPhone = await undoFor(server, person.email)
  await moveTo(server, visitor, 'own-new-address@example.com')
  await asOfSlowServer(person.id)

  expect(await undo(await undoFor(server, person.email))).toMatchObject({ status: 200, data: { kind: 'email' } })
  expect(await aBrowser().call(login, { phone: '7622000012', password: PASSWORD })).toMatchObject({ status: 200 })
  expect(await undo(ofPhone)).toMatchObject({ status: 200, data: { kind: 'phone' } })
})

test('an address that is brought back by hand leaves no link to those in between, and keeps its own', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const [second, third] = ['in-between@example.com', 'in-between-too@example.com']
  for (const address of [second, third, person.email])
    expect(await moveTo(server, visitor, address)).toMatchObject({ status: 200 })

  expect(await undo(await undoFor(server, second))).toMatchObject({ status: 400 })
  expect(await undoFor(server, third)).toBe('')
  const told = (await server.inbox(third)).find(({ subject }) => subject.includes('was undone'))
  expect(told?.text).toContain('undone in the account')
  expect(told?.text).toContain('/lockaccount/')
  await signIn(server, aBrowser(), person.email)
  expect(await undo(await undoFor(server, person.email))).toMatchObject({ status: 200 })
  await signIn(server, aBrowser(), person.email)
})

test('of an address that was brought back by hand twice, the link of the second change still works', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await moveTo(server, visitor, 'own-for-a-while@example.com')
  await moveTo(server, visitor, person.email)
  const first = await undoFor(server, person.email)
  await moveTo(server, visitor, 'of-a-thief@example.com')
  await moveTo(server, visitor, person.email)
  const second = await undoFor(server, person.email)

  expect(second).not.toBe(first)
  expect(await undo(second)).toMatchObject({ status: 200, data: { kind: 'email' } })
  await signIn(server, aBrowser(), person.email)
})

test('a number that is brought back by hand leaves no link at the one in between', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  for (const number of ['7622000013', person.phoneNumber]) await numberTo({ server, gateway }, visitor, number)
  await server.inbox('')
  const texts = gateway.calls.map(({ body }) => new URLSearchParams(body)).filter((to) => to.get('to') === '7622000013')
  expect(texts.some((text) => text.get('text')?.includes('/lockaccount/'))).toBe(true)
  expect(texts.some((text) => text.get('text')?.includes('/undochange/'))).toBe(false)
})

test('an address that comes back after its link has expired can be undone as any other', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await moveTo(server, visitor, 'own-for-long@example.com')
  await server.db.execute(sql`update contact_changes set undo_until = now() where user_id = ${person.id}`)
  await moveTo(server, visitor, person.email)
  expect(await undo(await undoFor(server, 'own-for-long@example.com'))).toMatchObject({ status: 200 })
})

test('an update numbers the changes of the last days by the clock of the database', async () => {
  const { db, update } = await anEarlierDatabase('0102_gateway_owners')
  const change = (ago: string, id: string) =>
    db.pool.query(`
      insert into contact_changes (id, user_id, kind, former, was_verified, undo_hash, undo_until, created_at)
      select '${id}', id, 'email', '${ago}', true, uuid_send(gen_random_uuid()), now() + interval '1 day', now() - interval '${ago}' from users`)
  await db.pool.query(`
    insert into users (id, email, user_name, phone_number, first_name, last_name)
    values (gen_random_uuid(), 'asha@example.com', 'asha', '', 'Asha', 'Rao')`)
  await change('1 minute', idAt(new Date(Date.now() - 90_000)))
  await change('2 minutes', idAt(new Date(Date.now() - 60_000)))
  await update()
  await change('3 minutes', idAt(new Date(0)))
  const { rows } = await db.pool.query<{ former: string }>('select former from contact_changes order by number')
  expect(rows.map(({ former }) => former)).toEqual(['2 minutes', '1 minute', '3 minutes'])
})
