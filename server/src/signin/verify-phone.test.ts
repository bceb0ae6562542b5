import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { confirmPhone, getOwnPhone, requestPhoneCode } from '@gatehouse/contract/phone-proof.ts'
import { consumeRequestEmailOtp, login, signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, anotherCode, aPerson, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { anSmsConfiguration } from '../../test/message-configurations.ts'
import { aForm } from '../../test/registrations.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { useSmsGateway } from '../../test/sms-gateway.ts'
import { aUser, userUpdate } from '../../test/users.ts'

const UNPROVED = { isPhoneVerified: false }
const INVALID = { status: 400, msg: 'Invalid OTP' }

const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
const admin = useAdministrator(server)
const gateway = useSmsGateway()
beforeEach(async () => {
  const form = anSmsConfiguration({ url: gateway.url })
  expect(await admin.call(smsConfigurations.create, form)).toMatchObject({ status: 200 })
})
afterEach(async () => {
  await server.inbox('')
  await server.db.execute(sql`delete from sms_configurations`)
  gateway.calls.length = 0
})

/** The texts that the gateway got for a number, oldest first, after everything is sent. */
async function textsTo(phoneNumber: string): Promise<string[]> {
  await server.inbox('')
  const sent = gateway.calls.map(({ body }) => new URLSearchParams(body))
  return sent.filter((fields) => fields.get('to') === phoneNumber).map((fields) => fields.get('text') ?? '')
}
async function newestCode(phoneNumber: string): Promise<string> {
  const code = /\b\d{6}\b/.exec((await textsTo(phoneNumber)).at(-1) ?? '')?.[0]
  if (code === undefined) throw new Error(`no code was sent to ${phoneNumber}`)
  return code
}
async function prove(visitor: Visitor, phoneNumber: string) {
  expect(await visitor.call(requestPhoneCode)).toMatchObject({ status: 200 })
  return visitor.call(confirmPhone, { otp: await newestCode(phoneNumber) })
}
const signInBy = (phone: string) => server.visitor({ ip: anAddress() }).call(login, { phone, password: PASSWORD })
const aMinuteLater = () =>
  server.db.execute(sql`update challenges set code_sent_at = code_sent_at - interval '61 seconds'`)

describe('an unconfirmed phone number', () => {
  test('gets no code and does not identify an account', async () => {
    const person = await aPerson(server, UNPROVED)
    expect(await signInBy(person.phoneNumber)).toMatchObject({ status: 401 })
    expect(
      await server.visitor({ ip: anAddress() }).call(login, { email: person.email, password: PASSWORD }),
    ).toMatchObject({ status: 200 })
    expect(await textsTo(person.phoneNumber)).toEqual([])
  })

  test('does not either if the previous release stored it as an identifier', async () => {
    const person = await aPerson(server, UNPROVED)
    await server.db.execute(sql`
      insert into user_identifiers (value, kind, user_id) values (${person.phoneNumber}, 'phone', ${person.id})`)
    expect(await signInBy(person.phoneNumber)).toMatchObject({ status: 401 })
    const owner = await someoneSignedIn(server, { ...UNPROVED, phoneNumber: person.phoneNumber })
    expect(await prove(owner.visitor, person.phoneNumber)).toMatchObject({ status: 200 })
    expect(await signInBy(person.phoneNumber)).toMatchObject({ status: 200 })
  })

  test('does not block a registration with it', async () => {
    const { phoneNumber } = await aPerson(server, UNPROVED)
    const visitor = server.visitor({ ip: anAddress() })
    const form = aForm({ phoneNumber, email: 'owner.of.number@example.com' })
    expect(await visitor.call(signUp, form)).toMatchObject({ status: 200 })
    const otp = await server.codeFor(form.email)
    expect(await visitor.call(consumeRequestEmailOtp, { email: form.email, otp })).toMatchObject({ status: 200 })
    expect(await signInBy(phoneNumber)).toMatchObject({ status: 401 })
    // The number does not limit that registration's email either.
    expect(await textsTo(phoneNumber)).toEqual([])
  })
})

describe('confirming a phone number (T060)', () => {
  test('needs the code that was sent to it; then it identifies its owner and gets codes', async () => {
    const { person, visitor } = await someoneSignedIn(server, UNPROVED)
    const { phoneNumber } = person
    expect((await visitor.call(getOwnPhone)).data).toEqual({ phoneNumber, isConfirmed: false, canSend: true })
    expect(await visitor.call(requestPhoneCode)).toMatchObject({
      status: 200,
      msg: 'A code was sent to your phone',
      data: { expiresInSeconds: 300, resendInSeconds: 60 },
    })
    const otp = await newestCode(phoneNumber)
    expect(await textsTo(phoneNumber)).toEqual([
      `${otp} is your code to confirm this phone number for EAI. It is valid for 5 minutes.`,
    ])
    expect(await visitor.call(confirmPhone, { otp: anotherCode(otp) })).toMatchObject(INVALID)
    expect(await visitor.call(confirmPhone, { otp })).toMatchObject({ status: 200, data: { isConfirmed: true } })
    expect(await visitor.call(confirmPhone, { otp })).toMatchObject(INVALID)
    expect(await visitor.call(requestPhoneCode)).toMatchObject({
      status: 400,
      msg: 'This phone number is already confirmed.',
    })
    expect(await signInBy(phoneNumber)).toMatchObject({ status: 200 })
    expect((await textsTo(phoneNumber)).at(-1)).toMatch(/^\d{6} is your sign-in code/)
    const events = (await auditOf(server, person.id)).map(({ event }) => event)
    expect(events.filter((event) => event.startsWith('phone.'))).toEqual([
      'phone.code-sent',
      'phone.code-wrong',
      'phone.confirmed',
    ])
  })

  test('with wrong codes leaves one audit line, however many they are', async () => {
    const { person, visitor } = await someoneSignedIn(server, UNPROVED)
    expect(await visitor.call(confirmPhone, { otp: '123456' })).toMatchObject(INVALID)
    await visitor.call(requestPhoneCode)
    const otp = await newestCode(person.phoneNumber)
    for (let times = 0; times < 3; times++)
      expect(await visitor.call(confirmPhone, { otp: anotherCode(otp) })).toMatchObject(INVALID)
    const lines = (await auditOf(server, person.id)).filter(({ event }) => event === 'phone.code-wrong')
    expect(lines).toMatchObject([{ actorId: person.id }])
    const statuses = []
    for (let times = 0; times < 17; times++)
      statuses.push((await visitor.call(confirmPhone, { otp: anotherCode(otp) })).status)
    expect(statuses.at(-1)).toBe(429)
    const throttled = (await auditOf(server, person.id)).filter(({ event }) => event === 'signin.throttled')
    expect(throttled).toMatchObject([{ detail: { limit: 'phone-otp-account' } }])
  })

  test('sends no second code within a minute, and at most five an hour', async () => {
    const { person, visitor } = await someoneSignedIn(server, UNPROVED)
    await visitor.call(requestPhoneCode)
    const { msg, data } = await visitor.call(requestPhoneCode)
    expect(msg).toBe('No new code: the last one was sent less than a minute ago')
    expect(data.isSent).toBe(false)
    expect(data.resendInSeconds).toBeGreaterThan(0)
    expect(await textsTo(person.phoneNumber)).toHaveLength(1)
    const answers = []
    for (let count = 0; count < 5; count++) {
      await aMinuteLater()
      answers.push((await visitor.call(requestPhoneCode)).status)
    }
    expect(answers).toEqual([200, 200, 200, 429, 429])
    expect(await textsTo(person.phoneNumber)).toHaveLength(4)
  })

  test('is limited for each number, over all people', async () => {
    const phoneNumber = '9765400001'
    const statuses = []
    for (let count = 0; count < 6; count++) {
      const { visitor } = await someoneSignedIn(server, { ...UNPROVED, phoneNumber })
      statuses.push((await visitor.call(requestPhoneCode)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await textsTo(phoneNumber)).toHaveLength(5)
  })

  test('is refused for a number that another person has confirmed, only after its code', async () => {
    const owner = await aPerson(server)
    const { person, visitor } = await someoneSignedIn(server, { ...UNPROVED, phoneNumber: owner.phoneNumber })
    expect(await prove(visitor, owner.phoneNumber)).toMatchObject({
      status: 400,
      msg: 'Someone else has already confirmed this phone number. Ask your administrator to check it.',
    })
    expect((await visitor.call(getOwnPhone)).data.isConfirmed).toBe(false)
    expect((await auditOf(server, person.id)).at(-1)?.event).toBe('phone.refused')
  })

  test('succeeds for one of two people at the same moment', async () => {
    const phoneNumber = '9765400002'
    const both = [
      await someoneSignedIn(server, { ...UNPROVED, phoneNumber }),
      await someoneSignedIn(server, { ...UNPROVED, phoneNumber }),
    ]
    const proofs: { visitor: Visitor; otp: string }[] = []
    for (const { visitor } of both) {
      await visitor.call(requestPhoneCode)
      proofs.push({ visitor, otp: await newestCode(phoneNumber) })
    }
    const answers = await Promise.all(proofs.map(({ visitor, otp }) => visitor.call(confirmPhone, { otp })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('confirms the number to which the code was sent, and no other', async () => {
    const { person, visitor } = await someoneSignedIn(server, UNPROVED)
    await visitor.call(requestPhoneCode)
    const otp = await newestCode(person.phoneNumber)
    await server.db.execute(sql`update users set phone_number = '9765400003' where id = ${person.id}`)
    expect(await visitor.call(confirmPhone, { otp })).toMatchObject(INVALID)
    expect((await visitor.call(getOwnPhone)).data.isConfirmed).toBe(false)
  })

  test('needs a gateway that can send', async () => {
    await server.db.execute(sql`delete from sms_configurations`)
    const { visitor } = await someoneSignedIn(server, UNPROVED)
    expect((await visitor.call(getOwnPhone)).data.canSend).toBe(false)
    expect(await visitor.call(requestPhoneCode)).toMatchObject({ status: 400 })
  })
})

describe("an administrator's change", () => {
  test('of the number makes it unconfirmed; other changes keep it', async () => {
    const user = await aUser(admin)
    await server.db.execute(sql`update users set phone_verified_at = now() where id = ${user.id}`)
    const { data } = await admin.call(users.update, userUpdate(user, { lastName: 'Menon' }))
    expect(data.isPhoneVerified).toBe(true)
    expect(await signInBy(user.form.phoneNumber)).toMatchObject({ status: 200 })
    const changed = userUpdate(user, { phoneNumber: '9765400004' })
    expect((await admin.call(users.update, changed)).data.isPhoneVerified).toBe(false)
    expect(await signInBy(user.form.phoneNumber)).toMatchObject({ status: 401 })
    expect(await signInBy('9765400004')).toMatchObject({ status: 401 })
  })

  test('that restores a person leaves their number unconfirmed if another person has confirmed it', async () => {
    const person = await aPerson(server)
    await admin.call(users.remove, { userId: person.id })
    const owner = await someoneSignedIn(server, { ...UNPROVED, phoneNumber: person.phoneNumber })
    expect(await prove(owner.visitor, person.phoneNumber)).toMatchObject({ status: 200 })
    const { status, data } = await admin.call(users.restore, { id: person.id })
    expect([status, data.isPhoneVerified]).toEqual([200, false])
  })
})
