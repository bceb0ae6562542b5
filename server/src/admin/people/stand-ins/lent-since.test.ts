import { startRecovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { lendAuthority } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { undoContactChange } from '@gatehouse/contract/own-contact.ts'
import { recoverAccount } from '@gatehouse/contract/recoveries.ts'
import { lendOwnAuthority, listOwnStandIns } from '@gatehouse/contract/stand-ins.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../../test/approvals.ts'
import { anAddress, anAssignment, openSessionFor, someoneSignedIn } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { moveTo, undoFor } from '../../../../test/own-contact.ts'
import { useTestServer } from '../../../../test/server.ts'
import { countWaiting } from '../../../../test/waiting.ts'
import { sendDueLinks } from '../recoveries/send-due-links.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** A manager who is signed in, with what they lend to somebody. */
async function aManager() {
  const matrix = await aMatrix(server)
  await matrix.row('Manager')
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const { person, visitor } = await someoneSignedIn(server)
  await anAssignment(server, person.id, matrix.application.id, matrix.client.id, 'Manager')
  const validUntil = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const lent = { applicationId: matrix.application.id, role: 'Manager', validUntil }
  const lendTo = ({ email }: { email: string }) => visitor.call(lendOwnAuthority, { ...lent, standIn: email } as never)
  return { matrix, person, visitor, lent, lendTo }
}

test('a session that ends meanwhile lends nothing', async () => {
  const { matrix, person, lendTo } = await aManager()
  const colleague = await matrix.person('Clerk')
  const holding = await server.db.pool.connect()
  await holding.query('begin')
  await holding.query('select from users where id = $1 for no key update', [person.id])
  const ended = admin.call(endUserSessions, { userId: person.id })
  await expect.poll(() => countWaiting(server)).toBe(1)
  const lending = lendTo(colleague)
  await expect.poll(() => countWaiting(server)).toBe(2)
  await holding.query('commit')
  holding.release()
  expect(await ended).toMatchObject({ status: 200 })
  expect(await lending).toMatchObject({ status: 401 })
})

test('an undone change of address ends what its person has lent since, whose messages went to the other address', async () => {
  const { matrix, person, visitor, lent, lendTo } = await aManager()
  const [before, byAdmin, accomplice] = [
    await matrix.person('Clerk'),
    await matrix.person('Clerk'),
    await matrix.person('Clerk'),
  ]
  expect(await lendTo(before)).toMatchObject({ status: 200 })
  await server.db.execute(sql`
    update stand_ins set created_at = created_at - interval '1 day' where lender_id = ${person.id}`)

  expect(await moveTo(server, visitor, 'moved-and-lent@example.com')).toMatchObject({ status: 200 })
  expect(await lendTo(accomplice)).toMatchObject({ status: 200 })
  const given = { ...lent, lenderId: person.id, userId: byAdmin.id }
  expect(await admin.call(lendAuthority, given as never)).toMatchObject({ status: 200 })
  const told = (await server.inbox(person.email)).filter(({ text }) => text.includes('may approve documents for'))
  expect(told).toHaveLength(1)

  const undo = { uuid: await undoFor(server, person.email) }
  expect(await server.visitor({ ip: anAddress() }).call(undoContactChange, undo)).toMatchObject({ status: 200 })
  const own = server.visitor({ ip: anAddress() })
  await openSessionFor(server, own, person.id)
  const { standIns } = (await own.call(listOwnStandIns)).data
  expect(Object.fromEntries(standIns.map(({ standIn, state }) => [standIn._id, state]))).toEqual({
    [before.id]: 'current',
    [byAdmin.id]: 'current',
    [accomplice.id]: 'past',
  })
  for (const { id } of [person, accomplice])
    expect((await noticesTo(server, id)).map(({ notice }) => notice)).toContain('stand-in-ended')
  expect((await server.inbox(person.email)).some(({ text }) => text.includes('no longer'))).toBe(true)
})

test.each([
  ['to another address ends what its person has lent: they have not read the messages about it', true],
  ['to the same address leaves it', false],
])('a recovery %s', async (_, isMoved) => {
  const { matrix, person, lendTo } = await aManager()
  expect(await lendTo(await matrix.person('Clerk'))).toMatchObject({ status: 200 })
  const newEmail = isMoved ? 'recovered-lender@example.com' : person.email
  const started = await admin.call(startRecovery, { userId: person.id, newEmail, reason: 'The phone is lost' })
  expect(started).toMatchObject({ status: 200 })
  await server.db.execute(sql`
    update account_recoveries set ready_at = now() - interval '1 second' where user_id = ${person.id}`)
  await sendDueLinks(server)
  const uuid =
    (await server.inbox(newEmail)).map(({ text }) => /\/recover\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  const recovered = server
    .visitor({ ip: anAddress() })
    .call(recoverAccount, { uuid, newPassword: 'Heron#Quartz58*Veil' })
  expect(await recovered).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute(sql`
    select ended_at is not null as ended from stand_ins where lender_id = ${person.id}`)
  expect(rows).toEqual([{ ended: isMoved }])
})
