import {
  approveRecovery,
  cancelRecovery,
  listRecoveries,
  startRecovery,
} from '@gatehouse/contract/admin/people/recoveries.ts'
import { resetUserPassword, users } from '@gatehouse/contract/admin/people/users.ts'
import { readRecovery, recoverAccount, stopLinkState, stopRecovery } from '@gatehouse/contract/recoveries.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { sendDueLinks } from './send-due-links.ts'

const server = useTestServer()
const NEW_PASSWORD = 'Heron#Quartz58*Veil'
const aBrowser = () => server.visitor({ ip: anAddress() })

const secretFor = async (address: string, page: 'recover' | 'stoprecovery') =>
  (await server.inbox(address)).map(({ text }) => new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1]).find(Boolean) ?? ''
const statesOf = async (by: Visitor, userId: string) =>
  (await by.call(listRecoveries, { userId })).data.recoveries.map(({ state }) => state)
const passWaiting = async (userId: string) => {
  await server.db.execute(
    sql`update account_recoveries set ready_at = now() - interval '1 second' where user_id = ${userId} and state = 'waiting'`,
  )
  await Promise.all([sendDueLinks(server), sendDueLinks(server)])
}
let count = 0
const aNewEmail = () => `new-${++count}@example.com`
const asked = (userId: string, newEmail = aNewEmail()) => ({ userId, newEmail, reason: 'Phone and mailbox are lost' })

/** Saves the form of a person. */
const change = (admin: Visitor, { id, email, phoneNumber }: Awaited<ReturnType<typeof aPerson>>, changes: object) =>
  admin.call(users.update, {
    ...{ userId: id, firstName: 'Asha', lastName: 'Rao', email, phoneNumber, ...changes },
  } as never)

/** Somebody with a passkey, an app and codes, whose recovery an administrator has started. */
async function aRecovery() {
  const { visitor: admin, person: administrator } = await anAdministrator(server)
  const person = await aPerson(server)
  const newEmail = aNewEmail()
  expect(await admin.call(startRecovery, asked(person.id, newEmail))).toMatchObject({ status: 200 })
  return { admin, administrator, person, newEmail }
}

describe('a recovery', () => {
  test('waits, is announced at the old addresses, and then gives the account to the new address alone', async () => {
    const { admin, person, newEmail } = await aRecovery()
    const former = aBrowser()
    await signIn(server, former, person.email)
    await server.db.execute(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
      values (gen_random_uuid(), ${person.id}, ${person.id}, '', 0, '{}', 'singleDevice', false, 'Theirs')`)
    expect((await noticesTo(server, person.id)).map(({ notice, recipient }) => [notice, recipient])).toContainEqual([
      'recovery-started',
      person.email,
    ])
    // Neither before its time.
    await sendDueLinks(server)
    expect(await statesOf(admin, person.id)).toEqual(['waiting'])
    await passWaiting(person.id)
    expect(await statesOf(admin, person.id)).toEqual(['sent'])
    const mails = await server.inbox(newEmail)
    expect(mails).toHaveLength(1)
    const uuid = await secretFor(newEmail, 'recover')
    const visitor = aBrowser()
    expect((await visitor.call(readRecovery, { uuid })).data).toEqual({ isUsable: true, email: newEmail })
    for (const newPassword of ['short', PASSWORD])
      expect(await visitor.call(recoverAccount, { uuid, newPassword })).toMatchObject({ status: 400 })

    const uses = await Promise.all(
      Array.from({ length: 5 }, () => aBrowser().call(recoverAccount, { uuid, newPassword: NEW_PASSWORD })),
    )
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    expect((await former.call(getSession)).data.session).toBeNull()
    expect((await aBrowser().call(login, { email: person.email, password: PASSWORD })).status).not.toBe(200)
    expect((await aBrowser().call(login, { email: newEmail, password: PASSWORD })).status).not.toBe(200)
    await signIn(server, visitor, newEmail, NEW_PASSWORD)
    const { rows } = await server.db.execute(sql`
      select email, phone_verified_at as phone, (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
        (select string_agg(kind, ',' order by kind) from user_identifiers i where i.user_id = u.id) as kinds
      from users u where id = ${person.id}`)
    expect(rows).toEqual([{ email: newEmail, phone: null, passkeys: 0, kinds: 'email,user_name' }])
    const used = (await noticesTo(server, person.id)).filter(({ notice }) => notice === 'recovery-used')
    expect(used.map(({ recipient }) => recipient)).toEqual([person.email, newEmail])
    const events = (await auditOf(server, person.id)).map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['users.recovery-started', 'users.recovery-sent', 'users.recovered']))
    expect(await statesOf(admin, person.id)).toEqual(['used'])
    expect((await aBrowser().call(readRecovery, { uuid })).data).toEqual({ isUsable: false, email: '' })
  })

  test.each(['before its link is sent', 'afterwards'])(
    'is stopped by its owner %s, once and for good',
    async (when) => {
      const { admin, administrator, person, newEmail } = await aRecovery()
      if (when === 'afterwards') await passWaiting(person.id)
      const stop = await secretFor(person.email, 'stoprecovery')
      const link = await secretFor(newEmail, 'recover')
      expect((await aBrowser().call(stopLinkState, { uuid: stop })).data).toEqual({ isUsable: true })
      const stops = await Promise.all(Array.from({ length: 3 }, () => aBrowser().call(stopRecovery, { uuid: stop })))
      expect(stops.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
      await passWaiting(person.id)
      expect(await statesOf(admin, person.id)).toEqual(['stopped'])
      if (when === 'afterwards')
        expect(await aBrowser().call(recoverAccount, { uuid: link, newPassword: NEW_PASSWORD })).toMatchObject({
          status: 400,
        })
      expect(await secretFor(newEmail, 'recover')).toBe(when === 'afterwards' ? link : '')
      await signIn(server, aBrowser(), person.email)
      expect((await noticesTo(server, administrator.id)).map(({ notice }) => notice)).toContain('recovery-stopped')
    },
  )

  test.each<[string, (admin: Visitor, person: Awaited<ReturnType<typeof aPerson>>) => Promise<unknown>[]]>([
    ['a new password', (admin, { email }) => [admin.call(resetUserPassword, { email, newPassword: NEW_PASSWORD })]],
    ['another address', (admin, person) => [change(admin, person, { email: aNewEmail() })]],
    ['a deactivation', (admin, person) => [change(admin, person, { isActive: false })]],
    ['a deletion', (admin, { id }) => [admin.call(users.remove, { userId: id } as never)]],
  ])('ends with %s by an administrator, who secures the account', async (_what, secure) => {
    for (const isSent of [false, true]) {
      const { admin, person, newEmail } = await aRecovery()
      if (isSent) await passWaiting(person.id)
      for (const answer of secure(admin, person)) expect(await answer).toMatchObject({ status: 200 })
      await server.db.execute(sql`update users set is_active = true, deleted_at = null where id = ${person.id}`)
      await passWaiting(person.id)
      expect(await statesOf(admin, person.id)).toEqual(['stopped'])
      const uuid = await secretFor(newEmail, 'recover')
      expect(uuid === '').toBe(!isSent)
      if (isSent)
        expect(await aBrowser().call(recoverAccount, { uuid, newPassword: NEW_PASSWORD })).toMatchObject({
          status: 400,
        })
    }
  })

  test('is open once for a person, is cancelled by an administrator, and expires', async () => {
    const { admin, person, newEmail } = await aRecovery()
    const again = await Promise.all([1, 2].map(() => admin.call(startRecovery, asked(person.id))))
    expect(again.map(({ status }) => status)).toEqual([409, 409])
    const [{ _id: recoveryId = '' } = {}] = (await admin.call(listRecoveries, { userId: person.id })).data.recoveries
    expect(await admin.call(cancelRecovery, { userId: person.id, recoveryId })).toMatchObject({ status: 200 })
    expect(await admin.call(cancelRecovery, { userId: person.id, recoveryId })).toMatchObject({
      ...{ status: 409, data: { decided: { what: 'recovery-cancelled', by: expect.stringMatching(/\w/) } } },
    })
    const nameless = await someoneWith(server, ['users:write'])
    expect((await nameless.visitor.call(cancelRecovery, { userId: person.id, recoveryId })).data).toMatchObject({
      decided: { by: '' },
    })
    await passWaiting(person.id)
    expect(await server.inbox(newEmail)).toEqual([])

    const later = aNewEmail()
    await admin.call(startRecovery, asked(person.id, later))
    const [{ _id: secondId = '' } = {}] = (await admin.call(listRecoveries, { userId: person.id })).data.recoveries
    const { visitor: other, person: administrator } = await anAdministrator(server)
    await server.db.execute(sql`update users set first_name = 'Zubin' where id = ${administrator.id}`)
    await other.call(cancelRecovery, { userId: person.id, recoveryId: secondId })
    // Who comes too late for each reads who has cancelled that one.
    const late = async (one: string) =>
      (await admin.call(cancelRecovery, { userId: person.id, recoveryId: one })).data as unknown as {
        decided: { by: string }
      }
    expect((await late(secondId)).decided.by).toContain('Zubin')
    expect((await late(recoveryId)).decided.by).not.toContain('Zubin')
    await admin.call(startRecovery, asked(person.id, later))
    await passWaiting(person.id)
    await server.db.execute(sql`update account_recoveries set expires_at = now() where user_id = ${person.id}`)
    const uuid = await secretFor(later, 'recover')
    expect(await aBrowser().call(recoverAccount, { uuid, newPassword: NEW_PASSWORD })).toMatchObject({ status: 400 })
    expect(await statesOf(admin, person.id)).toEqual(['expired', 'cancelled', 'cancelled'])
    expect(await admin.call(startRecovery, asked(person.id))).toMatchObject({ status: 200 })
  })

  test('of somebody with console permissions needs a second administrator', async () => {
    const { visitor: admin } = await anAdministrator(server)
    const { visitor: second, person: other } = await anAdministrator(server)
    const { person } = await someoneWith(server, ['clients:read'])
    const newEmail = aNewEmail()
    await admin.call(startRecovery, asked(person.id, newEmail))
    expect(await statesOf(admin, person.id)).toEqual(['approval'])
    await passWaiting(person.id)
    expect((await noticesTo(server, other.id)).map(({ notice }) => notice)).toContain('recovery-approval')
    expect((await noticesTo(server, person.id)).map(({ notice }) => notice)).not.toContain('recovery-started')
    const { data } = await admin.call(listRecoveries, { userId: person.id })
    expect(data).toMatchObject({ needsApproval: true, waitHours: 24, recoveries: [{ isOwn: true }] })
    const one = { userId: person.id, recoveryId: data.recoveries[0]?._id }
    expect(await admin.call(approveRecovery, one)).toMatchObject({
      status: 409,
      msg: 'You have started this. Another administrator must approve it.',
    })
    const approvals = await Promise.all([second.call(approveRecovery, one), second.call(approveRecovery, one)])
    expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(approvals.find(({ status }) => status === 409)?.data).toMatchObject({ decided: { what: 'approved' } })
    await passWaiting(person.id)
    const uuid = await secretFor(newEmail, 'recover')
    expect(await aBrowser().call(recoverAccount, { uuid, newPassword: NEW_PASSWORD })).toMatchObject({ status: 200 })
  })

  test.each([
    ['has left', async (by: string) => server.db.execute(sql`update users set is_active = false where id = ${by}`)],
    [
      'may no longer change people',
      async (by: string) => server.db.execute(sql`update users set role_id = null where id = ${by}`),
    ],
  ])('ends when its starter %s, before its link is sent and afterwards', async (_, leave) => {
    const before = await aRecovery()
    const after = await aRecovery()
    await leave(before.administrator.id)
    await passWaiting(before.person.id)
    await passWaiting(after.person.id)
    await leave(after.administrator.id)
    expect(await server.inbox(before.newEmail)).toEqual([])
    const uuid = await secretFor(after.newEmail, 'recover')
    expect(await aBrowser().call(recoverAccount, { uuid, newPassword: NEW_PASSWORD })).toMatchObject({ status: 400 })
    await signIn(server, aBrowser(), after.person.email)
  })

  test('ends when the person has become an administrator without a second one having approved it', async () => {
    const { person, newEmail } = await aRecovery()
    await passWaiting(person.id)
    await server.db.execute(
      sql`update users set role_id = (select id from roles where system = 'admin') where id = ${person.id}`,
    )
    const uuid = await secretFor(newEmail, 'recover')
    expect(await aBrowser().call(recoverAccount, { uuid, newPassword: NEW_PASSWORD })).toMatchObject({ status: 400 })
  })

  test('is refused for oneself, for who may do more, for the inactive, and with the address of another', async () => {
    const { visitor: admin, person: administrator } = await anAdministrator(server)
    const { visitor: helper } = await someoneWith(server, ['users:read', 'users:write'])
    const stranger = await aPerson(server)
    const inactive = await aPerson(server)
    await server.db.execute(sql`update users set is_active = false where id = ${inactive.id}`)
    const refused = [
      [admin, administrator.id, aNewEmail(), 409],
      [helper, administrator.id, aNewEmail(), 403],
      [admin, inactive.id, aNewEmail(), 409],
      [admin, stranger.id, administrator.email, 400],
      [admin, stranger.id, 'nothing', 400],
    ] as const
    for (const [by, userId, newEmail, status] of refused)
      expect(await by.call(startRecovery, asked(userId, newEmail))).toMatchObject({ status })
    expect(await admin.call(startRecovery, { ...asked(stranger.id), reason: ' ' })).toMatchObject({ status: 400 })
    const { rows } = await server.db.execute(sql`
      select 1 from account_recoveries where user_id = any(${[administrator.id, stranger.id, inactive.id]}::uuid[])`)
    expect(rows).toEqual([])
  })
})

test('a password set by an administrator removes passkeys, apps and recovery codes only when asked to', async () => {
  const { visitor: admin } = await anAdministrator(server)
  const person = await aPerson(server)
  await server.db.execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    values (gen_random_uuid(), ${person.id}, ${person.id}, '', 0, '{}', 'singleDevice', false, 'Theirs')`)
  const passkeys = async () =>
    (await server.db.execute(sql`select from passkeys where user_id = ${person.id}`)).rows.length
  const { email } = person
  await admin.call(resetUserPassword, { email, newPassword: NEW_PASSWORD })
  expect(await passkeys()).toBe(1)
  await admin.call(resetUserPassword, { email, newPassword: 'Walnut#River73*Kite', removesFactors: true })
  expect(await passkeys()).toBe(0)
  expect((await noticesTo(server, person.id)).map(({ notice }) => notice)).toEqual([
    'password-changed',
    'password-changed',
    'factors-removed',
  ])
  expect(await auditOf(server, person.id)).toContainEqual(
    expect.objectContaining({
      event: 'users.factors-removed',
      detail: { name: 'Asha Rao', passkeys: 1, authenticators: 0, recoveryCodes: 0 },
    }),
  )
})
