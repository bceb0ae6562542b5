import { explainAccess, listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import {
  addUserApplicationClinetRole as assign,
  assignedApplicationWithClient,
  detachClient as detach,
} from '@gatehouse/contract/admin/people/users.ts'
import { explainMissing, listTiles, redeem, setFavourite } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anApplication, launch, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { keepAssignmentDates } from './keep-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** A person, and an application that is assigned to them for a client with these dates. */
async function someoneAssigned(dates: { validFrom?: string; validUntil?: string }) {
  const someone = await someoneSignedIn(server)
  const [application, client] = [await anApplication(server), await aClient(server)]
  const pair = { userId: someone.person.id, applicationId: application.id, clientId: client.id }
  expect(await admin.call(assign, { ...pair, role: 'User', ...dates })).toMatchObject({ status: 200 })
  const move = (column: 'valid_from' | 'valid_until', by: string) =>
    server.db.pool.query(`update assignments set ${column} = now() + $1::interval where user_id = $2`, [
      by,
      someone.person.id,
    ])
  const stored = async () => (await admin.call(assignedApplicationWithClient, { userId: someone.person.id })).data
  const tiles = async () => (await someone.visitor.call(listTiles)).data
  const notices = async () => (await noticesTo(server, someone.person.id)).map(({ notice }) => notice)
  return { ...someone, application, client, pair, move, stored, tiles, notices }
}

const ENDED = 'Your access to this application has ended. Ask your administrator if you still need it.'

async function endOf(userId: string): Promise<string | undefined> {
  const { rows } = await server.db.execute<{ at: Date }>(
    sql`select valid_until as at from assignments where user_id = ${userId}`,
  )
  return rows[0]?.at.toISOString()
}

/** As two servers do it at the same time. */
const keepDates = () => Promise.all([keepAssignmentDates(server), keepAssignmentDates(server)])

describe('before it begins, an assignment', () => {
  test('gives no tile and no token, and says from when to administrators alone', async () => {
    const someone = await someoneAssigned({ validFrom: inMs(HOUR_MS) })
    expect(await someone.tiles()).toEqual([])
    expect(await launch(someone)).toMatchObject({ status: 403 })
    const { data } = await admin.call(listAssignments, { userId: someone.person.id })
    expect(data.rows).toMatchObject([{ isCurrent: false, canOpen: false, canSignIn: false, validUntil: null }])
    expect(Date.parse(data.rows[0]?.validFrom ?? '')).toBeGreaterThan(Date.now())
    const missing = await someone.visitor.call(explainMissing, { name: someone.application.name })
    expect(missing.data).toMatchObject([{ state: 'not-begun', beginsAt: data.rows[0]?.validFrom }])
  })

  test('is opened by its moment alone', async () => {
    const someone = await someoneAssigned({ validFrom: inMs(HOUR_MS) })
    await someone.move('valid_from', '-1 second')
    expect(await someone.tiles()).toHaveLength(1)
    expect(await launch(someone)).toMatchObject({ status: 200 })
  })

  test('is announced with the moment, once', async () => {
    const { person, move, notices } = await someoneAssigned({ validFrom: inMs(HOUR_MS), validUntil: inMs(90 * DAY_MS) })
    const [mail] = await server.inbox(person.email)
    expect(mail?.subject).toMatch(/^You can open Application \d+ from \d+ \w+ \d{4}/)
    expect(mail?.text).toContain('It ends on ')
    await move('valid_from', '-1 second')
    await keepDates()
    expect((await notices()).filter((one) => one === 'assignment-granted')).toHaveLength(1)
  })

  test('is announced with its whole days, or with moments where they begin at another time for its person', async () => {
    // Midnight in India.
    const dates = { validFrom: '2031-02-28T18:30:00.000Z', validUntil: '2031-03-31T18:30:00.000Z' }
    const { person, pair } = await someoneAssigned(dates)
    const inboxTexts = async () => (await server.inbox(person.email)).map(({ subject, text }) => `${subject} ${text}`)
    expect(await inboxTexts()).toContainEqual(
      expect.stringMatching(/from 1 Mar 2031 [\s\S]* from 1 Mar 2031\. It ends on 31 Mar 2031\./),
    )
    await server.db.execute(sql`update users set time_zone = 'Europe/Berlin' where id = ${person.id}`)
    await admin.call(assign, { ...pair, role: 'User', ...dates, validUntil: '2031-04-30T18:30:00.000Z' })
    expect(await inboxTexts()).toContainEqual(
      expect.stringMatching(/from 28 Feb 2031, 7:30 pm [\s\S]* It ends on 30 Apr 2031, 8:30 pm /),
    )
  })
})

describe('at its end, an assignment', () => {
  test('opens nothing from that moment on, and takes back what it has opened', async () => {
    const someone = await someoneAssigned({ validUntil: inMs(HOUR_MS) })
    const { authorization } = someone.application
    const program = server.visitor({ web: false })
    const { oAuthToken } = (await launch(someone)).data
    await someone.move('valid_until', '0')
    expect(await someone.tiles()).toEqual([])
    expect(await launch(someone)).toMatchObject({ status: 403, msg: ENDED })
    const mark = await someone.visitor.call(setFavourite, { applicationId: someone.application.id, isFavourite: true })
    expect(mark).toMatchObject({ status: 403, msg: ENDED })
    expect(await program.call(redeem, { token: oAuthToken }, { authorization })).toMatchObject({ status: 400 })
    const missing = await someone.visitor.call(explainMissing, { name: someone.application.name })
    expect(missing.data).toMatchObject([{ state: 'ended', beginsAt: null, endedAt: await endOf(someone.person.id) }])
    const explained = await admin.call(explainAccess, {
      userId: someone.person.id,
      applicationId: someone.application.id,
    })
    expect(explained.data.assignments).toMatchObject([{ isCurrent: false, canSignIn: false }])
  })

  test('is removed once, with a line of the audit and a notice, and its tokens are revoked', async () => {
    const someone = await someoneAssigned({ validUntil: inMs(HOUR_MS) })
    const { oAuthToken: token } = (await launch(someone)).data
    const { authorization } = someone.application
    await server.visitor({ web: false }).call(redeem, { token }, { authorization })
    await someone.move('valid_until', '0')
    await keepDates()
    expect(await someone.stored()).toEqual([])
    const lines = (await auditOf(server, someone.person.id)).filter(({ event }) => event === 'users.application-ended')
    expect(lines).toMatchObject([{ detail: { by: 'gatehouse', changes: [{ before: 'User', after: null }] } }])
    expect((await someone.notices()).filter((one) => one === 'assignment-removed')).toHaveLength(1)
    const { rows } = await server.db.execute(sql`
      select 1 from access_tokens where user_id = ${someone.person.id} and revoked_at is null`)
    expect(rows).toEqual([])
    expect(await admin.call(detach, someone.pair)).toMatchObject({ status: 404 })
  })

  test('stays with a deleted person, and ends when they are restored', async () => {
    const { person, move, stored } = await someoneAssigned({ validUntil: inMs(HOUR_MS) })
    await move('valid_until', '0')
    await server.db.execute(sql`update users set deleted_at = now() where id = ${person.id}`)
    await keepDates()
    await server.db.execute(sql`update users set deleted_at = null where id = ${person.id}`)
    expect(await stored()).toHaveLength(1)
    await keepDates()
    expect(await stored()).toEqual([])
  })

  test('is announced seven days before, once, and again after it was moved', async () => {
    const { person, pair, move, notices } = await someoneAssigned({ validUntil: inMs(30 * DAY_MS) })
    const announced = async () => {
      await keepDates()
      return (await notices()).filter((one) => one === 'assignment-ends').length
    }
    expect(await announced()).toBe(0)
    await move('valid_until', '6 days')
    expect(await announced()).toBe(1)
    expect(await announced()).toBe(1)
    const mails = await server.inbox(person.email)
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Your access to .+ ends on /))
    await admin.call(assign, { ...pair, role: 'User', validUntil: inMs(60 * DAY_MS) })
    await move('valid_until', '6 days')
    expect(await announced()).toBe(2)
  })

  test('is not announced when it was given for less than that', async () => {
    const { notices } = await someoneAssigned({ validUntil: inMs(2 * DAY_MS) })
    await keepDates()
    expect(await notices()).not.toContain('assignment-ends')
  })
})

describe('the dates', () => {
  test('are whole days of the time zone of the portal, the last one included', async () => {
    const { stored } = await someoneAssigned({ validFrom: '2027-03-01', validUntil: '2027-03-31' })
    expect(await stored()).toMatchObject([
      { validFrom: '2027-02-28T18:30:00.000Z', validUntil: '2027-03-31T18:30:00.000Z' },
    ])
  })

  test('stay when they are left out, and go with null or an empty text', async () => {
    const dates = { validFrom: '2027-03-01', validUntil: '2027-03-31' }
    const { pair, stored } = await someoneAssigned(dates)
    await admin.call(assign, { ...pair, role: 'User' })
    expect(await stored()).toMatchObject([{ validFrom: '2027-02-28T18:30:00.000Z' }])
    await admin.call(assign, { ...pair, role: 'User', validFrom: '', validUntil: null })
    expect(await stored()).toMatchObject([{ validFrom: null, validUntil: null }])
  })

  test('are in the audit when they change, and the same ones change nothing', async () => {
    const { person, pair, notices } = await someoneAssigned({})
    const validUntil = '2027-03-31'
    await admin.call(assign, { ...pair, role: 'User', validUntil })
    const line = (await auditOf(server, person.id)).at(-1)
    expect(line?.detail).toMatchObject({
      changes: [
        expect.objectContaining({ before: 'User', after: 'User' }),
        { field: 'validUntil', before: null, after: '2027-03-31T18:30:00.000Z' },
      ],
    })
    const before = (await notices()).length
    await admin.call(assign, { ...pair, role: 'User', validUntil })
    expect(await notices()).toHaveLength(before)
    expect((await auditOf(server, person.id)).at(-1)).toEqual(line)
  })

  test('that are moved into the future end what is open', async () => {
    const someone = await someoneAssigned({})
    const { oAuthToken: token } = (await launch(someone)).data
    await admin.call(assign, { ...someone.pair, role: 'User', validFrom: inMs(DAY_MS) })
    const { authorization } = someone.application
    const redeemed = await server.visitor({ web: false }).call(redeem, { token }, { authorization })
    expect(redeemed).toMatchObject({ status: 400 })
    expect(await someone.tiles()).toEqual([])
  })

  test.each([
    ['an end that is past', { validUntil: '2020-01-01' }, 'The end must be in the future'],
    [
      'an end before the beginning',
      { validFrom: '2030-02-01', validUntil: '2030-01-01' },
      'The end must be after the beginning',
    ],
    ['no date', { validUntil: 'soon' }, 'Choose a date'],
    ['a day that no calendar has', { validUntil: '2030-02-30' }, 'Choose a date'],
    ['a year that no calendar knows', { validUntil: '9999-01-01' }, 'Choose a date'],
  ])('are refused: %s', async (_what, dates, msg) => {
    const { pair, stored } = await someoneAssigned({})
    expect(await admin.call(assign, { ...pair, role: 'User', ...dates })).toMatchObject({ status: 400, msg })
    expect(await stored()).toMatchObject([{ validFrom: null, validUntil: null }])
  })
})
