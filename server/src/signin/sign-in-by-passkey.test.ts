import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import {
  acceptPasskey,
  addPasskey,
  listPasskeys,
  removePasskey,
  requestConfirmation,
  requestPasskey,
} from '@gatehouse/contract/factors/passkeys.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { aClient, anAddress, anApplication, anAssignment, signIn } from '../../test/builders.ts'
import { whileLinesFail } from '../../test/failing-line.ts'
import { signInByPasskey, someoneWithPasskey } from '../../test/passkeys.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

const EXPIRED = { status: 400, msg: 'This took too long, or was started in another tab. Try again.' }
const REFUSED = { status: 401, msg: 'This passkey was not accepted. Sign in another way.' }
const SUSPECTED = { status: 401, msg: expect.stringContaining('may have been copied') }
const UNKNOWN = { status: 401, msg: 'This passkey is not registered here any more. Sign in another way.' }

const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null
const linesOf = async (userId: string, event: string) =>
  (
    await server.db.execute<{ detail: object }>(
      sql`select detail from audit_events where subject_id = ${userId} and event = ${event} order by id`,
    )
  ).rows.map(({ detail }) => detail)

test.each(['ES256', 'RS256'] as const)('a passkey with %s signs in, as two factors', async (algorithm) => {
  const { person, browser, authenticator } = await someoneWithPasskey(server, { algorithm })
  const { status, data } = await signInByPasskey(browser, authenticator)
  expect({ status, data }).toMatchObject({
    status: 200,
    data: { AutherisationToken: 'cookie', userData: { email: person.email }, next: { to: 'dashboard' } },
  })
  expect(await isSignedIn(browser)).toBe(true)
  const { rows } = await server.db.execute(
    sql`select amr, remember_me as "rememberMe" from sessions where user_id = ${person.id} order by created_at desc limit 1`,
  )
  expect(rows).toEqual([{ amr: ['pop', 'user'], rememberMe: false }])
  expect(await linesOf(person.id, 'signin.completed')).toEqual([{}, { passkey: 'Phone' }])
  // No code was sent for it.
  expect(await linesOf(person.id, 'signin.code-sent')).toEqual([])
  expect((await browser.call(listPasskeys)).data[0]?.lastUsedAt).not.toBeNull()
})

test('a new browser is announced to the owner, and known at the next sign-in', async () => {
  const { person, browser, authenticator } = await someoneWithPasskey(server)
  await signInByPasskey(browser, authenticator)
  const announced = async () =>
    (await server.inbox(person.email)).filter(({ subject }) => subject.startsWith('New sign-in')).length
  expect(await announced()).toBe(1)
  await signInByPasskey(browser, authenticator)
  expect(await announced()).toBe(1)
})

test('a program gets a token, if it keeps the cookie of the challenge', async () => {
  const { person, authenticator } = await someoneWithPasskey(server)
  const program = server.visitor({ web: false, ip: anAddress() })
  const { data } = await signInByPasskey(program, authenticator)
  const { data: seen } = await program.call(getSession, {}, { authorization: data.AutherisationToken })
  expect(seen.session?.user.email).toBe(person.email)
})

test('the person is remembered if they ask for it', async () => {
  const { person, browser, authenticator } = await someoneWithPasskey(server)
  await signInByPasskey(browser, authenticator, {}, { rememberMe: true })
  const { rows } = await server.db.execute(
    sql`select 1 from sessions where user_id = ${person.id} and remember_me and expires_at > now() + interval '29 days'`,
  )
  expect(rows).toHaveLength(1)
})

describe('at the door of an application', () => {
  test('it opens the application, if that is assigned', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    const [application, client] = [await anApplication(server), await aClient(server)]
    await anAssignment(server, person.id, application.id, client.id)
    const { data } = await signInByPasskey(browser, authenticator, {}, { redirectUrl: application.redirectUrl })
    expect(data.next).toMatchObject({ to: 'application', applicationId: application.id, client: client.id })
  })

  test('and signs nobody in if not', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { redirectUrl } = await anApplication(server)
    expect(await signInByPasskey(browser, authenticator, {}, { redirectUrl })).toMatchObject({ status: 403 })
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('a passkey is refused', () => {
  test.each<[why: string, changes: Parameters<ReturnType<typeof anAuthenticator>['get']>[1]]>([
    ['from another origin', { origin: 'https://portal.evil.example' }],
    ['from another port of the host', { origin: 'http://localhost:3001' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verification of the person', { isVerified: false }],
    ['without the person', { isPresent: false }],
    ['with another type', { type: 'webauthn.create' }],
    ['with a wrong signature', { isForged: true }],
    ['in a frame of another site', { clientData: { crossOrigin: true, topOrigin: 'https://evil.example' } }],
    ['in a frame of a site that is not named', { clientData: { crossOrigin: true } }],
    ['as that of another person', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s', async (_why, changes) => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    expect(await signInByPasskey(browser, authenticator, changes)).toMatchObject(REFUSED)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await linesOf(person.id, 'signin.failed')).toEqual([{ reason: 'passkey not verified' }])
    // The counter of a refused one is not believed.
    authenticator.setCounter(0)
    expect(await signInByPasskey(browser, authenticator)).toMatchObject({ status: 200 })
  })

  test('with the key of another passkey', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const other = anAuthenticator()
    const { data } = await browser.call(requestPasskeySignIn)
    const credential = { ...other.get(data), id: authenticator.id, rawId: authenticator.id }
    expect(await browser.call(signInWithPasskey, { credential })).toMatchObject(REFUSED)
  })

  test('that is not known here, or was removed', async () => {
    const { visitor, browser, authenticator, passkey } = await someoneWithPasskey(server)
    expect(await signInByPasskey(browser, anAuthenticator())).toMatchObject(UNKNOWN)
    await visitor.call(removePasskey, { passkeyId: passkey._id })
    expect(await signInByPasskey(browser, authenticator)).toMatchObject(UNKNOWN)
  })

  test.each([
    ['deactivated', sql`is_active = false`, REFUSED],
    ['deleted', sql`deleted_at = now()`, UNKNOWN],
  ])('when its person is %s', async (_how, change, answer) => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await server.db.execute(sql`update users set ${change} where id = ${person.id}`)
    expect(await signInByPasskey(browser, authenticator)).toMatchObject(answer)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('while the address of the person is not verified; a code is sent', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await server.db.execute(sql`update users set email_verified_at = null where id = ${person.id}`)
    const { status, data } = await signInByPasskey(browser, authenticator)
    expect({ status, data }).toMatchObject({ status: 403, data: { email: person.email } })
    expect(await server.codeFor(person.email)).toMatch(/^\d{6}$/)
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('a challenge', () => {
  test('is used once', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { data } = await browser.call(requestPasskeySignIn)
    const binding = { ...browser.cookies }
    expect(await browser.call(signInWithPasskey, { credential: authenticator.get(data) })).toMatchObject({
      status: 200,
    })
    const again = server.visitor({ ip: anAddress() })
    Object.assign(again.cookies, binding)
    expect(await again.call(signInWithPasskey, { credential: authenticator.get(data) })).toMatchObject(EXPIRED)
  })

  test('is used up by a wrong signature', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { data } = await browser.call(requestPasskeySignIn)
    const credential = authenticator.get(data, { isForged: true })
    expect(await browser.call(signInWithPasskey, { credential })).toMatchObject(REFUSED)
    expect(await browser.call(signInWithPasskey, { credential: authenticator.get(data) })).toMatchObject(EXPIRED)
  })

  test('of ten equal answers at once, one signs in', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { data } = await browser.call(requestPasskeySignIn)
    const credential = authenticator.get(data)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const same = server.visitor({ ip: anAddress() })
        Object.assign(same.cookies, browser.cookies)
        return same.call(signInWithPasskey, { credential })
      }),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
  })

  test('is of no use to another browser, nor without the cookie', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { data } = await browser.call(requestPasskeySignIn)
    const stranger = server.visitor({ ip: anAddress() })
    const credential = authenticator.get(data)
    expect(await stranger.call(signInWithPasskey, { credential })).toMatchObject(EXPIRED)
    await stranger.call(requestPasskeySignIn)
    expect(await stranger.call(signInWithPasskey, { credential })).toMatchObject(EXPIRED)
    expect(await browser.call(signInWithPasskey, { credential })).toMatchObject({ status: 200 })
  })

  test('of another tab of the same browser stays valid', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { data } = await browser.call(requestPasskeySignIn)
    await browser.call(requestPasskeySignIn)
    expect(await browser.call(signInWithPasskey, { credential: authenticator.get(data) })).toMatchObject({
      status: 200,
    })
  })

  test('stays valid when another tab asks at the same moment, before the browser has the cookie of the first', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const [first, second] = await Promise.all([browser.call(requestPasskeySignIn), browser.call(requestPasskeySignIn)])
    for (const { data } of [first, second])
      expect(await browser.call(signInWithPasskey, { credential: authenticator.get(data) })).toMatchObject({
        status: 200,
      })
  })

  test('stays valid when another tab signs in first', async () => {
    const { visitor, browser, authenticator } = await someoneWithPasskey(server)
    const { data: options } = await browser.call(requestPasskeySignIn)
    const { data: other } = await browser.call(requestPasskeySignIn)
    await browser.call(signInWithPasskey, { credential: authenticator.get(other) })
    expect(await browser.call(signInWithPasskey, { credential: authenticator.get(options) })).toMatchObject({
      status: 200,
    })
    // Two tabs that add a passkey, likewise.
    const [one, two] = [await visitor.call(requestPasskey), await visitor.call(requestPasskey)]
    for (const { data } of [two, one])
      expect(await visitor.call(addPasskey, { credential: anAuthenticator().create(data) })).toMatchObject({
        status: 200,
      })
  })

  test('keeps the cookies of a browser few: later tabs share one', async () => {
    const { browser } = await someoneWithPasskey(server)
    await Promise.all([browser.call(requestPasskeySignIn), browser.call(requestPasskeySignIn)])
    for (let tabs = 0; tabs < 5; tabs++) await browser.call(requestPasskeySignIn)
    expect(Object.keys(browser.cookies).filter((name) => name.startsWith('__Host-eai_pk'))).toHaveLength(2)
  })

  test('for another purpose signs nobody in', async () => {
    const { visitor, authenticator } = await someoneWithPasskey(server)
    const { data } = await visitor.call(requestConfirmation)
    expect(await visitor.call(signInWithPasskey, { credential: authenticator.get(data) })).toMatchObject(EXPIRED)
  })

  test('ends after five minutes', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { data } = await browser.call(requestPasskeySignIn)
    const { rows } = await server.db.execute(sql`
      update passkey_challenges set expires_at = now() where spent_at is null and user_id is null
        and expires_at between now() + interval '290 seconds' and now() + interval '300 seconds' returning 1`)
    expect(rows.length).toBeGreaterThan(0)
    expect(await browser.call(signInWithPasskey, { credential: authenticator.get(data) })).toMatchObject(EXPIRED)
  })

  test('that the portal never made is refused', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const { data } = await browser.call(requestPasskeySignIn)
    const challenge = 'A'.repeat(43)
    expect(
      await browser.call(signInWithPasskey, { credential: authenticator.get({ ...data, challenge }) }),
    ).toMatchObject(EXPIRED)
  })
})

test('each use says whether the passkey is backed up by now', async () => {
  const { visitor, browser, authenticator } = await someoneWithPasskey(server, { isSynced: true })
  const isSynced = async () => (await visitor.call(listPasskeys)).data[0]?.isSynced
  expect(await isSynced()).toBe(true)
  for (const isBackedUp of [false, true]) {
    expect(await signInByPasskey(browser, authenticator, { isBackedUp })).toMatchObject({ status: 200 })
    expect(await isSynced()).toBe(isBackedUp)
  }
})

describe('the counter', () => {
  test('that goes back, or stays, refuses the passkey from then on, and its owner is notified once', async () => {
    const { person, browser, authenticator, passkey } = await someoneWithPasskey(server)
    expect(await signInByPasskey(browser, authenticator, { counter: 8 })).toMatchObject({ status: 200 })
    const copy = server.visitor({ ip: anAddress() })
    // A copy that is tried again and again gets ahead of the counter at last.
    for (const counter of [8, 3, 0, 9, 20])
      expect(await signInByPasskey(copy, authenticator, { counter })).toMatchObject(SUSPECTED)
    expect(await isSignedIn(copy)).toBe(false)
    expect(await linesOf(person.id, 'passkeys.copied')).toEqual([{ name: 'Phone' }])
    const notices = (await server.inbox(person.email)).filter(({ subject }) => /passkey .* was refused/.test(subject))
    expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('“Phone”')])
    expect(await signInByPasskey(browser, authenticator, { counter: 30 })).toMatchObject(SUSPECTED)
    // The session of the copy may be any of them.
    expect((await browser.call(getSession, {})).data).toMatchObject({ session: null, endReason: 'passkey-copied' })
    await signIn(server, browser, person.email)
    expect((await browser.call(listPasskeys)).data).toMatchObject([{ _id: passkey._id, isSuspected: true }])
    expect(await browser.call(removePasskey, { passkeyId: passkey._id })).toMatchObject({ status: 200 })
    expect(await signInByPasskey(browser, authenticator, { counter: 31 })).toMatchObject(UNKNOWN)
  })

  test('that went back while the database could not end the sessions ends them at the next use', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await signInByPasskey(browser, authenticator, { counter: 8 })
    const copy = server.visitor({ ip: anAddress() })
    await whileLinesFail(server, 'passkeys.copied', async () =>
      expect(await signInByPasskey(copy, authenticator, { counter: 3 })).toMatchObject({ status: 503 }),
    )
    expect(await signInByPasskey(copy, authenticator, { counter: 3 })).toMatchObject(SUSPECTED)
    expect((await browser.call(getSession, {})).data).toMatchObject({ session: null, endReason: 'passkey-copied' })
    expect(await linesOf(person.id, 'passkeys.copied')).toEqual([{ name: 'Phone' }])
  })

  test('that went back counts anew when the owner, signed in by something else since, accepts the passkey', async () => {
    const { person, browser, authenticator, passkey } = await someoneWithPasskey(server)
    await signInByPasskey(browser, authenticator, { counter: 8 })
    const accept = (visitor: Visitor) => visitor.call(acceptPasskey, { passkeyId: passkey._id })
    expect(await accept(browser)).toMatchObject({ status: 404 })
    await signInByPasskey(server.visitor({ ip: anAddress() }), authenticator, { counter: 3 })
    expect(await accept(browser)).toMatchObject({ status: 401 })
    const { visitor: stranger } = await someoneWithPasskey(server)
    expect(await accept(stranger)).toMatchObject({ status: 404 })
    expect(await signInByPasskey(browser, authenticator, { counter: 9 })).toMatchObject(SUSPECTED)

    await signIn(server, browser, person.email)
    expect(await accept(browser)).toMatchObject({ status: 200, data: { isSuspected: false } })
    expect(await linesOf(person.id, 'passkeys.accepted')).toEqual([{ name: 'Phone' }])
    const [message] = await server.inbox(person.email)
    expect(message?.subject).toBe('A passkey of your EAI account was accepted again')
    expect(message?.text).toContain('“Phone”')
    expect(message?.text).toMatch(/\/lockaccount\//)
    expect(await signInByPasskey(browser, authenticator, { counter: 4 })).toMatchObject({ status: 200 })
    expect(await signInByPasskey(browser, authenticator, { counter: 4 })).toMatchObject(SUSPECTED)
  })

  test('that went back leaves a way to those who need a strong sign-in and have no other factor', async () => {
    const { person, browser, authenticator, passkey } = await someoneWithPasskey(server)
    await signInByPasskey(browser, authenticator, { counter: 8 })
    await signInByPasskey(browser, authenticator, { counter: 3 })
    const needStrong = (isNeeded: boolean) =>
      server.db.execute(sql`update roles set needs_strong_sign_in = ${isNeeded} where system = 'user'`)
    await needStrong(true)
    await signIn(server, browser, person.email)
    expect(await browser.call(removePasskey, { passkeyId: passkey._id })).toMatchObject({ status: 200 })
    await needStrong(false)
  })

  test('of two uses at once with the same one, one signs in', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server)
    const copy = server.visitor({ ip: anAddress() })
    const uses = await Promise.all([browser, copy].map((at) => signInByPasskey(at, authenticator, { counter: 5 })))
    expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await signInByPasskey(browser, authenticator, { counter: 6 })).toMatchObject(SUSPECTED)
  })

  test('is not judged before the signature: a stranger can alarm nobody', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await signInByPasskey(browser, authenticator, { counter: 8 })
    expect(await signInByPasskey(browser, authenticator, { counter: 2, isForged: true })).toMatchObject(REFUSED)
    expect(await linesOf(person.id, 'passkeys.copied')).toEqual([])
  })

  test('may always be zero', async () => {
    const { browser, authenticator } = await someoneWithPasskey(server, { counts: false })
    for (const _time of [1, 2]) expect(await signInByPasskey(browser, authenticator)).toMatchObject({ status: 200 })
  })
})

test('of too many refused passkeys, the address waits; its people do not elsewhere', async () => {
  const { browser, authenticator } = await someoneWithPasskey(server)
  const address = server.visitor({ ip: anAddress() })
  const limit = 50 * 100 // The limit of development is a hundred times as wide.
  await address.call(signInWithPasskey, {
    credential: authenticator.get((await address.call(requestPasskeySignIn)).data, { isForged: true }),
  })
  await server.db.execute(sql`update throttles set count = ${limit} where bucket = 'passkey-failures' and count = 1`)
  await signInByPasskey(address, anAuthenticator())
  expect(await signInByPasskey(address, authenticator)).toMatchObject({ status: 429 })
  expect(await signInByPasskey(browser, authenticator)).toMatchObject({ status: 200 })
  expect(await browser.call(listTiles)).toMatchObject({ status: 200 })
})
