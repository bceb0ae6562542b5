import { removeUserAuthenticator } from '@gatehouse/contract/admin/people/authenticators.ts'
import { removeUserPasskey } from '@gatehouse/contract/admin/people/passkeys.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import {
  addAuthenticator,
  removeAuthenticator,
  requestAuthenticator,
} from '@gatehouse/contract/factors/authenticators.ts'
import { addPasskey, removePasskey, requestPasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { signInWithAuthenticator } from '@gatehouse/contract/factors/second-step.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { addAppTo, shownBy, signInByApp } from '../../test/authenticators.ts'
import { anAddress, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { anAdministrator, someoneWith, useAdministrator } from '../../test/console.ts'
import { addPasskeyTo, signInByPasskey } from '../../test/passkeys.ts'
import { aRole, aRoleForm } from '../../test/roles.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const TOO_WEAK = {
  status: 403,
  msg: 'The permissions of your role need a sign-in with a passkey or an authenticator app.',
}

const demand = (roleId: string) =>
  server.db.execute(sql`update roles set needs_strong_sign_in = true where id = ${roleId}`)

/** A person whose role needs a strong sign-in, in a session by password and emailed code. */
async function someoneDemanded() {
  const someone = await someoneWith(server, ['users:read'])
  await demand(someone.roleId)
  return someone
}

/** Both steps, with the code by email although the person has an app. */
async function signInByMail(visitor: Visitor, email: string) {
  const { loginTxn } = (await visitor.call(login, { email, password: PASSWORD })).data
  await visitor.call(resendLogInOtp, { loginTxn })
  const otp = await server.codeFor(email)
  return visitor.call(consumeLogInOtpEmail, { email, otp, loginTxn })
}

/** Begins to add an app. @returns what completes it */
async function appBegunBy(visitor: Visitor) {
  const { secret, enrolment } = (await visitor.call(requestAuthenticator)).data
  const code = await shownBy(server, secret)
  return () => visitor.call(addAuthenticator, { enrolment, code, name: 'Phone' })
}

async function passkeyBegunBy(visitor: Visitor) {
  const { data } = await visitor.call(requestPasskey)
  const credential = anAuthenticator().create(data)
  return () => visitor.call(addPasskey, { credential, name: 'Phone' })
}

/** What the session gives, and whether it lacks what the role would give. */
async function rightsOf(visitor: Visitor) {
  const { session } = (await visitor.call(getSession)).data
  return [session?.permissions, session?.lacksStrongSignIn]
}
const ALL = [['users:read'], false]
const NONE = [[], true]

const elsewhere = () => server.visitor({ ip: anAddress() })

describe('a role that needs a strong sign-in', () => {
  test('gives its permissions to a session by passkey or authenticator app, and not by emailed code', async () => {
    const { person, visitor } = await someoneDemanded()
    expect(await visitor.call(users.list)).toMatchObject(TOO_WEAK)
    expect(await rightsOf(visitor)).toEqual(NONE)
    const { secret } = await addAppTo(server, visitor)
    const authenticator = anAuthenticator()
    await addPasskeyTo(visitor, authenticator)
    const [byCode, byApp, byPasskey] = [elsewhere(), elsewhere(), elsewhere()]
    await signInByMail(byCode, person.email)
    await signInByApp(server, byApp, person.email, secret)
    await signInByPasskey(byPasskey, authenticator)
    expect(await rightsOf(byCode)).toEqual(NONE)
    for (const strong of [byApp, byPasskey]) {
      expect(await rightsOf(strong)).toEqual(ALL)
      expect(await strong.call(users.list)).toMatchObject({ status: 200 })
    }
  })

  test('gives them to a program in the same way', async () => {
    const { person, visitor } = await someoneDemanded()
    const { secret } = await addAppTo(server, visitor)
    const program = server.visitor({ web: false, ip: anAddress() })
    const first = await signInByMail(program, person.email)
    const { loginTxn } = (await program.call(login, { email: person.email, password: PASSWORD })).data
    const second = await program.call(signInWithAuthenticator, { otp: await shownBy(server, secret), loginTxn })
    const listAs = ({ data }: typeof second) => program.call(users.list, {}, { authorization: data.AutherisationToken })
    expect(await listAs(first)).toMatchObject(TOO_WEAK)
    expect(await listAs(second)).toMatchObject({ status: 200 })
  })

  test('gives them as soon as the person adds an app or a passkey, in this session alone', async () => {
    const add = [
      (visitor: Visitor) => addAppTo(server, visitor),
      (visitor: Visitor) => addPasskeyTo(visitor, anAuthenticator()),
    ]
    for (const one of add) {
      const { person, visitor } = await someoneDemanded()
      const other = elsewhere()
      await signIn(server, other, person.email)
      await one(visitor)
      expect(await rightsOf(visitor)).toEqual(ALL)
      expect(await rightsOf(other)).toEqual(NONE)
    }
  })

  test('takes them away when the person signs in again by emailed code', async () => {
    const { person, visitor } = await someoneDemanded()
    await addAppTo(server, visitor)
    await signInByMail(visitor, person.email)
    expect(await rightsOf(visitor)).toEqual(NONE)
  })

  test('takes them away from all sessions when the last passkey or app is removed, by whomever, and another one gives them to one', async () => {
    const { person, visitor } = await someoneDemanded()
    const { id: userId } = person
    const other = elsewhere()
    const { secret, authenticator } = await addAppTo(server, visitor)
    await signInByApp(server, other, person.email, secret)
    const passkey = await addPasskeyTo(visitor, anAuthenticator())
    const rights = async () => [await rightsOf(visitor), await rightsOf(other)]

    expect(await visitor.call(removeAuthenticator, { authenticatorId: authenticator._id })).toMatchObject({
      status: 200,
    })
    expect(await rights(), 'a passkey is left').toEqual([ALL, ALL])
    expect(await visitor.call(removePasskey, { passkeyId: passkey._id })).toMatchObject({ status: 200 })
    expect(await rights(), 'removed by oneself').toEqual([NONE, NONE])
    expect(await visitor.call(users.list)).toMatchObject(TOO_WEAK)

    const { authenticator: next } = await addAppTo(server, visitor)
    expect(await rights(), 'the other session shows none').toEqual([ALL, NONE])
    await admin.call(removeUserAuthenticator, { userId, authenticatorId: next._id })
    expect(await rights(), 'an app removed by an administrator').toEqual([NONE, NONE])
    const last = await addPasskeyTo(other, anAuthenticator())
    expect(await rights()).toEqual([NONE, ALL])
    await admin.call(removeUserPasskey, { userId, passkeyId: last._id })
    expect(await rights(), 'a passkey removed by an administrator').toEqual([NONE, NONE])

    // However it went: no session counts as strong on behalf of somebody without a factor.
    await addAppTo(server, visitor)
    expect(await rights()).toEqual([ALL, NONE])
    await server.db.execute(sql`delete from authenticators where user_id = ${userId}`)
    expect(await rights()).toEqual([NONE, NONE])
  })

  test('does not concern people without its permissions', async () => {
    const { visitor } = await someoneSignedIn(server)
    expect(await rightsOf(visitor)).toEqual([[], false])
    const { visitor: holder, roleId } = await someoneWith(server, [])
    await demand(roleId)
    expect(await rightsOf(holder)).toEqual([[], false])
  })

  test('lets nobody who has only the mailbox add or remove what signs in', async () => {
    const { person, visitor } = await someoneDemanded()
    const { secret, authenticator } = await addAppTo(server, visitor)
    const thief = elsewhere()
    await signInByMail(thief, person.email)
    for (const change of [
      () => thief.call(requestAuthenticator),
      () => thief.call(requestPasskey),
      () => thief.call(removeAuthenticator, { authenticatorId: authenticator._id }),
    ])
      expect(await change()).toMatchObject({
        ...{ status: 403, msg: 'Confirm that it is you.' },
        data: { needsStrong: true, hasPassword: true, hasPasskey: false },
      })
    await signInByApp(server, thief, person.email, secret)
    expect(await thief.call(requestAuthenticator)).toMatchObject({ status: 200 })
  })

  test('lets nobody add what was begun before the person had a factor, nor two begin at the same moment', async () => {
    const { person, visitor } = await someoneDemanded()
    const thief = elsewhere()
    await signIn(server, thief, person.email)
    const addApp = await appBegunBy(thief)
    const addKey = await passkeyBegunBy(thief)
    await addAppTo(server, visitor)
    for (const add of [addApp, addKey])
      expect(await add()).toMatchObject({
        ...{ status: 403, msg: 'Confirm that it is you.' },
        data: { needsStrong: true },
      })
    expect(await rightsOf(thief)).toEqual(NONE)

    const other = await someoneDemanded()
    const second = elsewhere()
    await signIn(server, second, other.person.email)
    const adding = [await appBegunBy(other.visitor), await appBegunBy(second), await passkeyBegunBy(second)]
    const answers = await Promise.all(adding.map((add) => add()))
    const rights = [await rightsOf(other.visitor), await rightsOf(second)]
    const added = answers.map(({ status }) => status === 200)
    expect(rights).toEqual(added[0] ? [ALL, NONE] : [NONE, ALL])

    // Where nothing needs a strong sign-in, each session adds its own, as long as it was begun in time.
    const free = await someoneSignedIn(server)
    const begun = await appBegunBy(free.visitor)
    await addPasskeyTo(free.visitor, anAuthenticator())
    await server.db.execute(sql`
      update sessions set is_strong = false, authenticated_at = now() - interval '11 minutes' where user_id = ${free.person.id}`)
    expect(await begun()).toMatchObject({ status: 200 })
  })
})

describe('the setting of a role', () => {
  test('is refused to somebody of that role who could not sign in so', async () => {
    const { visitor } = await anAdministrator(server)
    const { rows } = await server.db.execute<{ id: string; name: string }>(
      sql`select id, name from roles where system = 'admin'`,
    )
    const { id: roleId, name } = rows[0] as { id: string; name: string }
    const form = { ...aRoleForm({ name }), roleId, needsStrongSignIn: true }
    expect(await visitor.call(roles.update, form)).toMatchObject({
      status: 400,
      msg: 'Add a passkey or an authenticator app to your own account first. You would lose your permissions.',
    })
    await addAppTo(server, visitor)
    expect((await visitor.call(roles.update, form)).data).toMatchObject({ needsStrongSignIn: true })
    // The same session goes on, others of this role have to sign in again.
    expect(await visitor.call(roles.list)).toMatchObject({ status: 200 })
    expect(await admin.call(roles.list)).toMatchObject(TOO_WEAK)
    expect((await visitor.call(roles.update, { ...form, needsStrongSignIn: false })).status).toBe(200)
    expect(await admin.call(roles.list)).toMatchObject({ status: 200 })
  })

  test('stays as it is when a form does not have it', async () => {
    const roleId = await aRole(server, ['users:read'])
    const form = { ...aRoleForm(), roleId }
    expect((await admin.call(roles.update, { ...form, needsStrongSignIn: true })).data.needsStrongSignIn).toBe(true)
    expect((await admin.call(roles.update, form)).data.needsStrongSignIn).toBe(true)
    expect((await admin.call(roles.create, aRoleForm())).data.needsStrongSignIn).toBe(false)
  })
})
