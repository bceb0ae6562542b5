import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import {
  addUserApplicationClinetRole,
  attachRoleToUser,
  detachClient,
  detachRoleToUser,
  sendInvitation,
  users,
} from '@gatehouse/contract/admin/people/users.ts'
import { consumeRequestRequestPassword, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, PASSWORD, signIn, someoneSignedIn } from '../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../test/console.ts'
import { noticesTo } from '../../../test/messages.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer } from '../../../test/server.ts'
import { aUser, aUserForm, userUpdate } from '../../../test/users.ts'
import { newId } from '../../crypto/ids.ts'
import { insertUser } from '../../identity/users.ts'

const server = useTestServer()
let admin: Awaited<ReturnType<typeof anAdministrator>>['visitor']
beforeAll(async () => {
  admin = (await anAdministrator(server)).visitor
})

/** A person created in the console. Removes the invitation. */
async function aPersonMade(language: 'en' | 'hi' = 'en') {
  const user = await aUser(admin)
  await server.db.execute(sql`update users set language = ${language} where id = ${user.id}`)
  await server.inbox(user.email)
  await server.db.execute(sql`delete from messages where user_id = ${user.id}`)
  return user
}

const namesOf = async (id: string) => (await noticesTo(server, id)).map(({ notice }) => notice)
const newest = async (address: string) => (await server.inbox(address))[0]?.text ?? ''
const aVisitor = () => server.visitor({ ip: anAddress() })

/** A person who was sent a link to choose a password. */
const anInvited = () => aUser(admin, { firstPassword: 'link' })

describe('a person created by an administrator', () => {
  test('with a password gets no link, and signs in with the password', async () => {
    const { id, email } = await aUser(admin)
    await signIn(server, aVisitor(), email)
    expect(await namesOf(id)).not.toContain('invitation')
    const links = await server.db.execute(sql`select 1 from reset_links where user_id = ${id}`)
    expect(links.rows).toEqual([])
  })

  test.each([PASSWORD, ''])('with a link has no password, whatever else was sent: %j', async (password) => {
    const { id, email } = await aUser(admin, { firstPassword: 'link', password })
    expect(await namesOf(id)).toEqual(['invitation'])
    expect(await aVisitor().call(login, { email, password: PASSWORD })).toMatchObject({ status: 401 })
    const { rows } = await server.db.execute(sql`select password_hash as hash from users where id = ${id}`)
    expect(rows).toEqual([{ hash: null }])
  })

  test('chooses a password by the link once, and signs in with it', async () => {
    const { id, email } = await anInvited()
    expect(await noticesTo(server, id)).toEqual([{ notice: 'invitation', language: 'en', recipient: email }])
    const uuid = /\/resetpassword\/([0-9a-f-]{36})/.exec(await newest(email))?.[1]
    const chosen = { uuid, newPassword: 'Harbour#Lantern77*Blue' }
    expect(await aVisitor().call(consumeRequestRequestPassword, chosen)).toMatchObject({ status: 200 })
    expect(await aVisitor().call(login, { email, password: PASSWORD })).toMatchObject({ status: 401 })
    await signIn(server, aVisitor(), email, chosen.newPassword)
    expect(await aVisitor().call(consumeRequestRequestPassword, chosen)).toMatchObject({ status: 400 })
  })

  test('has three days to use the link', async () => {
    const { id } = await anInvited()
    const { rows } = await server.db.execute<{ hours: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 3600)::int as hours from reset_links where user_id = ${id}`)
    expect(rows).toEqual([{ hours: 72 }])
  })

  test('is sent nothing when the creation fails', async () => {
    const before = await server.db.execute(sql`select 1 from messages`)
    const { form } = await anInvited()
    expect(await admin.call(users.create, form)).toMatchObject({ status: 400 })
    expect((await server.db.execute(sql`select 1 from messages`)).rowCount).toBe((before.rowCount ?? 0) + 1)
  })
})

describe('an invitation', () => {
  test('is sent again to a person who has never signed in, and voids the former link', async () => {
    const { id, email } = await anInvited()
    const former = /\/resetpassword\/([0-9a-f-]{36})/.exec(await newest(email))?.[1]
    expect(await admin.call(sendInvitation, { userId: id })).toMatchObject({ status: 200, msg: 'Invitation Sent' })
    expect(await namesOf(id)).toEqual(['invitation', 'invitation'])
    expect((await auditOf(server, id)).at(-1)).toMatchObject({ event: 'users.invited' })
    const chosen = { uuid: former, newPassword: 'Harbour#Lantern77*Blue' }
    expect(await aVisitor().call(consumeRequestRequestPassword, chosen)).toMatchObject({ status: 400 })
  })

  test('goes to one address five times a day, whatever sends it and by whichever account', async () => {
    const limited = { status: 429 }
    const typed = { firstPassword: 'link', email: 'flooded@example.com' }
    const countSent = async () => {
      const { rowCount } = await server.db.execute(sql`
        select from messages where recipient = ${typed.email} and notice in ('invitation', 'confirm-email')`)
      return rowCount
    }
    const one = await aUser(admin, typed)
    expect(await admin.call(sendInvitation, { userId: one.id })).toMatchObject({ status: 200 })
    // A deleted account frees its address.
    await admin.call(users.remove, { userId: one.id })
    const two = await aUser(admin, typed)
    const [off, on] = [{ isActive: false, status: 'INACTIVE' }, {}].map((changes) => userUpdate(two, changes))
    for (const changes of [off, on]) expect((await admin.call(users.update, changes)).status).toBe(200)
    // Somebody with a password is asked to confirm an address that is moved there.
    await admin.call(users.remove, { userId: two.id })
    const three = await aUser(admin)
    const [there, back] = [{ email: typed.email }, {}].map((changes) => userUpdate(three, changes))
    expect((await admin.call(users.update, there)).status).toBe(200)
    expect((await admin.call(users.update, back)).status).toBe(200)
    expect(await countSent()).toBe(5)
    expect(await admin.call(users.update, there)).toMatchObject(limited)
    expect(await admin.call(users.create, aUserForm({ ...typed, email: 'Flooded@Example.com' }))).toMatchObject(limited)
    const four = await aUser(admin, { firstPassword: 'link' })
    expect(await admin.call(users.update, userUpdate(four, { email: typed.email }))).toMatchObject(limited)
    expect(await countSent()).toBe(5)
    // Other addresses are not concerned, and nothing of what was refused is stored.
    expect(await admin.call(sendInvitation, { userId: four.id })).toMatchObject({ status: 200 })
  })

  test('is refused for a person who has signed in, is inactive, or has more permissions than the caller', async () => {
    const { person } = await someoneSignedIn(server)
    const msg = 'This person has already signed in and needs no invitation.'
    expect(await admin.call(sendInvitation, { userId: person.id })).toMatchObject({ status: 400, msg })
    const user = await aPersonMade()
    await admin.call(users.update, userUpdate(user, { isActive: false, status: 'INACTIVE' }))
    expect(await admin.call(sendInvitation, { userId: user.id })).toMatchObject({ status: 400 })
    const { visitor: helper } = await someoneWith(server, ['users:read', 'users:write'])
    const above = await aPersonMade()
    await admin.call(attachRoleToUser, { userId: above.id, roleId: await aRole(server, ['audit:read']) })
    expect(await helper.call(sendInvitation, { userId: above.id })).toMatchObject({ status: 403 })
    expect(await admin.call(sendInvitation, { userId: newId() })).toMatchObject({ status: 404 })
    for (const { id } of [person, user, above]) expect(await namesOf(id)).not.toContain('invitation')
  })

  test('is sent to the new address when an unverified one is corrected, and nowhere else', async () => {
    const id = newId()
    const typo = { firstName: 'Kavya', lastName: 'Nair', phoneNumber: '7111111111', userName: null }
    const account = {
      ...typo,
      id,
      email: 'kavya@exmaple.com',
      passwordHash: null,
      roleId: null,
      isEmailVerified: false,
    }
    await server.db.transaction((tx) => insertUser(tx, account))
    const form = { ...account, userName: 'kavya', name: '', password: '' }
    await admin.call(users.update, userUpdate({ id, form }, { email: 'kavya@example.com' }))
    expect(await noticesTo(server, id)).toMatchObject([{ notice: 'invitation', recipient: 'kavya@example.com' }])
  })
})

describe('a person changed by an administrator', () => {
  test('is notified of the changed fields in their language, and not when nothing changed', async () => {
    const user = await aPersonMade('hi')
    await admin.call(users.update, userUpdate(user))
    expect(await namesOf(user.id)).toEqual([])
    await admin.call(users.update, userUpdate(user, { firstName: 'Mira', phoneNumber: '7222222222' }))
    expect(await noticesTo(server, user.id)).toMatchObject([{ notice: 'details-changed', language: 'hi' }])
    expect(await newest(user.email)).toContain('पहला नाम और फ़ोन नंबर')
    await admin.call(users.update, userUpdate(user, { firstName: 'Mira', phoneNumber: '7222222222' }))
    expect(await namesOf(user.id)).toHaveLength(1)
  })

  test('is notified of a new address at the former one, which shows the new one in part', async () => {
    const user = await aPersonMade()
    await admin.call(users.update, userUpdate(user, { email: 'meera.at.home@example.com' }))
    expect(await noticesTo(server, user.id)).toMatchObject([
      { notice: 'email-changed', recipient: user.email },
      { notice: 'confirm-email', recipient: 'meera.at.home@example.com' },
    ])
    expect(await newest(user.email)).toContain('m••••e@example.com')
    expect(await newest(user.email)).not.toContain('meera.at.home')
  })

  test('is notified of the deactivation and of the activation', async () => {
    const user = await aPersonMade()
    await admin.call(users.update, userUpdate(user, { isActive: false, status: 'INACTIVE' }))
    await admin.call(users.update, userUpdate(user, { isActive: false, status: 'INACTIVE' }))
    expect(await namesOf(user.id)).toEqual(['account-deactivated'])
    await admin.call(users.update, userUpdate(user))
    expect(await namesOf(user.id)).toEqual(['account-deactivated', 'account-reactivated'])
  })

  test('is notified of another role, and of its removal', async () => {
    const user = await aPersonMade()
    const roleId = await aRole(server, [])
    await admin.call(attachRoleToUser, { userId: user.id, roleId })
    await admin.call(attachRoleToUser, { userId: user.id, roleId })
    expect(await namesOf(user.id)).toEqual(['role-changed'])
    await admin.call(detachRoleToUser, { userId: user.id, roleId })
    expect(await namesOf(user.id)).toEqual(['role-changed', 'role-changed'])
    expect(await newest(user.email)).toContain('Your role is now User.')
  })

  test('is notified when an application is assigned and detached', async () => {
    const user = await aPersonMade()
    const application = await anApplication(server, { name: 'Roadside' })
    const client = await aClient(server, { actualName: 'Acme' })
    const pair = { userId: user.id, applicationId: application.id, clientId: client.id }
    await admin.call(addUserApplicationClinetRole, { ...pair, role: 'User' })
    await admin.call(addUserApplicationClinetRole, { ...pair, role: 'User' })
    expect(await namesOf(user.id)).toEqual(['assignment-granted'])
    expect(await newest(user.email)).toContain('Roadside was assigned to you for Acme, as User.')
    await admin.call(detachClient, pair)
    expect(await admin.call(detachClient, pair)).toMatchObject({ status: 404 })
    expect(await namesOf(user.id)).toEqual(['assignment-granted', 'assignment-removed'])
    expect(await newest(user.email)).toContain('Roadside for Acme is no longer assigned to you.')
  })

  test('is told of a change of what they have as a change, and not that they can open it now', async () => {
    const user = await aPersonMade()
    const application = await anApplication(server, { name: 'Changing' })
    const client = await aClient(server, { actualName: 'Umbrella' })
    const pair = { userId: user.id, applicationId: application.id, clientId: client.id }
    await admin.call(addUserApplicationClinetRole, { ...pair, role: 'User', validUntil: '2031-03-31' })
    expect(await newest(user.email)).toContain(
      'Changing was assigned to you for Umbrella, as User. It ends on 31 Mar 2031.',
    )
    await admin.call(addUserApplicationClinetRole, { ...pair, role: 'User', validUntil: '2031-01-31' })
    const shorter = 'Your access to Changing for Umbrella was changed. Your role there is User. It ends on 31 Jan 2031.'
    expect(await newest(user.email)).toContain(shorter)
    await admin.call(addUserApplicationClinetRole, { ...pair, role: 'User', validUntil: null })
    expect(await newest(user.email)).toContain('Your role there is User. It has no end.')
    const subjects = (await server.inbox(user.email)).map(({ subject }) => subject)
    expect(subjects.filter((one) => one === 'You can now open Changing')).toHaveLength(1)
    expect(subjects.filter((one) => one === 'Your access to Changing was changed')).toHaveLength(2)
  })

  test('is notified when all sessions are ended, but not when one of several is ended', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    const own = await visitor.call(endUserSessions, { userId: person.id })
    expect(own.status).toBe(403)
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from sessions where user_id = ${person.id}`)
    await signIn(server, visitor, person.email)
    await signIn(server, aVisitor(), person.email)
    await admin.call(endUserSessions, { userId: person.id, sessionId: rows[0]?.id })
    expect(await namesOf(person.id)).not.toContain('sessions-ended')
    await admin.call(endUserSessions, { userId: person.id })
    await admin.call(endUserSessions, { userId: person.id })
    expect((await namesOf(person.id)).filter((notice) => notice === 'sessions-ended')).toHaveLength(1)
  })

  test('is not notified of a change that is refused', async () => {
    const user = await aPersonMade()
    const other = await aPersonMade()
    const taken = userUpdate(user, { firstName: 'Mira', email: other.email })
    expect(await admin.call(users.update, taken)).toMatchObject({ status: 400 })
    expect(await namesOf(user.id)).toEqual([])
  })
})
