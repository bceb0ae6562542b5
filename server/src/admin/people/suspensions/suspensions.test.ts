import { startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { endSuspension, readSuspension, suspendUser } from '@gatehouse/contract/admin/people/suspensions.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { lockAccount } from '@gatehouse/contract/lock-account.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { signInByPasskey, someoneWithPasskey } from '../../../../test/passkeys.ts'
import { startTestServer, useTestServer } from '../../../../test/server.ts'
import { aUser, userUpdate } from '../../../../test/users.ts'
import { makeLockToken } from '../../../crypto/lock-token.ts'
import { formatDay } from '../../../notifications/format-time.ts'
import { makeJobRunner } from '../../jobs/runner.ts'
import { keepSuspensions } from './keep-suspensions.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const REFUSED = { status: 403, msg: 'Your account is suspended for now. Your administrator can say until when.' }

async function dayIn(days: number): Promise<string> {
  const { rows } = await server.db.execute<{ day: string }>(sql`
    select ((now() at time zone ${server.config.timeZone})::date + ${days}::int)::text as day`)
  return rows[0]?.day ?? ''
}
const suspend = async (userId: string, from: number, until: number | null = null) =>
  admin.call(suspendUser, {
    ...{ userId, from: await dayIn(from), reason: 'An inquiry' },
    until: until === null ? '' : await dayIn(until),
  })
/** As two servers do it at the same time. */
const keep = () => Promise.all([keepSuspensions(server), keepSuspensions(server)])
const noticesOf = async (userId: string) => (await noticesTo(server, userId)).map(({ notice }) => notice)
const suspensionOf = async (userId: string) => (await admin.call(readSuspension, { userId })).data.suspension
async function rowOf(userId: string) {
  const { data } = await admin.call(users.list, { page: 0, userId })
  return 'rows' in data ? data.rows[0] : data[0]
}
const tryToSignIn = (email: string, password = PASSWORD) =>
  server.visitor({ ip: anAddress() }).call(login, { email, password })
/** As if the first or last day had come. */
const move = (userId: string, days: number) =>
  server.db.execute(sql`
    update users set suspended_from = suspended_from + make_interval(days => ${days}),
      suspended_until = suspended_until + make_interval(days => ${days}) where id = ${userId}`)

describe('a suspension from today', () => {
  test('ends the sessions at once, refuses the sign-in with the reason, and is announced', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    expect(await suspend(person.id, 0, 3)).toMatchObject({ status: 200, msg: 'Suspension Saved' })
    expect((await visitor.call(getSession)).data).toMatchObject({ session: null, endReason: 'suspended' })
    expect(await tryToSignIn(person.email)).toMatchObject(REFUSED)
    expect(await noticesOf(person.id)).toContain('account-suspended')
    const mail = (await server.inbox(person.email)).find(({ subject }) => subject.includes('is suspended'))
    // The last day, as the form says it, and not the midnight after it.
    expect(mail?.text).toContain(`suspended until ${formatDay(await dayIn(3), 'en')},`)
    expect(mail?.text).not.toContain('An inquiry')
    expect(await rowOf(person.id)).toMatchObject({ isActive: false, isSuspended: true })
    expect(await suspensionOf(person.id)).toEqual({
      ...{ from: await dayIn(0), until: await dayIn(3), reason: 'An inquiry', hasBegun: true },
    })
    const events = (await auditOf(server, person.id)).map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['users.suspended', 'users.updated']))
  })

  test('tells a stranger nothing: a wrong password has the answer of everybody', async () => {
    const someone = await aPerson(server)
    await suspend(someone.id, 0)
    const [suspended, unknown] = [
      await tryToSignIn(someone.email, 'Wrong#Password1'),
      await tryToSignIn('nobody.here@example.com', 'Wrong#Password1'),
    ]
    expect([suspended.status, suspended.msg]).toEqual([unknown.status, unknown.msg])
    expect(suspended.msg).not.toMatch(/suspend/)
  })

  test('refuses a passkey with the reason, too', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await suspend(person.id, 0)
    expect(await signInByPasskey(browser, authenticator)).toMatchObject(REFUSED)
  })

  test('without an end lasts until an administrator ends it', async () => {
    const someone = await aPerson(server)
    await suspend(someone.id, 0)
    expect((await suspensionOf(someone.id))?.until).toBeNull()
    const [mail] = await server.inbox(someone.email)
    expect(mail?.text).toContain('until further notice')
    await move(someone.id, -400)
    await keep()
    expect(await tryToSignIn(someone.email)).toMatchObject(REFUSED)
    expect(await admin.call(endSuspension, { userId: someone.id })).toMatchObject({ msg: 'Suspension Ended' })
    await signIn(server, server.visitor({ ip: anAddress() }), someone.email)
    expect(await noticesOf(someone.id)).toContain('suspension-ended')
    expect(await suspensionOf(someone.id)).toBeNull()
  })
})

describe('a suspension to come', () => {
  test('changes nothing before its first day, begins then, and ends after its last, each once', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    await suspend(person.id, 2, 4)
    await keep()
    expect((await visitor.call(getSession)).data.session).not.toBeNull()
    expect(await rowOf(person.id)).toMatchObject({ isActive: true, isSuspended: false })
    const { data } = await admin.call(users.list, { page: 0, state: 'suspended' })
    expect('rows' in data && data.rows.map(({ _id }) => _id)).toContain(person.id)

    await move(person.id, -2)
    // No server has done its round yet: the request itself is refused.
    expect((await visitor.call(getSession)).data).toMatchObject({ session: null, endReason: 'suspended' })
    expect(await tryToSignIn(person.email)).toMatchObject(REFUSED)
    await keep()
    expect(await rowOf(person.id)).toMatchObject({ isActive: false, isSuspended: true })

    await move(person.id, -3)
    await keep()
    await signIn(server, server.visitor({ ip: anAddress() }), person.email)
    expect(await suspensionOf(person.id)).toBeNull()
    const notices = await noticesOf(person.id)
    for (const notice of ['account-suspended', 'suspension-ended'])
      expect(notices.filter((one) => one === notice)).toHaveLength(1)
    expect(notices).not.toContain('account-deactivated')
  })

  test('is ended before it begins, and nobody is notified', async () => {
    const someone = await aPerson(server)
    await suspend(someone.id, 5)
    await admin.call(endSuspension, { userId: someone.id })
    expect(await suspensionOf(someone.id)).toBeNull()
    expect(await noticesOf(someone.id)).toEqual([])
    expect(await admin.call(endSuspension, { userId: someone.id })).toMatchObject({
      ...{ status: 409, data: { decided: { what: 'ended', by: expect.stringMatching(/\w/) } } },
    })
    const nameless = await someoneWith(server, ['users:write'])
    expect((await nameless.visitor.call(endSuspension, { userId: someone.id })).data).toMatchObject({
      decided: { by: '' },
    })
    // The next one ended under a former release, without such a line: nobody is named for it.
    await suspend(someone.id, 5)
    await server.db.execute(
      sql`update users set suspended_from = null, suspended_until = null, suspension_reason = '' where id = ${someone.id}`,
    )
    const late = await admin.call(endSuspension, { userId: someone.id })
    expect(late).toMatchObject({ status: 409, msg: 'This suspension has already ended.' })
  })
})

describe.each([
  ['planned', 5],
  ['running', 0],
])(
  'of a suspension that is %s, the end has one line, which says who and whether the person is back,',
  (state, from) => {
    type User = Awaited<ReturnType<typeof aUser>>
    type Way = { end: (user: User) => Promise<unknown>; by?: 'owner' | 'portal'; isBack?: boolean }
    const inBulk = (action: 'activate' | 'deactivate') => async (user: User) => {
      await admin.call(startBulkJob, { change: { action }, ids: [user.id] })
      await makeJobRunner(server).runAll()
    }
    const update = (isActive: boolean) => (user: User) => admin.call(users.update, userUpdate(user, { isActive }))
    const lock = async ({ id }: User) => {
      const token = makeLockToken(server.keys.lockLink, id, 0, Date.now() / 1000)
      return server.visitor({ ip: anAddress() }).call(lockAccount, { token })
    }
    const pass = async ({ id }: User) => {
      await move(id, -10)
      await keep()
      await keep()
    }
    const ways: Record<string, Way | null> = {
      'when an administrator ends it': { end: ({ id }) => admin.call(endSuspension, { userId: id }), isBack: true },
      'when the account is made active': state === 'planned' ? null : { end: update(true), isBack: true },
      'when many accounts are made active': state === 'planned' ? null : { end: inBulk('activate'), isBack: true },
      'when the account is deactivated': state === 'planned' ? { end: update(false) } : null,
      'when many accounts are deactivated': { end: inBulk('deactivate') },
      'when the owner locks the account': { end: lock, by: 'owner', isBack: state === 'planned' },
      'when its last day has passed': { end: pass, by: 'portal', isBack: true },
      'when it and the last day of the person have passed': {
        end: async (user) => {
          await server.db.execute(sql`update users set last_day = ${await dayIn(-1)}::date where id = ${user.id}`)
          await pass(user)
        },
        by: 'portal',
      },
    }
    test.each(Object.entries(ways).flatMap(([name, way]) => (way === null ? [] : [{ name, ...way }])))(
      '$name',
      async ({ end, by, isBack = false }) => {
        const user = await aUser(admin)
        await suspend(user.id, from, 7)
        await end(user)
        expect(await suspensionOf(user.id)).toBeNull()
        const lines = (await auditOf(server, user.id)).filter(({ event }) => event === 'users.suspension-ended')
        const { data } = await admin.call(getSession)
        const actorId = { owner: user.id, portal: null, administrator: data.session?.user._id }[by ?? 'administrator']
        expect(lines).toEqual([expect.objectContaining({ actorId })])
        expect('isDeactivated' in (lines[0]?.detail ?? {})).toBe(!isBack)
        const late = await admin.call(endSuspension, { userId: user.id })
        expect(late).toMatchObject({ status: 409, data: { decided: { what: 'ended' } } })
      },
    )
  },
)

describe('what else happens to the person', () => {
  test('an administrator who activates them ends the suspension', async () => {
    const user = await aUser(admin)
    await suspend(user.id, 0)
    await admin.call(users.update, userUpdate(user, { isActive: true }))
    expect(await suspensionOf(user.id)).toBeNull()
    expect(await noticesOf(user.id)).toContain('suspension-ended')
  })

  test('who is deactivated meanwhile stays away', async () => {
    const [planned, running] = [await aPerson(server), await aPerson(server)]
    await suspend(planned.id, 3, 5)
    await suspend(running.id, 0, 5)
    await admin.call(startBulkJob, { change: { action: 'deactivate' }, ids: [planned.id, running.id] })
    await makeJobRunner(server).runAll()
    for (const { id } of [planned, running]) {
      expect(await suspensionOf(id)).toBeNull()
      expect(await rowOf(id)).toMatchObject({ isActive: false, isSuspended: false })
      expect((await noticesOf(id)).filter((notice) => notice === 'account-deactivated')).toHaveLength(1)
    }
  })

  test('whose last day passes meanwhile stays away, and is notified of that', async () => {
    const someone = await aPerson(server)
    await suspend(someone.id, 0, 1)
    await server.db.execute(sql`update users set last_day = ${await dayIn(-1)}::date where id = ${someone.id}`)
    await move(someone.id, -3)
    await keep()
    expect(await rowOf(someone.id)).toMatchObject({ isActive: false, isSuspended: false })
    expect(await noticesOf(someone.id)).toContain('account-deactivated')
  })

  test('the last administrator is not shut out by a plan', async () => {
    const own = await startTestServer()
    try {
      const { person, visitor } = await someoneSignedIn(own, { isAdmin: true })
      await own.db.execute(sql`update users set suspended_from = now() - interval '1 minute' where id = ${person.id}`)
      await keepSuspensions(own)
      expect((await visitor.call(getSession)).data.session).toMatchObject({ role: 'Admin' })
    } finally {
      await own.close()
    }
  })
})

test.each([
  ['yesterday', -1, null, 'The first day is over. Choose another one.'],
  ['an end before the beginning', 3, 2, 'The last day is before the first one.'],
])('refused: %s', async (_what, from, until, msg) => {
  const someone = await aPerson(server)
  expect(await suspend(someone.id, from, until)).toMatchObject({ status: 400, msg })
  expect(await suspensionOf(someone.id)).toBeNull()
})

test('refused: twice, oneself, and somebody who is inactive', async () => {
  const someone = await aPerson(server)
  await suspend(someone.id, 1)
  expect(await suspend(someone.id, 2)).toMatchObject({ status: 409, msg: expect.stringContaining('already') })
  const { data } = await admin.call(getSession)
  expect((await suspend(data.session?.user._id ?? '', 1)).status).toBe(409)
  const gone = await aPerson(server)
  await server.db.execute(sql`update users set is_active = false where id = ${gone.id}`)
  expect(await suspend(gone.id, 1)).toMatchObject({ status: 409, msg: expect.stringContaining('inactive') })
})
