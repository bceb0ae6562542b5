import { consumeRequestEmailOtp, login, signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { aForm, aRegistration, verify } from '../../test/registrations.ts'
import { startTestServer, useTestServer } from '../../test/server.ts'

const server = useTestServer()

const TAKEN = { status: 400, code: 400, msg: 'User already registered', data: null }
const RULE = 'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character'
const NAMES = 'Use letters, numbers, spaces, apostrophes, hyphens and dots only'
const SPACE = 'Put a space after the dot'
const WEAK = 'This password is too easy to guess. Choose another one.'

const aSignUp = (changes?: Record<string, unknown>) => aRegistration(server, changes)

async function findUser(email: string) {
  const { rows } = await server.db.execute(sql`select * from users where email = ${email}`)
  return rows
}

async function countEverything() {
  const { rows } = await server.db.execute(sql`
    select (select count(*) from sign_ups) as "signUps", (select count(*) from users) as users,
      (select count(*) from challenges) as challenges, (select count(*) from outbox) as outbox`)
  return rows[0]
}

test('a person registers, verifies their email and signs in with password and code', async () => {
  const visitor = server.visitor({ ip: anAddress() })
  const form = aForm({ email: 'Meera.Nair@Example.com' })
  expect(await visitor.call(signUp, form)).toMatchObject({
    status: 200,
    msg: 'Registered Successfully',
    data: { email: 'Meera.Nair@Example.com', resendInSeconds: 60 },
  })
  const otp = await server.codeFor(form.email)
  expect(await visitor.call(consumeRequestEmailOtp, { email: 'meera.nair@example.com', otp })).toMatchObject({
    status: 200,
    data: { assigned: false },
  })
  expect(await signIn(server, visitor, form.email)).toMatchObject({
    userData: { email: form.email, userName: 'meera.nair', firstName: 'Meera', phoneNumber: form.phoneNumber },
    userRole: [{ RolesDAta: { name: 'User' } }],
    next: { to: 'dashboard' },
  })
})

test('no account is created before the email is verified', async () => {
  const { form } = await aSignUp()
  expect(await findUser(form.email)).toEqual([])
})

describe('what cannot be registered is refused with its message, and nothing is stored', () => {
  const long = (length: number) => 'a'.repeat(length)
  test.each<[field: string, value: unknown, message: string]>([
    ['firstName', undefined, 'First name required'],
    ['firstName', '  ', 'First name required'],
    ['firstName', 42, 'First name required'],
    ['firstName', 'M', 'Too Short!'],
    ['firstName', long(51), 'Too Long!'],
    // It would stand in a message of the portal to whoever has the address.
    ...['Locked. Open https://evil.example', 'Write to it@evil', '<b>Won</b>', '{{ code }}', '12'].flatMap((name) =>
      ['firstName', 'lastName'].map((one): [string, string, string] => [one, name, NAMES]),
    ),
    ['firstName', 'Now at evil.example', SPACE],
    ['lastName', 'Md.Arif', SPACE],
    ['firstName', 'Me\u202eera', NAMES],
    ['lastName', undefined, 'Last name required'],
    ['lastName', '', 'Last name required'],
    ['lastName', 'N', 'Too Short!'],
    ['lastName', long(51), 'Too Long!'],
    ['lastName', 'Na\u0000ir', NAMES],
    ['email', undefined, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', ['meera@example.com'], 'Email is required'],
    ['email', 'meera.example.com', 'Email must be a valid email address'],
    ['email', 'meera@example', 'Email must be a valid email address'],
    ['email', 'a@b.co\r\nBcc: c@d.co', 'Email must be a valid email address'],
    ['email', `${long(250)}@example.com`, 'Too Long!'],
    ['phoneNumber', undefined, 'Contact Number'],
    ['phoneNumber', '', 'Contact Number'],
    ['phoneNumber', 98765432101, 'Too Long!'],
    ['phoneNumber', '987654321', 'Too Short!'],
    ['phoneNumber', '98765432101', 'Too Long!'],
    ['phoneNumber', '98765abcde', 'Contact Number'],
    ['phoneNumber', '٩٨٧٦٥٤٣٢١٠', 'Contact Number'],
    ['password', undefined, 'Password is required'],
    ['password', '', 'Password is required'],
    ['password', { $ne: '' }, 'Password is required'],
    ['password', 'Sh0rt!a', RULE],
    ['password', 'kestrel#orbit42*lamp', RULE],
    ['password', 'KESTREL#ORBIT42*LAMP', RULE],
    ['password', 'Kestrel#Orbit*Lamp', RULE],
    ['password', 'KestrelOrbit42Lamp', RULE],
    ['password', 'Kestrel Orbit42* Lamp', RULE],
    ['password', `Aa1!${long(253)}`, 'Too Long!'],
    ['password', 'Welcome@123', WEAK],
    ['password', 'Admin@1234', WEAK],
    ['password', 'P@ssw0rd', WEAK],
    ['password', 'Abcd@1234', WEAK],
    ['password', 'Meera@2024', WEAK],
  ])('%s as %j', async (field, value, message) => {
    const before = await countEverything()
    const visitor = server.visitor({ ip: anAddress() })
    expect(await visitor.call(signUp, aForm({ [field]: value }))).toMatchObject({
      status: 400,
      code: 400,
      msg: message,
    })
    expect(await countEverything()).toEqual(before)
    expect(visitor.cookies).toEqual({})
  })
})

test('all wrong fields are named at once', async () => {
  const answer = await server.visitor({ ip: anAddress() }).call(signUp, {})
  expect(answer).toMatchObject({
    status: 400,
    msg: 'First name required',
    data: {
      fields: {
        firstName: 'First name required',
        lastName: 'Last name required',
        email: 'Email is required',
        phoneNumber: 'Contact Number',
        password: 'Password is required',
      },
    },
  })
})

test('the modern policy requires only length, and refuses common passwords', async () => {
  const modern = await startTestServer({ config: { passwordPolicy: 'modern' } })
  const register = (password: string) => modern.visitor({ ip: anAddress() }).call(signUp, aForm({ password }))
  expect(await register('kestrel orbit ')).toMatchObject({ status: 400, msg: 'Must contain at least 15 characters' })
  expect(await register('kestrel orbit lamp तारा')).toMatchObject({ status: 200 })
  expect(await register('passwordpassword')).toMatchObject({ status: 400, msg: WEAK })
  await modern.close()
})

test('fields that only administrators may set are ignored (T081)', async () => {
  const signedUp = await aSignUp({
    _id: '01920000-0000-7000-8000-000000000000',
    role: 'Admin',
    roleId: '01920000-0000-7000-8000-000000000001',
    roleAttached: [{ name: 'Admin' }],
    isActive: false,
    verified: true,
    emailVerifiedAt: '2020-01-01',
    codeOnly: true,
    userName: 'chosen-name',
    cPortalId: 'CP-1',
    passwordHash: 'x',
  })
  expect(await findUser(signedUp.form.email)).toEqual([])
  expect(await verify(signedUp)).toMatchObject({ status: 200 })
  const [user] = await findUser(signedUp.form.email)
  expect(user).toMatchObject({ role_id: null, is_active: true, code_only: false, c_portal_id: '' })
  expect(user?.id).not.toBe('01920000-0000-7000-8000-000000000000')
  expect(user?.user_name).not.toBe('chosen-name')
  expect(user?.password_hash).toMatch(/^\$argon2id\$/)
})

test('an email with an account cannot be registered again (T063)', async () => {
  const person = await aPerson(server)
  const before = await countEverything()
  const taken = aForm({ email: person.email.toUpperCase() })
  expect(await server.visitor({ ip: anAddress() }).call(signUp, taken)).toMatchObject(TAKEN)
  expect(await countEverything()).toEqual(before)
})

describe('a sign-in before the email is verified', () => {
  const UNVERIFIED = { status: 403, msg: 'Verify your email first. We sent you a new code.' }

  test('by email and the right password sends a new code, after a minute', async () => {
    const { form } = await aSignUp()
    const credentials = { email: form.email, password: PASSWORD }
    const elsewhere = server.visitor({ ip: anAddress() })
    const before = 'Verify your email first. Use the code that we sent you earlier.'
    const { email } = form
    expect(await elsewhere.call(login, credentials)).toMatchObject({ ...UNVERIFIED, msg: before, data: { email } })
    expect(await server.inbox(form.email)).toHaveLength(1)
    await server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds'`)
    expect(await elsewhere.call(login, credentials)).toMatchObject(UNVERIFIED)
    expect(await server.inbox(form.email)).toHaveLength(2)
    const otp = await server.codeFor(form.email)
    expect(await elsewhere.call(consumeRequestEmailOtp, { email: form.email, otp })).toMatchObject({ status: 200 })
  })

  test('by phone number and the right password is refused, because the number is unconfirmed', async () => {
    const { form } = await aSignUp()
    const credentials = { phone: form.phoneNumber, password: PASSWORD }
    expect(await server.visitor({ ip: anAddress() }).call(login, credentials)).toMatchObject({ status: 401 })
  })

  test('with a wrong password reveals nothing and sends nothing', async () => {
    const { form } = await aSignUp()
    await server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds'`)
    const answer = await server
      .visitor({ ip: anAddress() })
      .call(login, { email: form.email, password: 'Wrong#Password1' })
    expect(answer).toMatchObject({ status: 401, msg: 'That combination is not right.', data: null })
    expect(await server.inbox(form.email)).toHaveLength(1)
  })

  test('into an account created by an administrator works the same way', async () => {
    const { email } = await aPerson(server, { isVerified: false })
    const visitor = server.visitor({ ip: anAddress() })
    expect(await visitor.call(login, { email, password: PASSWORD })).toMatchObject({ ...UNVERIFIED, data: { email } })
    expect(await visitor.call(consumeRequestEmailOtp, { email, otp: await server.codeFor(email) })).toMatchObject({
      status: 200,
    })
    expect((await signIn(server, visitor, email)).userData.email).toBe(email)
  })
})
