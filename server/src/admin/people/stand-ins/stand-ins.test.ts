import { endStandIn, lendAuthority, lendableOf, listStandIns } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { suspendUser } from '@gatehouse/contract/admin/people/suspensions.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { decide } from '@gatehouse/contract/approvals.ts'
import { lockAccount } from '@gatehouse/contract/lock-account.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { endOwnStandIn, lendOwnAuthority, listOwnStandIns } from '@gatehouse/contract/stand-ins.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMatrix, aPage } from '../../../../test/approvals.ts'
import { aClient, anAssignment, aPerson, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { aProgram } from '../../../../test/service-accounts.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const UNTIL = '2099-03-31T00:00:00.000Z'
const EVERYTHING = Object.keys(PERMISSIONS) as Permission[]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A manager who is signed in, and a colleague. */
async function aSituation() {
  const matrix = await aMatrix(server)
  await matrix.row('Manager')
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const { person, visitor } = await someoneSignedIn(server, { firstName: 'Meera' })
  await anAssignment(server, person.id, matrix.application.id, matrix.client.id, 'Manager')
  const colleague = await matrix.person('Clerk')
  const lent = {
    ...{ standIn: colleague.email, applicationId: matrix.application.id, role: 'Manager', validUntil: inDays(7) },
  }
  const lend = (changes: object = {}) => visitor.call(lendOwnAuthority, { ...lent, ...changes })
  const own = async () => (await visitor.call(listOwnStandIns)).data
  const mayApprove = async () => {
    const { authorization } = matrix.application
    const question = matrix.question({ person: colleague.id })
    return (await server.visitor({ web: false }).call(decide, question, { authorization })).data.decision === 'allow'
  }
  return { matrix, person, visitor, colleague, lent, lend, own, mayApprove }
}

test('a person lends their authority, both are notified, both names are in the audit, and ending it ends it', async () => {
  const { matrix, person, visitor, colleague, lend, own, mayApprove } = await aSituation()
  expect((await own()).lendable).toEqual([
    {
      ...{ application: { _id: matrix.application.id, name: matrix.application.name }, role: 'Manager' },
      clients: [{ _id: matrix.client.id, name: matrix.client.actualName }],
      pages: [{ _id: matrix.pageId, name: 'Claims' }],
    },
  ])
  expect(await mayApprove()).toBe(false)
  const { status, msg, data } = await lend({ upTo: 2000, note: 'On leave, see http://example.com' })
  expect({ status, msg }).toEqual({ status: 200, msg: 'Stand-in Added' })
  expect(await mayApprove()).toBe(true)
  expect((await own()).standIns).toMatchObject([
    { _id: data._id, isLender: true, standIn: { _id: colleague.id }, upTo: 2000, regions: ['All'], state: 'current' },
  ])
  for (const one of [person, colleague]) {
    expect((await noticesTo(server, one.id)).map(({ notice }) => notice)).toContain('stand-in-added')
    const mail = (await server.inbox(one.email)).find(({ text }) => text.includes('may approve documents for'))
    expect(mail?.text).toContain('Asha Rao may approve documents for Meera Rao')
    expect(mail?.text).toContain('Set up by: Meera Rao')
    expect(mail?.text).not.toContain('http://example.com')
    const line = (await auditOf(server, one.id)).findLast(({ event }) => event === 'users.stand-in-added')
    expect(line?.actorId).toBe(person.id)
    const fields = line?.detail.changes as { field: string; after: string }[]
    expect(fields.find(({ field }) => field === 'lender')?.after).toBe('Meera Rao')
    expect(fields.find(({ field }) => field === 'standIn')?.after).toBe('Asha Rao')
  }
  const stranger = await someoneSignedIn(server)
  expect(await stranger.visitor.call(endOwnStandIn, { standInId: data._id })).toMatchObject({ status: 404 })
  expect(await visitor.call(endOwnStandIn, { standInId: data._id })).toMatchObject({
    ...{ status: 200, msg: 'Stand-in Ended' },
  })
  expect(await mayApprove()).toBe(false)
  // Who comes too late reads who has ended it, if it concerns them.
  const decided = { what: 'ended', by: 'Meera Rao', at: expect.any(String) }
  for (const late of [
    visitor.call(endOwnStandIn, { standInId: data._id }),
    admin.call(endStandIn, { standInId: data._id }),
  ])
    expect(await late).toMatchObject({ status: 409, data: { decided } })
  const nameless = await someoneWith(server, ['users:write'])
  expect((await nameless.visitor.call(endStandIn, { standInId: data._id })).data).toMatchObject({ decided: { by: '' } })
  expect(await stranger.visitor.call(endOwnStandIn, { standInId: data._id })).toMatchObject({ status: 404 })
  expect((await own()).standIns).toMatchObject([{ state: 'past', endedAt: expect.any(String) }])
  expect((await noticesTo(server, colleague.id)).at(-1)?.notice).toBe('stand-in-ended')
  expect((await auditOf(server, colleague.id)).at(-1)?.event).toBe('users.stand-in-ended')
})

test('one’s own authority is lent after a sign-in of the last minutes: a session that was left open lends nothing', async () => {
  const { person, visitor, lend, own } = await aSituation()
  await server.db.execute(sql`
    update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${person.id}`)
  expect(await lend()).toMatchObject({ status: 403, data: { hasPassword: true, minutes: 10 } })
  expect((await own()).standIns).toEqual([])
  expect(await noticesTo(server, person.id)).toEqual([])
  await server.db.execute(sql`update sessions set authenticated_at = now() where user_id = ${person.id}`)
  const { data } = await lend()
  // To end it is no risk.
  await server.db.execute(sql`
    update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${person.id}`)
  expect(await visitor.call(endOwnStandIn, { standInId: data._id })).toMatchObject({ status: 200 })
})

test('authority is lent with the sign-in that opening the application needs', async () => {
  const { matrix, person, visitor, lend } = await aSituation()
  const need = (isNeeded: boolean) =>
    server.db.execute(sql`
      update applications set needs_strong_sign_in = ${isNeeded}, needs_passkey = ${isNeeded} where id = ${matrix.application.id}`)
  await need(true)
  expect(await lend()).toMatchObject({ status: 403, data: { needsPasskey: true, hasPasskey: false } })
  expect(await lend({ clientId: matrix.client.id })).toMatchObject({ status: 403 })
  // What the session may not do is no reason to leave it to whoever stands in.
  await need(false)
  expect(await lend()).toMatchObject({ status: 200 })
  expect((await auditOf(server, person.id)).filter(({ event }) => event === 'users.stand-in-added')).toHaveLength(1)
  expect((await visitor.call(listOwnStandIns)).data.standIns).toHaveLength(1)
})

test('the person who stands in sees it, and may end it', async () => {
  const { matrix, lend } = await aSituation()
  const { person, visitor } = await someoneSignedIn(server)
  await anAssignment(server, person.id, matrix.application.id, matrix.client.id, 'Clerk')
  const { data } = await lend({ standIn: person.userName })
  expect((await visitor.call(listOwnStandIns)).data).toMatchObject({
    ...{ standIns: [{ _id: data._id, isLender: false, lender: { name: 'Meera Rao' } }], lendable: [] },
  })
  expect(await visitor.call(endOwnStandIn, { standInId: data._id })).toMatchObject({ status: 200 })
})

test('the session says whom stand-ins concern: who can approve now, and who has lent or been lent authority', async () => {
  const { matrix, person, visitor, lend } = await aSituation()
  const clerk = await someoneSignedIn(server)
  await anAssignment(server, clerk.person.id, matrix.application.id, matrix.client.id, 'Clerk')
  const isConcerned = async (one: typeof visitor) => (await one.call(getSession)).data.session?.usesStandIns
  expect(await isConcerned(visitor)).toBe(true)
  expect(await isConcerned(clerk.visitor)).toBe(false)
  expect(await isConcerned(admin)).toBe(false)
  await lend({ standIn: clerk.person.email })
  expect(await isConcerned(clerk.visitor)).toBe(true)
  await server.db.execute(sql`delete from assignments where user_id = ${person.id}`)
  expect(await isConcerned(visitor)).toBe(true)
  await server.db.execute(sql`delete from stand_ins where lender_id = ${person.id}`)
  expect(await isConcerned(visitor)).toBe(false)
})

describe('it is refused', () => {
  const NOBODY = 'Nobody with this name has the application for the same client.'
  const HELD = 'Only authority to approve that somebody holds can be lent.'

  test('for authority that the lender does not hold', async () => {
    const { matrix, lend } = await aSituation()
    await matrix.row('Head')
    const [other, elsewhere] = [await aMatrix(server), await aClient(server)]
    const pageId = await aPage(server, matrix.application.id, 'Refunds')
    for (const changes of [
      { role: 'Head' },
      { role: 'Clerk' },
      { applicationId: other.application.id },
      { clientId: elsewhere.id },
      { clientId: other.client.id },
      { pageIds: [pageId] },
      { pageIds: [matrix.pageId, other.pageId] },
    ])
      expect(await lend(changes)).toMatchObject({ status: 400, msg: HELD })
    // Nor does the answer tell who has an account.
    for (const standIn of ['nobody@example.com', (await someoneSignedIn(server)).person.email])
      expect(await lend({ role: 'Head', standIn })).toMatchObject({ status: 400, msg: HELD })
    expect(await lend({ clientId: matrix.client.id, pageIds: [matrix.pageId], role: 'MANAGER' })).toMatchObject({
      ...{ status: 200 },
    })
  })

  test('for the creation of documents', async () => {
    const { matrix, person, lend } = await aSituation()
    await server.db.execute(sql`update assignments set role = 'Clerk' where user_id = ${person.id}`)
    expect(await lend({ role: 'Clerk' })).toMatchObject({ status: 400, msg: HELD })
    expect(matrix).toBeDefined()
  })

  test('in the same words for people who do not exist, do not have the application, or are inactive', async () => {
    const { matrix, colleague, lend } = await aSituation()
    const stranger = await aPerson(server)
    const other = await aClient(server)
    const elsewhere = await aPerson(server)
    await anAssignment(server, elsewhere.id, matrix.application.id, other.id, 'Manager')
    for (const standIn of ['nobody@example.com', stranger.email, elsewhere.email])
      expect(await lend({ standIn })).toMatchObject({ status: 400, msg: NOBODY })
    await server.db.execute(sql`update users set is_active = false where id = ${colleague.id}`)
    expect(await lend()).toMatchObject({ status: 400, msg: NOBODY })
  })

  test('to oneself, and for times that are past, empty or too long', async () => {
    const { person, lend } = await aSituation()
    expect(await lend({ standIn: person.email })).toMatchObject({
      ...{ status: 400, msg: 'Nobody stands in for themselves.' },
    })
    const refused = async (changes: object, msg: string) =>
      expect(await lend(changes)).toMatchObject({ status: 400, msg })
    await refused({ validUntil: '2020-01-01' }, 'The end must be in the future')
    await refused({ validFrom: inDays(3), validUntil: inDays(2) }, 'The end must be after the beginning')
    await refused({ validFrom: inDays(3), validUntil: inDays(370) }, 'Authority is lent for a year at most.')
    await refused({ validUntil: UNTIL }, 'Authority is lent for a year at most.')
    await refused({ validUntil: '' }, 'Choose a date')
    await refused({ validUntil: undefined }, 'Choose a date')
    await refused({ upTo: -1 }, 'Enter an amount in rupees, such as 25,000.50 or 5 lakh')
    await refused({ regions: ['IN-XX'] }, 'Choose one from the list')
    await refused({ standIn: ' ' }, 'Say who stands in')
  })

  test('beyond twenty at a time, also of many at the same moment', async () => {
    const { person, lend } = await aSituation()
    await server.db.execute(sql`
      insert into stand_ins (id, lender_id, stand_in_id, application_id, role, valid_from, valid_until, created_by)
      select gen_random_uuid(), ${person.id}, ${person.id}, a.id, 'Manager', now(), now() + interval '1 day', ${person.id}
      from (select id from applications limit 1) a, generate_series(1, 18)`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => lend()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400])
    expect(answers.find(({ status }) => status === 400)?.msg).toContain('Twenty people stand in already')
  })
})

test('what is lent later begins later, and a day is a day of the portal', async () => {
  const { lend, own, mayApprove } = await aSituation()
  const day = (moment: string) => moment.slice(0, 10)
  await lend({ validFrom: inDays(2), validUntil: day(inDays(5)) })
  expect(await mayApprove()).toBe(false)
  const [standIn] = (await own()).standIns
  expect(standIn?.state).toBe('coming')
  // The last day counts whole, in India.
  expect(standIn?.validUntil).toBe(`${day(inDays(5))}T18:30:00.000Z`)
  // Nothing is lent for a time that is past.
  await lend({ validFrom: '2020-01-01' })
  const lent = (await own()).standIns.find(({ state }) => state === 'current')
  expect(Date.parse(lent?.validFrom ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('administrators lend for somebody else, list it, and end it', async () => {
  const { matrix, person, colleague, lent, mayApprove } = await aSituation()
  const { standIn: _, ...scope } = lent
  const asked = { ...scope, lenderId: person.id, userId: colleague.id }
  const reader = await someoneWith(server, ['users:read'])
  expect((await reader.visitor.call(lendableOf, { userId: person.id })).data).toMatchObject([{ role: 'Manager' }])
  expect(await reader.visitor.call(lendAuthority, asked)).toMatchObject({ status: 403 })
  const { data, msg } = await admin.call(lendAuthority, { ...asked, regions: ['IN-KL'], pageIds: [matrix.pageId] })
  expect(msg).toBe('Stand-in Added')
  const mail = (await server.inbox(person.email)).find(({ text }) => text.includes('may approve documents for'))
  expect(mail?.text).toContain('Set up by: Asha Rao')
  expect(await mayApprove()).toBe(true)
  const listed = async (filter: object) => (await reader.visitor.call(listStandIns, filter)).data
  for (const filter of [{ userId: person.id }, { userId: colleague.id }, { applicationId: matrix.application.id }])
    expect(await listed(filter)).toMatchObject({
      ...{ total: 1, rows: [{ _id: data._id, lender: { name: 'Meera Rao' }, createdBy: 'Asha Rao', endedBy: '' }] },
    })
  expect((await listed({ userId: person.id })).rows[0]).toMatchObject({
    ...{ regions: ['IN-KL'], pages: [{ name: 'Claims' }], client: null },
  })
  expect(await reader.visitor.call(endStandIn, { standInId: data._id })).toMatchObject({ status: 403 })
  expect(await admin.call(endStandIn, { standInId: data._id })).toMatchObject({ status: 200, msg: 'Stand-in Ended' })
  expect(await mayApprove()).toBe(false)
  expect(await listed({ userId: person.id })).toMatchObject({ total: 0 })
  expect((await listed({ userId: person.id, state: 'past' })).rows).toMatchObject([{ endedBy: 'Asha Rao' }])
})

test('of two people who are made to stand in for each other at once, nobody waits for the other', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Manager')
  const [one, other] = [await matrix.person('Manager'), await matrix.person('Manager')]
  const lend = (lender: { id: string }, standIn: { id: string }) =>
    admin.call(lendAuthority, {
      ...{ applicationId: matrix.application.id, role: 'Manager', validUntil: inDays(7) },
      ...{ lenderId: lender.id, userId: standIn.id },
    })
  const answers = await Promise.all(Array.from({ length: 8 }).flatMap(() => [lend(one, other), lend(other, one)]))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('those of a month are listed by their beginning, as long as they counted', async () => {
  const { person, lent } = await aSituation()
  const { standIn: _, ...scope } = lent
  const colleague = await server.db.execute<{ id: string }>(sql`select id from users where email = ${lent.standIn}`)
  const asked = { ...scope, lenderId: person.id, userId: colleague.rows[0]?.id }
  const ids: string[] = []
  for (const [from, until] of [
    [40, 50],
    [1, 35],
    [100, 130],
  ] as const)
    ids.push(
      (await admin.call(lendAuthority, { ...asked, validFrom: inDays(from), validUntil: inDays(until) })).data._id,
    )
  const [second, first, third] = ids
  const between = async (from: number, until: number) => {
    const filter = { userId: person.id, from: inDays(from), until: inDays(until) }
    return (await admin.call(listStandIns, filter)).data.rows.map(({ _id }) => _id)
  }
  expect(await between(30, 60)).toEqual([first, second])
  expect(await between(36, 39)).toEqual([])
  expect(await between(0, 200)).toEqual([first, second, third])
  // What ends before it begins never counted.
  await admin.call(endStandIn, { standInId: second })
  expect(await between(30, 60)).toEqual([first])
  const since = { userId: person.id, from: inDays(120) }
  expect((await admin.call(listStandIns, since)).data.rows.map(({ _id }) => _id)).toEqual([third])
  for (const from of ['soon', '2026-11', ''])
    expect(await admin.call(listStandIns, { from })).toMatchObject({ status: 400 })
})

test('no administrator lends to themselves or to somebody with more permissions', async () => {
  const { matrix, person, lent } = await aSituation()
  const { standIn: _, ...scope } = lent
  const some = await someoneWith(server, ['users:read', 'users:write'])
  const strong = await someoneWith(server, ['users:read', 'audit:read'])
  for (const one of [some, strong])
    await anAssignment(server, one.person.id, matrix.application.id, matrix.client.id, 'Clerk')
  const ask = (userId: string) => some.visitor.call(lendAuthority, { ...scope, lenderId: person.id, userId })
  expect(await ask(some.person.id)).toMatchObject({ status: 409 })
  // Nor do those who could give themselves the role, or the owner of a program that could.
  const all = await someoneWith(server, EVERYTHING)
  const program = await aProgram(server, EVERYTHING, { ownerId: all.person.id })
  await anAssignment(server, all.person.id, matrix.application.id, matrix.client.id, 'Clerk')
  for (const one of [all.visitor, program.visitor])
    expect(await one.call(lendAuthority, { ...scope, lenderId: person.id, userId: all.person.id })).toMatchObject({
      ...{ status: 409, msg: 'You cannot do this to yourself. Ask another administrator.' },
    })
  expect((await server.db.execute(sql`select 1 from stand_ins where lender_id = ${person.id}`)).rows).toEqual([])
  expect(await ask(strong.person.id)).toMatchObject({ status: 403 })
})

test('what ended with the role of the lender is listed as ended by nobody', async () => {
  const { person, lend } = await aSituation()
  await lend()
  await server.db.execute(sql`delete from assignments where user_id = ${person.id}`)
  const { data } = await admin.call(listStandIns, { userId: person.id, state: 'past' })
  expect(data.rows).toMatchObject([{ endedAt: expect.any(String), endedBy: '' }])
})

type Lender = { id: string; email: string; phoneNumber: string }
test.each<[string, (lender: Lender) => Promise<{ status: number }>, { isNamed: boolean; isDeleted?: boolean }]>([
  [
    'a suspension',
    async ({ id }) => {
      const { rows } = await server.db.execute<{ today: string }>(
        sql`select (now() at time zone 'Asia/Kolkata')::date::text as today`,
      )
      return admin.call(suspendUser, { userId: id, from: rows[0]?.today, until: '2099-01-01', reason: 'Away' })
    },
    { isNamed: true },
  ],
  [
    'a deactivation',
    ({ id, email, phoneNumber }) => {
      const form = { firstName: 'Meera', lastName: 'Nair', email, phoneNumber, isActive: false }
      return admin.call(users.update, { userId: id, ...form })
    },
    { isNamed: true },
  ],
  ['a deletion', ({ id }) => admin.call(users.remove, { userId: id }), { isNamed: true, isDeleted: true }],
  [
    'the lock link of the lender',
    async ({ email }) => {
      const mails = await server.inbox(email)
      const token = mails.map(({ text }) => /\/lockaccount\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
      return server.visitor().call(lockAccount, { token })
    },
    { isNamed: false },
  ],
])('what ends with %s is announced to both, with a line for both', async (_, close, { isNamed, isDeleted }) => {
  const { person, colleague, lend } = await aSituation()
  await lend()
  expect(await close(person)).toMatchObject({ status: 200 })
  for (const one of [person, colleague])
    expect((await auditOf(server, one.id)).map(({ event }) => event)).toContain('users.stand-in-ended')
  for (const one of isDeleted ? [colleague] : [person, colleague]) {
    const mails = (await server.inbox(one.email)).filter(({ subject }) => subject.includes('no longer stands in for'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text.includes('Ended by: ')).toBe(isNamed)
    expect(mails[0]?.text.includes('It ended because the account of Meera')).toBe(!isNamed)
  }
  const notices = (await noticesTo(server, person.id)).map(({ notice }) => notice)
  expect(notices.includes('stand-in-ended')).toBe(isDeleted !== true)
  const { rows } = await server.db.execute<{ isNamed: boolean }>(
    sql`select ended_by is not null as "isNamed" from stand_ins where lender_id = ${person.id}`,
  )
  expect(rows).toEqual([{ isNamed }])
})
