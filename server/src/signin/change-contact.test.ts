import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { lockAccount } from '@gatehouse/contract/lock-account.ts'
import {
  confirmEmailChange,
  confirmPhoneChange,
  requestEmailChange,
  requestPhoneChange,
  undoContactChange,
  undoLinkState,
} from '@gatehouse/contract/own-contact.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, anotherCode, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { anSmsConfiguration } from '../../test/message-configurations.ts'
import { moveTo, undoFor } from '../../test/own-contact.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { useSmsGateway } from '../../test/sms-gateway.ts'
import { maskEmail } from '../identity/identifiers.ts'

const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
const admin = useAdministrator(server)
const gateway = useSmsGateway()
const aBrowser = () => server.visitor({ ip: anAddress() })

let count = 0
const aNewEmail = () => `moved-${++count}@example.com`
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null

test('an email address is proved at the new, announced at the old, and undone from there', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const email = aNewEmail()
  expect(await visitor.call(requestEmailChange, { email })).toMatchObject({ status: 200 })
  const otp = await server.codeFor(email)
  expect(await visitor.call(confirmEmailChange, { otp: anotherCode(otp) })).toMatchObject({ status: 400 })
  const uses = await Promise.all([1, 2, 3].map(() => visitor.call(confirmEmailChange, { otp })))
  expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect((await visitor.call(getSession)).data.session?.user.email).toBe(email)
  expect((await aBrowser().call(login, { email: person.email, password: PASSWORD })).status).not.toBe(200)
  const other = aBrowser()
  await signIn(server, other, email)

  const uuid = await undoFor(server, person.email)
  expect(await undoFor(server, email)).toBe('')
  expect((await aBrowser().call(undoLinkState, { uuid })).data).toEqual({ kind: 'email' })
  expect(await isSignedIn(visitor)).toBe(true)
  const undone = await Promise.all([1, 2, 3].map(() => aBrowser().call(undoContactChange, { uuid })))
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([false, false])
  const again = aBrowser()
  await signIn(server, again, person.email)
  expect(await again.call(requestEmailChange, { email: aNewEmail() })).toMatchObject({
    status: 409,
    msg: 'A change was undone lately, so this cannot be changed here for seven days. Ask your administrator.',
  })
  const events = (await auditOf(server, person.id)).map(({ event }) => event)
  expect(events).toEqual(
    expect.arrayContaining([
      'contact.code-sent',
      'contact.code-wrong',
      'contact.email-changed',
      'contact.change-undone',
    ]),
  )
})

test('the first of several changes is undone with all that followed, and never by a later link', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const [second, third] = [aNewEmail(), aNewEmail()]
  expect(await moveTo(server, visitor, second)).toMatchObject({ status: 200 })
  expect(await moveTo(server, visitor, third)).toMatchObject({ status: 200 })
  const later = await undoFor(server, second)
  expect(await aBrowser().call(undoContactChange, { uuid: await undoFor(server, person.email) })).toMatchObject({
    status: 200,
  })
  expect(await aBrowser().call(undoContactChange, { uuid: later })).toMatchObject({ status: 400 })
  await signIn(server, aBrowser(), person.email)
})

test('the address that an undo takes away is notified, with the link that locks the account', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const [second, third] = [aNewEmail(), aNewEmail()]
  await moveTo(server, visitor, second)
  await moveTo(server, visitor, third)
  const uuid = await undoFor(server, person.email)
  expect(await aBrowser().call(undoContactChange, { uuid })).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute(
    sql`select recipient, channel from messages where user_id = ${person.id} and notice = 'contact-undone'`,
  )
  expect(rows).toEqual([{ recipient: third, channel: 'email' }])
  const mail = (await server.inbox(third)).find(({ subject }) => subject.includes('was undone'))
  expect(mail?.text).toContain(maskEmail(person.email))
  const token = /\/lockaccount\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(await aBrowser().call(lockAccount, { token })).toMatchObject({ status: 200 })
  expect((await aBrowser().call(login, { email: person.email, password: PASSWORD })).status).not.toBe(200)
})

test('a refused undo says that the former address belongs to somebody else, and notifies nobody', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const moved = aNewEmail()
  await moveTo(server, visitor, moved)
  const uuid = await undoFor(server, person.email)
  const { person: other } = await someoneSignedIn(server)
  const { data } = await admin.call(users.list, { userId: other.id })
  const [row] = data as unknown as { firstName: string; lastName: string; phoneNumber: string }[]
  const entered = await admin.call(users.update, { userId: other.id, ...row, email: person.email })
  expect(entered).toMatchObject({ status: 200 })
  expect(await aBrowser().call(undoContactChange, { uuid })).toMatchObject({
    status: 409,
    msg: 'The former one belongs to somebody else by now. Ask your administrator.',
  })
  expect((await server.inbox(moved)).filter(({ subject }) => subject.includes('was undone'))).toEqual([])
})

test.each([
  [
    'after 72 hours',
    (userId: string) => server.db.execute(sql`update contact_changes set undo_until = now() where user_id = ${userId}`),
  ],
  [
    'after an administrator has changed the address since',
    async (userId: string) => {
      const { data } = await admin.call(users.list, { userId })
      const [row] = data as unknown as { firstName: string; lastName: string; phoneNumber: string }[]
      const changed = await admin.call(users.update, { userId, ...row, email: aNewEmail() })
      expect(changed).toMatchObject({ status: 200 })
    },
  ],
])('a change is not undone %s', async (_, pass) => {
  const { person, visitor } = await someoneSignedIn(server)
  await moveTo(server, visitor, aNewEmail())
  const uuid = await undoFor(server, person.email)
  await pass(person.id)
  expect((await aBrowser().call(undoLinkState, { uuid })).data).toEqual({ kind: null })
  expect(await aBrowser().call(undoContactChange, { uuid })).toMatchObject({ status: 400 })
})

test('a change needs a recent sign-in, another address, and one that nobody else has', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const { person: stranger } = await someoneSignedIn(server)
  expect(await visitor.call(requestEmailChange, { email: person.email.toUpperCase() })).toMatchObject({ status: 409 })
  expect(await visitor.call(requestEmailChange, { email: 'nothing' })).toMatchObject({ status: 400 })
  // The answer does not say whether the address is known here.
  expect(await moveTo(server, visitor, stranger.email)).toMatchObject({
    status: 400,
    msg: 'Somebody else has this email address already.',
  })
  expect((await visitor.call(getSession)).data.session?.user.email).toBe(person.email)
  await server.db.execute(sql`
    update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${person.id}`)
  expect(await visitor.call(requestEmailChange, { email: aNewEmail() })).toMatchObject({ status: 403 })
})

test('a code that is not sent within the minute is not announced, and the last one proves the address', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const email = aNewEmail()
  expect(await visitor.call(requestEmailChange, { email })).toMatchObject({
    ...{ status: 200, msg: 'A code was sent to the new address' },
    data: { isSent: true, expiresInSeconds: 300, resendInSeconds: 60 },
  })
  await server.db.execute(sql`
    update challenges set code_sent_at = code_sent_at - interval '20 seconds',
      code_expires_at = code_expires_at - interval '20 seconds' where user_id = ${person.id}`)
  expect(await visitor.call(requestEmailChange, { email })).toMatchObject({
    ...{ status: 200, msg: 'No new code: the last one was sent less than a minute ago' },
    data: { isSent: false, expiresInSeconds: 280, resendInSeconds: 40 },
  })
  const [asked, ...others] = await server.inbox(email)
  expect(others).toEqual([])
  // Nobody registers here.
  expect(asked?.text).not.toContain('register')
  const otp = await server.codeFor(email)
  expect(await visitor.call(confirmEmailChange, { otp })).toMatchObject({ status: 200, data: { email } })
})

test.each([
  ['within the minute', 0],
  ['a minute later', 61],
])('of two addresses, the one that was named last is proved: the first one again, %s', async (_when, seconds) => {
  const { person, visitor } = await someoneSignedIn(server)
  const [first, second] = [aNewEmail(), aNewEmail()]
  await visitor.call(requestEmailChange, { email: first })
  await visitor.call(requestEmailChange, { email: second })
  await server.db.execute(sql`
    update challenges set code_sent_at = code_sent_at - make_interval(secs => ${seconds}) where user_id = ${person.id}`)
  await visitor.call(requestEmailChange, { email: first })
  const otp = await server.codeFor(first)
  expect(await visitor.call(confirmEmailChange, { otp })).toMatchObject({ status: 200, data: { email: first } })
})

test('changes of one person are limited', async () => {
  const { visitor } = await someoneSignedIn(server)
  const answers: number[] = []
  for (let change = 1; change <= 11; change++)
    answers.push((await visitor.call(requestEmailChange, { email: aNewEmail() })).status)
  expect(answers).toEqual([...Array(10).fill(200), 429])
})

test('a phone number is proved at the new, announced at the old number and the address, and undone', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const phoneNumber = '7611000001'
  expect(await visitor.call(requestPhoneChange, { phoneNumber })).toMatchObject({
    status: 400,
    msg: 'No code can be sent by SMS right now. Ask your administrator.',
  })
  expect(await admin.call(smsConfigurations.create, anSmsConfiguration({ url: gateway.url }))).toMatchObject({
    status: 200,
  })
  const textsTo = async (number: string) => {
    await server.inbox('')
    const sent = gateway.calls.map(({ body }) => new URLSearchParams(body))
    return sent.filter((fields) => fields.get('to') === number).map((fields) => fields.get('text') ?? '')
  }
  expect(await visitor.call(requestPhoneChange, { phoneNumber })).toMatchObject({ status: 200 })
  const otp = /\b\d{6}\b/.exec((await textsTo(phoneNumber)).at(-1) ?? '')?.[0] ?? ''
  expect(await visitor.call(confirmPhoneChange, { otp })).toMatchObject({ status: 200, data: { phoneNumber } })
  expect((await textsTo(person.phoneNumber)).at(-1)).toContain('/undochange/')
  expect(await aBrowser().call(login, { phone: phoneNumber, password: PASSWORD })).toMatchObject({ status: 200 })
  expect(await aBrowser().call(login, { phone: person.phoneNumber, password: PASSWORD })).toMatchObject({ status: 401 })
  expect(await aBrowser().call(undoContactChange, { uuid: await undoFor(server, person.email) })).toMatchObject({
    data: { kind: 'phone' },
  })
  expect((await textsTo(phoneNumber)).at(-1)).toContain('/lockaccount/')
  expect((await server.inbox(person.email))[0]?.text).toContain('/lockaccount/')
  expect(await aBrowser().call(login, { phone: person.phoneNumber, password: PASSWORD })).toMatchObject({ status: 200 })
})
