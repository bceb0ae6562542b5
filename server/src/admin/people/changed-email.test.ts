import { users } from '@gatehouse/contract/admin/people/users.ts'
import { consumeRequestEmailOtp, login, requestLogInOtp, resendEmailOtp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, PASSWORD, signIn } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { noticesTo } from '../../../test/messages.ts'
import { getTokens, someoneWithOidc, useListening, userinfo } from '../../../test/relying-party.ts'
import { aUser, userUpdate } from '../../../test/users.ts'

const server = useListening()
const admin = useAdministrator(server)

const aBrowser = () => server.visitor({ ip: anAddress() })
const UNVERIFIED = { status: 403, msg: 'Verify your email first. We sent you a new code.' }

/** A person whose email address was changed by an administrator. */
async function someoneWithChangedEmail(to: string) {
  const user = await aUser(admin)
  await signIn(server, aBrowser(), user.email)
  const { data } = await admin.call(users.update, userUpdate(user, { email: to }))
  return { user, data }
}

test('a changed email address is unverified until its code is entered (T060)', async () => {
  const { user, data } = await someoneWithChangedEmail('moved.here@example.com')
  expect(data.isEmailVerified).toBe(false)
  const visitor = aBrowser()
  expect(await visitor.call(login, { email: data.email, password: PASSWORD })).toMatchObject(UNVERIFIED)
  const otp = await server.codeFor(data.email)
  expect(await visitor.call(consumeRequestEmailOtp, { email: data.email, otp })).toMatchObject({ status: 200 })
  await signIn(server, visitor, data.email)
  expect((await admin.call(users.list, { userId: user.id })).data).toMatchObject([{ isEmailVerified: true }])
})

test('the old address is notified of the change, and the new one gets a link to verify it', async () => {
  const { user, data } = await someoneWithChangedEmail('moved.there@example.com')
  expect((await noticesTo(server, user.id)).slice(-2)).toMatchObject([
    { notice: 'email-changed', recipient: user.email },
    { notice: 'confirm-email', recipient: data.email },
  ])
  expect((await server.inbox(data.email))[0]?.text).toContain('http://localhost:3000/verifyemail')
})

test('the linked page sends a code for the new address, also to people who sign in by code only', async () => {
  const { user, data } = await someoneWithChangedEmail('code.only@example.com')
  await server.db.execute(sql`update users set code_only = true, password_hash = null where id = ${user.id}`)
  const visitor = aBrowser()
  expect(await visitor.call(resendEmailOtp, { email: data.email })).toMatchObject({ status: 200 })
  const otp = await server.codeFor(data.email)
  expect(await visitor.call(consumeRequestEmailOtp, { email: data.email, otp })).toMatchObject({ status: 200 })
  const first = await visitor.call(requestLogInOtp, { email: data.email })
  expect(first).toMatchObject({ status: 200 })
  expect(await server.codeFor(data.email)).not.toBe(otp)
})

test('a verified or unknown address gets no code', async () => {
  const user = await aUser(admin)
  await server.inbox(user.email)
  for (const email of [user.email, 'unknown.to.all@example.com']) {
    const before = (await server.inbox(email)).length
    expect(await aBrowser().call(resendEmailOtp, { email })).toMatchObject({ status: 200 })
    expect(await server.inbox(email)).toHaveLength(before)
  }
})

test('an address in other case is the same and stays verified', async () => {
  const user = await aUser(admin)
  const { data } = await admin.call(users.update, userUpdate(user, { email: user.email.toUpperCase() }))
  expect(data).toMatchObject({ email: user.email.toUpperCase(), isEmailVerified: true })
  expect((await noticesTo(server, user.id)).map(({ notice }) => notice)).not.toContain('confirm-email')
})

test('a code sent to the former address does not verify the new one', async () => {
  const user = await aUser(admin)
  await server.db.execute(sql`update users set email_verified_at = null where id = ${user.id}`)
  const visitor = aBrowser()
  expect(await visitor.call(login, { email: user.email, password: PASSWORD })).toMatchObject(UNVERIFIED)
  const otp = await server.codeFor(user.email)
  const moved = 'not.proved@example.com'
  await admin.call(users.update, userUpdate(user, { email: moved }))
  for (const email of [user.email, moved])
    expect(await visitor.call(consumeRequestEmailOtp, { email, otp })).toMatchObject({ status: 400 })
  expect((await admin.call(users.list, { userId: user.id })).data).toMatchObject([{ isEmailVerified: false }])
})

test('userinfo shows applications that the address is unverified', async () => {
  const { person, visitor, application } = await someoneWithOidc(server)
  const { access_token } = await getTokens(server, visitor, application, { scope: 'openid email' })
  const { userName, phoneNumber, id } = person
  const form = { firstName: 'Asha', lastName: 'Rao', name: '', password: '', profileImage: '' }
  const email = 'moved.in.tokens@example.com'
  const changed = userUpdate({ id, form: { ...form, email, userName, phoneNumber } })
  expect(await admin.call(users.update, changed)).toMatchObject({ status: 200 })
  expect((await userinfo(server, access_token)).json()).toMatchObject({ email, email_verified: false })
})
