import { consumeRequestEmailOtp, login, resendEmailOtp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, anotherCode, PASSWORD, signIn } from '../../test/builders.ts'
import { aRegistration, type Registration, verify } from '../../test/registrations.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()
/** With the limits of the product. */
const production = useTestServer({ config: { mode: 'production' } })

const INVALID = { status: 400, code: 400, msg: 'Invalid OTP', data: null }
const TAKEN = { status: 400, code: 400, msg: 'User already registered', data: null }

const aSignUp = (changes?: Record<string, unknown>) => aRegistration(server, changes)

async function findUser(email: string) {
  const { rows } = await server.db.execute(sql`select * from users where email = ${email}`)
  return rows
}

describe('if another person registered the address first', () => {
  const ATTACKERS = 'Vulture#Harbor77*Kite'

  test('the account contains only what its owner registered (T058)', async () => {
    const attacker = await aSignUp({ firstName: 'Mallory', password: ATTACKERS })
    const { email } = attacker.form
    const owner = await aSignUp({ email })
    expect(await verify(owner)).toMatchObject({ status: 200 })

    const [user] = await findUser(email)
    expect(user).toMatchObject({ first_name: 'Meera', phone_number: owner.form.phoneNumber })
    expect(await attacker.visitor.call(login, { email, password: ATTACKERS })).toMatchObject({ status: 401 })
    expect((await signIn(server, owner.visitor, email)).userData.firstName).toBe('Meera')
  })

  test('the older code is refused before and after (T059)', async () => {
    const attacker = await aSignUp({ password: ATTACKERS })
    const { email } = attacker.form
    const owner = await aSignUp({ email })
    const elsewhere = server.visitor({ ip: anAddress() })
    expect(await elsewhere.call(consumeRequestEmailOtp, { email, otp: attacker.otp })).toMatchObject(INVALID)
    expect(await elsewhere.call(consumeRequestEmailOtp, { email, otp: owner.otp })).toMatchObject({ status: 200 })
    expect(await verify(attacker)).toMatchObject({ status: 400 })
    expect(await findUser(email)).toMatchObject([{ phone_number: owner.form.phoneNumber }])
  })

  test('a newer registration from another browser does not disturb this one', async () => {
    const owner = await aSignUp()
    const { email } = owner.form
    const attacker = await aSignUp({ email, firstName: 'Mallory', password: ATTACKERS })
    expect(await verify({ ...owner, otp: attacker.otp })).toMatchObject(INVALID)
    expect(await verify(owner)).toMatchObject({ status: 200 })
    expect(await findUser(email)).toMatchObject([{ first_name: 'Meera' }])
  })
})

describe('every wrong code gets the same answer (T061)', () => {
  const age = (column: string) => (signedUp: Registration) =>
    server.db.pool.query(
      `update challenges set ${column} = now() - interval '1 second'
       where sign_up_id in (select id from sign_ups where email = $1)`,
      [signedUp.form.email],
    )
  const guessFiveTimes = async (signedUp: Registration) => {
    for (let tries = 0; tries < 5; tries++) await verify({ ...signedUp, otp: anotherCode(signedUp.otp) })
  }
  type Case = [
    how: string,
    before: (signedUp: Registration) => Promise<unknown>,
    code: (right: string) => string,
    msgWhereItBegan: string,
  ]
  test.each<Case>([
    ['a wrong one', async () => {}, anotherCode, INVALID.msg],
    ['older than five minutes', age('code_expires_at'), String, 'This code has expired. Request a new one.'],
    ['of a registration older than a day', age('expires_at'), String, INVALID.msg],
    ['used', verify, String, INVALID.msg],
    [
      'right, after five wrong ones',
      guessFiveTimes,
      String,
      'This code was entered incorrectly too many times. Request a new one.',
    ],
  ])('%s; only the browser that registered gets details', async (_how, before, code, msg) => {
    const signedUp = await aSignUp()
    await before(signedUp)
    const otp = code(signedUp.otp)
    const users = await findUser(signedUp.form.email)
    const stranger = server.visitor({ ip: anAddress() })
    if (otp !== signedUp.otp || msg !== INVALID.msg)
      expect(await verify({ ...signedUp, visitor: stranger, otp })).toMatchObject(INVALID)
    expect(await verify({ ...signedUp, otp })).toMatchObject({ ...INVALID, msg })
    expect(await findUser(signedUp.form.email)).toEqual(users)
  })

  test('for an address that nobody registered', async () => {
    const visitor = server.visitor({ ip: anAddress() })
    expect(await visitor.call(consumeRequestEmailOtp, { email: 'nobody@example.com', otp: '123456' })).toMatchObject(
      INVALID,
    )
  })

  test('four wrong codes leave the right one valid', async () => {
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

  test('is sent whenever the owner signs in with the right password, once a minute', async () => {
    const signedUp = await aSignUp()
    const { email } = signedUp.form
    for (let sends = 1; sends < 8; sends++) {
      await letAMinutePass(email)
      await server.visitor({ ip: anAddress() }).call(login, { email, password: PASSWORD })
    }
    expect(await server.inbox(email)).toHaveLength(8)
    expect(await verify({ ...signedUp, otp: await server.codeFor(email) })).toMatchObject({ status: 200 })
  })

  test('gets the same answer for addresses without a registration, and nothing is sent', async () => {
    const { form } = await aSignUp()
    const known = await resend(form.email)
    const unknown = await resend('nobody@example.com')
    expect(unknown).toMatchObject({ status: 200, msg: known.msg, data: known.data })
    expect(await server.inbox('nobody@example.com')).toEqual([])
  })

  test('is refused to strangers after equally many calls, whether or not somebody registers with the address', async () => {
    const { visitor, form } = await aRegistration(production)
    const ask = (by: Visitor, email: string) => by.call(resendEmailOtp, { email })
    const statusesFor = async (email: string) => {
      const answers = []
      for (let calls = 0; calls < 7; calls++) answers.push(await ask(production.visitor({ ip: anAddress() }), email))
      return answers.map(({ status }) => status)
    }
    expect(await statusesFor(form.email)).toEqual(await statusesFor('nobody@example.com'))
    // The browser that registered is told that enough codes were sent.
    expect((await ask(visitor, form.email)).status).toBe(429)
    expect(await production.inbox(form.email)).toHaveLength(1)
  })
})

describe('at the same moment', () => {
  test('ten equal submissions of a code create one account', async () => {
    const signedUp = await aSignUp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(signedUp)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ msg }) => msg === 'Invalid OTP')).toHaveLength(9)
    expect(await findUser(signedUp.form.email)).toHaveLength(1)
  })

  test('two registrations with the same email create one account', async () => {
    const first = await aSignUp()
    const second = await aSignUp({ email: first.form.email })
    const answers = await Promise.all([verify(first), verify(second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)).toMatchObject(TAKEN)
    expect(await findUser(first.form.email)).toHaveLength(1)
  })

  test('two registrations with the same unconfirmed phone number create two accounts', async () => {
    const first = await aSignUp()
    const second = await aSignUp({ phoneNumber: first.form.phoneNumber })
    const answers = await Promise.all([verify(first), verify(second)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('addresses that begin alike get different user ids', async () => {
    const domains = ['a', 'b', 'c', 'd', 'e', 'f']
    const signedUp = []
    for (const domain of domains) signedUp.push(await aSignUp({ email: `devi@${domain}.example.com` }))
    const answers = await Promise.all(signedUp.map(verify))
    expect(answers.map(({ status }) => status)).toEqual(domains.map(() => 200))
    const { rows } = await server.db.execute(sql`select user_name from users where email like 'devi@%' order by 1`)
    expect(rows.map(({ user_name }) => user_name)).toEqual(['devi', 'devi-2', 'devi-3', 'devi-4', 'devi-5', 'devi-6'])
  })
})

test('an address that looks like a phone number gets a user id that does not', async () => {
  const signedUp = await aSignUp({ email: '7000000001@example.com' })
  await verify(signedUp)
  expect(await findUser(signedUp.form.email)).toMatchObject([{ user_name: '7000000001-2' }])
})
