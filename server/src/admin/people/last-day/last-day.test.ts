import { users } from '@gatehouse/contract/admin/people/users.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, PASSWORD, signIn, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { startTestServer, useTestServer } from '../../../../test/server.ts'
import { aUser, userUpdate } from '../../../../test/users.ts'
import { endLastDays } from './end-last-days.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const THE_DAY = '2031-03-31'

async function stored(userId: string) {
  const { data } = await admin.call(users.list, { userId })
  return 'rows' in data ? data.rows[0] : data[0]
}

const setOver = (userId: string) =>
  server.db.execute(sql`
    update users set last_day = (now() at time zone ${server.config.timeZone})::date - 1 where id = ${userId}`)

/** As two servers do it at the same time. */
const endDays = () => Promise.all([endLastDays(server), endLastDays(server)])

describe('the last day', () => {
  test('is given with a new person or later, stays when it is left out, and goes with an empty text', async () => {
    const user = await aUser(admin, { lastDay: THE_DAY })
    expect(await stored(user.id)).toMatchObject({ lastDay: THE_DAY, isActive: true })
    const change = (changes: object) => admin.call(users.update, userUpdate(user, changes))
    expect(await change({ firstName: 'Mira' })).toMatchObject({ data: { firstName: 'Mira', lastDay: THE_DAY } })
    expect(await change({ lastDay: '' })).toMatchObject({ data: { lastDay: null } })
    expect(await change({ lastDay: THE_DAY })).toMatchObject({ data: { lastDay: THE_DAY } })
    const { data } = await admin.call(users.list, { page: 0, state: 'leaving' })
    expect('rows' in data && data.rows.map(({ _id }) => _id)).toEqual([user.id])
  })

  test.each([
    ['2020-01-31', 'The last day must be in the future'],
    ['2031-02-30', 'Choose a date'],
    ['2031-03-31T10:00:00Z', 'Choose a date'],
  ])('is refused: %s', async (lastDay, msg) => {
    const user = await aUser(admin)
    expect(await admin.call(users.update, userUpdate(user, { lastDay }))).toMatchObject({ status: 400, msg })
    expect(await stored(user.id)).toMatchObject({ lastDay: null })
  })

  test('can be today, and is not over before midnight', async () => {
    const user = await aUser(admin)
    const { rows } = await server.db.execute<{ day: string }>(
      sql`select (now() at time zone ${server.config.timeZone})::date::text as day`,
    )
    const lastDay = rows[0]?.day
    expect(await admin.call(users.update, userUpdate(user, { lastDay }))).toMatchObject({ status: 200 })
    await endDays()
    // The day may have ended meanwhile.
    const { rows: now } = await server.db.execute<{ isOver: boolean }>(
      sql`select (now() at time zone ${server.config.timeZone})::date > ${lastDay}::date as "isOver"`,
    )
    expect((await stored(user.id))?.isActive).toBe(!now[0]?.isOver)
  })
})

describe('when the last day is over, the account', () => {
  test('is deactivated once, like by an administrator: sessions end, the audit and the person hear of it', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    await setOver(person.id)
    await endDays()
    expect(await stored(person.id)).toMatchObject({ isActive: false })
    expect((await visitor.call(getSession)).data.session).toBeNull()
    const lines = (await auditOf(server, person.id)).filter(({ event }) => event === 'users.updated')
    expect(lines).toMatchObject([
      { detail: { by: 'gatehouse', changes: [{ field: 'isActive', before: true, after: false }] } },
    ])
    const notices = (await noticesTo(server, person.id)).map(({ notice }) => notice)
    expect(notices.filter((one) => one === 'account-deactivated')).toHaveLength(1)
  })

  test('comes back without a last day', async () => {
    const user = await aUser(admin)
    await setOver(user.id)
    await endDays()
    expect(await admin.call(users.update, userUpdate(user, { isActive: true }))).toMatchObject({
      data: { isActive: true, lastDay: null },
    })
    await endDays()
    await signIn(server, server.visitor({ ip: anAddress() }), user.email, PASSWORD)
  })

  test('stays active while it is the last administrator', async () => {
    const own = await startTestServer()
    try {
      const { person, visitor } = await someoneSignedIn(own, { isAdmin: true })
      await own.db.execute(sql`update users set last_day = '2020-01-31' where id = ${person.id}`)
      await endLastDays(own)
      expect((await visitor.call(getSession)).data.session).toMatchObject({ role: 'Admin' })
    } finally {
      await own.close()
    }
  })
})
