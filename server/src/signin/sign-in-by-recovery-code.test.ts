import { listAuthenticators, removeAuthenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { requestPasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { makeRecoveryCodes, readRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import { signInWithRecoveryCode } from '@gatehouse/contract/factors/second-step.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login, requestLogInOtp, signInProgress } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { addAppTo, signInByApp } from '../../test/authenticators.ts'
import { anAddress, openSessionFor, PASSWORD, someoneSignedIn } from '../../test/builders.ts'
import { addPasskeyTo } from '../../test/passkeys.ts'
import { someoneWithRecoveryCodes } from '../../test/recovery-codes.ts'
import { aRole } from '../../test/roles.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer({ config: { mode: 'production' } })

const WRONG = { status: 400, msg: 'This recovery code is not right, or was used already.' }

const aBrowser = () => server.visitor({ ip: anAddress() })
const begin = (visitor: Visitor, email: string) => visitor.call(login, { email, password: PASSWORD })
const give = (visitor: Visitor, code: string) => visitor.call(signInWithRecoveryCode, { code })
const emailOf = (visitor: Visitor) => visitor.call(getSession).then(({ data }) => data.session?.user.email)

test('a code signs in after the password, as it is typed, once, and its owner is notified', async () => {
  const { person, visitor, codes, browser } = await someoneWithRecoveryCodes(server)
  const [code = '', other = ''] = codes
  await begin(browser, person.email)
  expect(await give(browser, code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
    status: 200,
    data: { userData: { email: person.email }, next: { to: 'dashboard' } },
  })
  expect(await emailOf(browser)).toBe(person.email)
  expect((await visitor.call(readRecoveryCodes)).data.left).toBe(9)
  const subjects = (await server.inbox(person.email)).map(({ subject }) => subject)
  expect(subjects).toContain('A recovery code was used for your EAI account')
  const { rows } = await server.db.execute(sql`
    select s.amr, s.is_strong as "isStrong", (
      select array_agg(e.event || e.detail::text order by e.number) from audit_events e
      where e.subject_id = ${person.id} and e.detail <> '{}') as lines
    from sessions s where s.user_id = ${person.id} order by s.created_at desc limit 1`)
  expect(rows).toEqual([
    {
      ...{ amr: ['pwd', 'otp'], isStrong: false },
      lines: ['recovery-codes.used{"left": 9}', 'signin.completed{"isRecovery": true}'],
    },
  ])
  const again = aBrowser()
  await begin(again, person.email)
  expect(await give(again, code)).toMatchObject(WRONG)
  expect(await give(again, other.replaceAll('0', 'o').replaceAll('1', 'l'))).toMatchObject({ status: 200 })
})

/** Signs in with a code in a new browser. @returns whether that is a strong sign-in */
async function isStrongBy(email: string, code = '') {
  const browser = aBrowser()
  await begin(browser, email)
  expect(await give(browser, code)).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute<{ isStrong: boolean }>(sql`
    select s.is_strong as "isStrong" from sessions s join users u on u.id = s.user_id
    where u.email = ${email} order by s.created_at desc limit 1`)
  return rows[0]?.isStrong
}

test('a code stands in for an app that is lost if it was made in a strong session of a person who had one', async () => {
  const { person, visitor, codes: early } = await someoneWithRecoveryCodes(server)
  const isWeak = () => visitor.call(readRecoveryCodes).then(({ data }) => data.isWeak)
  const make = (by: Visitor) => by.call(makeRecoveryCodes).then(({ data }) => data.codes)
  expect(await isWeak()).toBe(false)
  const mailbox = aBrowser()
  await openSessionFor(server, mailbox, person.id)
  const { authenticator } = await addAppTo(server, visitor)
  // Somebody with the password and the mailbox can have made these.
  expect([await isWeak(), await isStrongBy(person.email, early[0])]).toEqual([true, false])
  const own = await make(visitor)
  expect([await isWeak(), await isStrongBy(person.email, own[0])]).toEqual([false, true])
  await addAppTo(server, visitor, 'Tablet')
  expect([await isWeak(), await isStrongBy(person.email, own[1])]).toEqual([false, true])
  const mailed = await make(mailbox)
  expect([await isWeak(), await isStrongBy(person.email, mailed[0])]).toEqual([true, false])

  const again = await make(visitor)
  await visitor.call(removeAuthenticator, { authenticatorId: authenticator._id })
  expect(await isStrongBy(person.email, again[0])).toBe(true)
  for (const { _id: authenticatorId } of (await visitor.call(listAuthenticators)).data.authenticators)
    await visitor.call(removeAuthenticator, { authenticatorId })
  expect([await isWeak(), await isStrongBy(person.email, again[1])]).toEqual([false, false])
  await addPasskeyTo(visitor, anAuthenticator())
  expect([await isWeak(), await isStrongBy(person.email, again[2])]).toEqual([true, false])
})

/** A role that needs a passkey, or nothing. */
const need = (roleId: string, isNeeded: boolean) =>
  server.db.execute(
    sql`update roles set needs_strong_sign_in = ${isNeeded}, needs_passkey = ${isNeeded} where id = ${roleId}`,
  )

/** Signs in with a code in a new browser. @returns what it answers when it is to add a passkey */
async function addsPasskeyBy(email: string, code = '') {
  const browser = aBrowser()
  await begin(browser, email)
  expect(await give(browser, code)).toMatchObject({ status: 200 })
  return async () => (await browser.call(requestPasskey)).status
}

test('a code stands in for a passkey only if it was made with one', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const roleId = await aRole(server, [])
  await server.db.execute(sql`update users set role_id = ${roleId} where id = ${person.id}`)
  await need(roleId, true)
  await openSessionFor(server, visitor, person.id)
  const isWeak = () => visitor.call(readRecoveryCodes).then(({ data }) => data.isWeak)
  const make = (by: Visitor) => by.call(makeRecoveryCodes).then(({ data }) => data.codes)
  const { secret } = await addAppTo(server, visitor)
  const byApp = await make(visitor)
  expect(await isWeak()).toBe(false)
  const before = await addsPasskeyBy(person.email, byApp[0])
  expect(await before()).toBe(200)

  await addPasskeyTo(visitor, anAuthenticator())
  const after = await addsPasskeyBy(person.email, byApp[1])
  expect([await isWeak(), await before(), await after()]).toEqual([true, 403, 403])
  // As for the app, as before.
  expect(await isStrongBy(person.email, byApp[2])).toBe(true)

  const byPasskey = await make(visitor)
  const own = await addsPasskeyBy(person.email, byPasskey[0])
  expect([await isWeak(), await own()]).toEqual([false, 200])

  await need(roleId, false)
  const other = aBrowser()
  await signInByApp(server, other, person.email, secret)
  const besidePasskey = await make(other)
  await need(roleId, true)
  const late = await addsPasskeyBy(person.email, besidePasskey[0])
  expect([await isWeak(), await late()]).toEqual([true, 403])
})

test('of equal answers in several sign-ins at the same moment, one is accepted', async () => {
  const { person, codes } = await someoneWithRecoveryCodes(server)
  const browsers = [aBrowser(), aBrowser(), aBrowser()]
  for (const browser of browsers) await begin(browser, person.email)
  const answers = await Promise.all([...browsers, ...browsers].map((browser) => give(browser, codes[0] ?? '')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('is offered only after the password, while there are codes; the emailed code is sent as always', async () => {
  const { person, visitor, codes, browser } = await someoneWithRecoveryCodes(server, { codeOnly: true })
  const { data } = await begin(browser, person.email)
  expect(data.otherSteps).toEqual(['recovery-code'])
  expect(data.sentTo).not.toBe('')
  expect((await browser.call(signInProgress)).data?.otherSteps).toEqual(['recovery-code'])
  expect(await browser.call(consumeLogInOtpEmail, { otp: await server.codeFor(person.email) })).toMatchObject({
    status: 200,
  })
  const stranger = aBrowser()
  const named = await stranger.call(requestLogInOtp, { email: person.email })
  expect(named.data.otherSteps).toEqual([])
  expect(await give(stranger, codes[0] ?? '')).toMatchObject({
    status: 400,
    msg: expect.not.stringMatching(/recovery/),
  })
  expect(await give(aBrowser(), codes[0] ?? '')).toMatchObject({ status: 400 })

  await addAppTo(server, visitor)
  await server.db.execute(sql`update recovery_codes set used_at = now() where user_id = ${person.id}`)
  const last = aBrowser()
  expect((await begin(last, person.email)).data.otherSteps).toEqual(['authenticator'])
  expect((await visitor.call(readRecoveryCodes)).data.left).toBe(0)
})

test('wrong codes, those of others and void ones are refused and counted', async () => {
  const { person, visitor, codes, browser } = await someoneWithRecoveryCodes(server)
  const other = await someoneWithRecoveryCodes(server)
  await visitor.call(makeRecoveryCodes)
  await begin(browser, person.email)
  for (const code of [codes[0] ?? '', other.codes[0] ?? '', '0000-0000-0000-0000', '…'])
    expect(await give(browser, code)).toMatchObject(WRONG)
  expect(await give(browser, ' ')).toMatchObject({ status: 400, msg: 'Enter a recovery code' })
  const statuses = []
  for (let count = 0; count < 10; count++) statuses.push((await give(browser, '1111-1111-1111-1111')).status)
  expect(statuses.at(-1)).toBe(429)
})

test('a program gives the code with the secret of its first step', async () => {
  const { person, codes } = await someoneWithRecoveryCodes(server)
  const program = server.visitor({ web: false, ip: anAddress() })
  const { loginTxn } = (await begin(program, person.email)).data
  const { data } = await program.call(signInWithRecoveryCode, { code: codes[0] ?? '', loginTxn })
  const { data: seen } = await program.call(getSession, {}, { authorization: data.AutherisationToken })
  expect(seen.session?.user.email).toBe(person.email)
})
