import { consumeRequestEmailOtp, login, resendEmailOtp, signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, anotherCode, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const INVALID = { status: 400, code: 400, msg: 'Invalid OTP', data: null }
const TAKEN = { status: 400, code: 400, msg: 'User already registered', data: null }
const RULE = 'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character'
const WEAK = 'This password is too easy to guess. Choose another one.'

let count = 0

/** What a person types to register, with an address and number of their own. */
function aForm(changes: Record<string, unknown> = {}) {
  const number = String(++count)
  return {
    firstName: 'Meera',
    lastName: 'Nair',
    email: `meera${number}@example.com`,
    phoneNumber: `8${number.padStart(9, '0')}`,
    password: PASSWORD,
    ...changes,
  }
}

/** A browser that has registered, and the code it was sent. */
async function aSignUp(changes: Record<string, unknown> = {}) {
  const form = aForm(changes)
  const visitor = server.visitor({ ip: anAddress() })
  const answer = await visitor.call(signUp, form)
  if (answer.status !== 200) throw new Error(`registering answered ${answer.status}: ${answer.msg}`)
  return { visitor, form, otp: await server.codeFor(form.email) }
}

async function verify({ visitor, form, otp }: Awaited<ReturnType<typeof aSignUp>>) {
  return visitor.call(consumeRequestEmailOtp, { email: form.email, otp })
}

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

test('no account exists before the email is verified', async () => {
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
    ['firstName', 'Me\u202eera', 'Check what you entered and try again.'],
    ['lastName', undefined, 'Last name required'],
    ['lastName', '', 'Last name required'],
    ['lastName', 'N', 'Too Short!'],
    ['lastName', long(51), 'Too Long!'],
    ['lastName', 'Na\u0000ir', 'Check what you entered and try again.'],
    ['email', undefined, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', ['meera@example.com'], 'Email is required'],
    ['email', 'meera.example.com', 'Email must be a valid email address'],
    ['email', 'meera@example', 'Email must be a valid email address'],
    ['email', 'a@b.co\r\nBcc: c@d.co', 'Email must be a valid email address'],
    ['email', `${long(250)}@example.com`, 'Too Long!'],
    ['phoneNumber', undefined, 'Contact Number'],
    ['phoneNumber', '', 'Contact Number'],
    ['phoneNumber', 9876543210, 'Contact Number'],
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

test('every wrong field is named at once', async () => {
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

test('the modern policy asks for length and nothing else, and refuses what everybody guesses', async () => {
  const modern = await startTestServer({ config: { passwordPolicy: 'modern' } })
  const register = (password: string) => modern.visitor({ ip: anAddress() }).call(signUp, aForm({ password }))
  expect(await register('kestrel orbit ')).toMatchObject({ status: 400, msg: 'Must contain at least 15 characters' })
  expect(await register('kestrel orbit lamp तारा')).toMatchObject({ status: 200 })
  expect(await register('passwordpassword')).toMatchObject({ status: 400, msg: WEAK })
  await modern.close()
})

test('fields that only administrators decide on are ignored', async () => {
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

test('an email or phone number that has an account cannot be registered again', async () => {
  const person = await aPerson(server)
  const before = await countEverything()
  for (const taken of [{ email: person.email.toUpperCase() }, { phoneNumber: person.phoneNumber }]) {
    expect(await server.visitor({ ip: anAddress() }).call(signUp, aForm(taken))).toMatchObject(TAKEN)
  }
  expect(await countEverything()).toEqual(before)
})

describe('somebody else registered the address first', () => {
  const ATTACKERS = 'Vulture#Harbor77*Kite'

  test('the account gets only what its owner registered with', async () => {
    const attacker = await aSignUp({ firstName: 'Mallory', password: ATTACKERS })
    const { email } = attacker.form
    const owner = await aSignUp({ email })
    expect(await verify(owner)).toMatchObject({ status: 200 })

    const [user] = await findUser(email)
    expect(user).toMatchObject({ first_name: 'Meera', phone_number: owner.form.phoneNumber })
    expect(await attacker.visitor.call(login, { email, password: ATTACKERS })).toMatchObject({ status: 401 })
    expect((await signIn(server, owner.visitor, email)).userData.firstName).toBe('Meera')
  })

  test('the older code is refused before and after', async () => {
    const attacker = await aSignUp({ password: ATTACKERS })
    const { email } = attacker.form
    const owner = await aSignUp({ email })
    const elsewhere = server.visitor({ ip: anAddress() })
    expect(await elsewhere.call(consumeRequestEmailOtp, { email, otp: attacker.otp })).toMatchObject(INVALID)
    expect(await elsewhere.call(consumeRequestEmailOtp, { email, otp: owner.otp })).toMatchObject({ status: 200 })
    expect(await verify(attacker)).toMatchObject({ status: 400 })
    expect(await findUser(email)).toMatchObject([{ phone_number: owner.form.phoneNumber }])
  })

  test('a newer registration from another browser does not get in the way of this one', async () => {
    const owner = await aSignUp()
    const { email } = owner.form
    const attacker = await aSignUp({ email, firstName: 'Mallory', password: ATTACKERS })
    expect(await verify({ ...owner, otp: attacker.otp })).toMatchObject(INVALID)
    expect(await verify(owner)).toMatchObject({ status: 200 })
    expect(await findUser(email)).toMatchObject([{ first_name: 'Meera' }])
  })
})

describe('one answer for every code that is not right', () => {
  type SignedUp = Awaited<ReturnType<typeof aSignUp>>
  const age = (column: string) => (signedUp: SignedUp) =>
    server.db.pool.query(
      `update challenges set ${column} = now() - interval '1 second'
       where sign_up_id in (select id from sign_ups where email = $1)`,
      [signedUp.form.email],
    )
  const guessFiveTimes = async (signedUp: SignedUp) => {
    for (let tries = 0; tries < 5; tries++) await verify({ ...signedUp, otp: anotherCode(signedUp.otp) })
  }
  test.each<[how: string, before: (signedUp: SignedUp) => Promise<unknown>, code: (right: string) => string]>([
    ['a wrong one', async () => {}, anotherCode],
    ['older than five minutes', age('code_expires_at'), String],
    ['of a registration older than a day', age('expires_at'), String],
    ['used', verify, String],
    ['right, after five wrong ones', guessFiveTimes, String],
  ])('%s', async (_how, before, code) => {
    const signedUp = await aSignUp()
    await before(signedUp)
    const otp = code(signedUp.otp)
    const users = await findUser(signedUp.form.email)
    expect(await verify({ ...signedUp, otp })).toMatchObject(INVALID)
    expect(await findUser(signedUp.form.email)).toEqual(users)
  })

  test('for an address that nobody registered', async () => {
    const visitor = server.visitor({ ip: anAddress() })
    expect(await visitor.call(consumeRequestEmailOtp, { email: 'nobody@example.com', otp: '123456' })).toMatchObject(
      INVALID,
    )
  })

  test('four wrong ones leave the right one good', async () => {
    const signedUp = await aSignUp()
    for (let tries = 0; tries < 4; tries++) await verify({ ...signedUp, otp: anotherCode(signedUp.otp) })
    expect(await verify(signedUp)).toMatchObject({ status: 200 })
  })
})

describe('a new code', () => {
  const resend = (email: string) => server.visitor({ ip: anAddress() }).call(resendEmailOtp, { email })
  const letAMinutePass = (email: string) =>
    server.db.execute(sql`
      update challenges set code_sent_at = now() - interval '61 seconds'
      where sign_up_id in (select id from sign_ups where email = ${email})`)

  test('is sent after a minute, and voids the old one', async () => {
    const signedUp = await aSignUp()
    const { email } = signedUp.form
    await resend(email)
    expect(await server.inbox(email)).toHaveLength(1)
    await letAMinutePass(email)
    await resend(email)
    expect(await server.inbox(email)).toHaveLength(2)
    const newer = await server.codeFor(email)
    if (newer !== signedUp.otp) expect(await verify(signedUp)).toMatchObject(INVALID)
    expect(await verify({ ...signedUp, otp: newer })).toMatchObject({ status: 200 })
  })

  test('gives five more tries, but there are only five codes', async () => {
    const signedUp = await aSignUp()
    const { email } = signedUp.form
    for (let sends = 1; sends < 8; sends++) {
      await letAMinutePass(email)
      // Signing in asks for a code too; it is not slowed down like the open call is.
      await server.visitor({ ip: anAddress() }).call(login, { email, password: PASSWORD })
    }
    expect(await server.inbox(email)).toHaveLength(5)
    expect(await verify({ ...signedUp, otp: await server.codeFor(email) })).toMatchObject({ status: 200 })
  })

  test('is answered alike for addresses that nobody registered, and nothing is sent', async () => {
    const { form } = await aSignUp()
    const known = await resend(form.email)
    const unknown = await resend('nobody@example.com')
    expect(unknown).toMatchObject({ status: 200, msg: known.msg, data: known.data })
    expect(await server.inbox('nobody@example.com')).toEqual([])
  })
})

describe('at once', () => {
  test('of ten equal submissions of a code, one creates the account', async () => {
    const signedUp = await aSignUp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(signedUp)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ msg }) => msg === 'Invalid OTP')).toHaveLength(9)
    expect(await findUser(signedUp.form.email)).toHaveLength(1)
  })

  test.each(['email', 'phoneNumber'] as const)(
    'of two registrations with the same %s, one becomes an account',
    async (field) => {
      const first = await aSignUp()
      const second = await aSignUp({ [field]: first.form[field] })
      const answers = await Promise.all([verify(first), verify(second)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(answers.find(({ status }) => status === 400)).toMatchObject(TAKEN)
      const { rows } = await server.db.execute(sql`
      select 1 from users where email in (${first.form.email}, ${second.form.email})`)
      expect(rows).toHaveLength(1)
    },
  )

  test('people whose addresses begin alike get accounts with user ids of their own', async () => {
    const domains = ['a', 'b', 'c', 'd', 'e', 'f']
    const signedUp = []
    for (const domain of domains) signedUp.push(await aSignUp({ email: `devi@${domain}.example.com` }))
    const answers = await Promise.all(signedUp.map(verify))
    expect(answers.map(({ status }) => status)).toEqual(domains.map(() => 200))
    const { rows } = await server.db.execute(sql`select user_name from users where email like 'devi@%' order by 1`)
    expect(rows.map(({ user_name }) => user_name)).toEqual(['devi', 'devi-2', 'devi-3', 'devi-4', 'devi-5', 'devi-6'])
  })
})

test('an address that reads like a phone number gives a user id that does not', async () => {
  const signedUp = await aSignUp({ email: '7000000001@example.com' })
  await verify(signedUp)
  expect(await findUser(signedUp.form.email)).toMatchObject([{ user_name: '7000000001-2' }])
})

describe('registration for an application', () => {
  async function aPair({ isOpen = true, status = 'ACTIVE' } = {}) {
    const application = await anApplication(server, { status })
    const client = await aClient(server)
    await server.db.execute(sql`
      insert into self_registrations (application_id, client_id, enabled) values (${application.id}, ${client.id}, ${isOpen})`)
    return { application, client, names: { Application: application.name, Client: client.actualName } }
  }
  const findAssignments = async (email: string) => {
    const { rows } = await server.db.execute(sql`
      select a.application_id, a.client_id, a.role from assignments a join users u on u.id = a.user_id where u.email = ${email}`)
    return rows
  }

  test('assigns an open pair with role User, once the email is verified', async () => {
    const { application, client, names } = await aPair()
    const signedUp = await aSignUp({ ...names, role: 'Admin' })
    const { rows } = await server.db.execute(sql`select 1 from assignments where application_id = ${application.id}`)
    expect(rows).toEqual([])
    expect(await verify(signedUp)).toMatchObject({ status: 200, data: { assigned: true } })
    expect(await findAssignments(signedUp.form.email)).toEqual([
      { application_id: application.id, client_id: client.id, role: 'User' },
    ])
  })

  test('may name the pair with the code instead, as /verifyemailassign does', async () => {
    const { application, names } = await aPair()
    const { visitor, form, otp } = await aSignUp()
    const verified = await visitor.call(consumeRequestEmailOtp, { email: form.email, otp, ...names })
    expect(verified).toMatchObject({ status: 200, data: { assigned: true } })
    expect(await findAssignments(form.email)).toMatchObject([{ application_id: application.id, role: 'User' }])
  })

  test.each([
    ['closed', { isOpen: false }],
    ['of an inactive application', { status: 'INACTIVE' }],
  ])('is refused for a pair that is %s, and nothing is stored', async (_what, pair) => {
    const { names } = await aPair(pair)
    const before = await countEverything()
    expect(await server.visitor({ ip: anAddress() }).call(signUp, aForm(names))).toMatchObject({
      status: 403,
      msg: 'Registration for this application is not open.',
    })
    expect(await countEverything()).toEqual(before)
  })

  test('is refused for names that do not belong together', async () => {
    const [one, other] = [await aPair(), await aPair()]
    const crossed = { Application: one.names.Application, Client: other.names.Client }
    expect(await server.visitor({ ip: anAddress() }).call(signUp, aForm(crossed))).toMatchObject({ status: 403 })
  })

  test('assigns nothing when the pair was closed before the code came', async () => {
    const { application, names } = await aPair()
    const { visitor, form, otp } = await aSignUp()
    await server.db.execute(sql`update self_registrations set enabled = false where application_id = ${application.id}`)
    const verified = await visitor.call(consumeRequestEmailOtp, { email: form.email, otp, ...names })
    expect(verified).toMatchObject({ status: 200, data: { assigned: false } })
    expect(await findAssignments(form.email)).toEqual([])
  })
})

describe('signing in before the email is verified', () => {
  const UNVERIFIED = { status: 403, msg: 'Verify your email first. We sent you a new code.' }

  test.each(['email', 'phoneNumber'] as const)(
    'by %s and the right password sends a new code, after a minute',
    async (by) => {
      const { form } = await aSignUp()
      const credentials = { [by === 'email' ? 'email' : 'phone']: form[by], password: PASSWORD }
      const elsewhere = server.visitor({ ip: anAddress() })
      expect(await elsewhere.call(login, credentials)).toMatchObject({ ...UNVERIFIED, data: { email: form.email } })
      expect(await server.inbox(form.email)).toHaveLength(1)
      await server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds'`)
      expect(await elsewhere.call(login, credentials)).toMatchObject(UNVERIFIED)
      expect(await server.inbox(form.email)).toHaveLength(2)
      const otp = await server.codeFor(form.email)
      expect(await elsewhere.call(consumeRequestEmailOtp, { email: form.email, otp })).toMatchObject({ status: 200 })
    },
  )

  test('with a wrong password tells nothing and sends nothing', async () => {
    const { form } = await aSignUp()
    await server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds'`)
    const answer = await server
      .visitor({ ip: anAddress() })
      .call(login, { email: form.email, password: 'Wrong#Password1' })
    expect(answer).toMatchObject({ status: 401, msg: 'That combination is not right.', data: null })
    expect(await server.inbox(form.email)).toHaveLength(1)
  })

  test('into an account that an administrator made works the same way', async () => {
    const { email } = await aPerson(server, { isVerified: false })
    const visitor = server.visitor({ ip: anAddress() })
    expect(await visitor.call(login, { email, password: PASSWORD })).toMatchObject({ ...UNVERIFIED, data: { email } })
    expect(await visitor.call(consumeRequestEmailOtp, { email, otp: await server.codeFor(email) })).toMatchObject({
      status: 200,
    })
    expect((await signIn(server, visitor, email)).userData.email).toBe(email)
  })
})
