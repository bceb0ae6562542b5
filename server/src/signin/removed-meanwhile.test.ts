import { removeUserAuthenticator } from '@gatehouse/contract/admin/people/authenticators.ts'
import { removeUserPasskey } from '@gatehouse/contract/admin/people/passkeys.ts'
import { removeUserRecoveryCodes } from '@gatehouse/contract/admin/people/recovery-codes.ts'
import { forgetUserBrowsers } from '@gatehouse/contract/admin/people/remembered-browsers.ts'
import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import {
  addAuthenticator,
  removeAuthenticator,
  requestAuthenticator,
} from '@gatehouse/contract/factors/authenticators.ts'
import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import {
  addPasskey,
  confirmWithPasskey,
  removePasskey,
  requestConfirmation,
  requestPasskey,
} from '@gatehouse/contract/factors/passkeys.ts'
import { makeRecoveryCodes, removeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import {
  requestPasskeyStep,
  signInWithAuthenticator,
  signInWithPasskeyStep,
  signInWithRecoveryCode,
} from '@gatehouse/contract/factors/second-step.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { addAppTo, shownBy } from '../../test/authenticators.ts'
import { anAddress, aPerson, openSessionFor, PASSWORD } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { someoneWithPasskey } from '../../test/passkeys.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { countWaiting } from '../../test/waiting.ts'

const server = useTestServer()
const admin = useAdministrator(server)

type Someone = Awaited<ReturnType<typeof everything>>
type Answer = { status: number; msg?: string; data?: unknown }
type Finish = () => Promise<Answer>

const aBrowser = () => server.visitor({ ip: anAddress() })
const begin = (visitor: Visitor, email: string, secondStep = true) =>
  visitor.call(login, { email, password: PASSWORD, secondStep })
/** The lines of the audit about sign-ins that were refused, with the reason. */
const refusalsOf = async (userId: string) =>
  (await auditOf(server, userId)).filter(({ event }) => event === 'signin.failed').map(({ detail }) => detail.reason)
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null

/** Somebody with a factor of each kind, in a browser of their own, and another browser of somebody who has the factors, too. */
async function everything() {
  const { person, visitor, passkey, authenticator } = await someoneWithPasskey(server)
  const app = await addAppTo(server, visitor)
  const { codes } = (await visitor.call(makeRecoveryCodes)).data
  return {
    ...{ ...person, visitor, browser: aBrowser(), authenticator, codes, secret: app.secret },
    ...{ passkeyId: passkey._id, appId: app.authenticator._id },
  }
}

const ends = { endsSessions: true }
const PASSKEY = {
  byAdministrator: ({ id, passkeyId }: Someone, asked = ends) =>
    admin.call(removeUserPasskey, { userId: id, passkeyId, ...asked }),
  byOwner: ({ visitor, passkeyId }: Someone) => visitor.call(removePasskey, { passkeyId, ...ends }),
}
const APP = {
  byAdministrator: ({ id, appId }: Someone, asked = ends) =>
    admin.call(removeUserAuthenticator, { userId: id, authenticatorId: appId, ...asked }),
  byOwner: ({ visitor, appId }: Someone) => visitor.call(removeAuthenticator, { authenticatorId: appId, ...ends }),
}
const CODES = {
  byAdministrator: ({ id }: Someone, asked = ends) => admin.call(removeUserRecoveryCodes, { userId: id, ...asked }),
  byOwner: ({ visitor }: Someone) => visitor.call(removeRecoveryCodes, ends),
}

const passkeyStep = async (of: Someone, more: object = {}): Promise<Finish> => {
  await begin(of.browser, of.email)
  const { data } = await of.browser.call(requestPasskeyStep)
  return () => of.browser.call(signInWithPasskeyStep, { credential: of.authenticator.get(data), ...more })
}
const appCode = async (of: Someone, more: object = {}): Promise<Finish> => {
  await begin(of.browser, of.email)
  const otp = await shownBy(server, of.secret)
  return () => of.browser.call(signInWithAuthenticator, { otp, ...more })
}

const UNKNOWN = { status: 401, msg: 'This passkey is not registered here any more. Sign in another way.' }
const OVER = { status: 400, msg: 'This sign-in has expired. Sign in again.' }

/** Each way in: all but its last request, and what removes its factor. */
const WAYS = [
  {
    ...{ way: 'a passkey', factor: PASSKEY, refused: UNKNOWN },
    prepare: async ({ browser, authenticator }: Someone): Promise<Finish> => {
      const { data } = await browser.call(requestPasskeySignIn)
      return () => browser.call(signInWithPasskey, { credential: authenticator.get(data) })
    },
  },
  { way: 'a passkey after the password', factor: PASSKEY, refused: UNKNOWN, prepare: passkeyStep },
  {
    ...{ way: 'a passkey that confirms a session', factor: PASSKEY, refused: UNKNOWN },
    prepare: async ({ id, browser, authenticator }: Someone): Promise<Finish> => {
      await openSessionFor(server, browser, id)
      const { data } = await browser.call(requestConfirmation)
      return () => browser.call(confirmWithPasskey, { credential: authenticator.get(data) })
    },
  },
  { way: 'the code of an app', factor: APP, refused: OVER, prepare: appCode },
  {
    ...{ way: 'a recovery code', factor: CODES, refused: OVER },
    prepare: async ({ browser, email, codes }: Someone): Promise<Finish> => {
      await begin(browser, email)
      return () => browser.call(signInWithRecoveryCode, { code: codes[0] ?? '' })
    },
  },
]

/** Holds the account of a person, so that whatever locks it waits. */
async function hold(userId: string) {
  const client = await server.db.pool.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for no key update', [userId])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

/** Sends requests that wait for the account one behind the other: so the first one is done first. */
async function inTurn(userId: string, requests: Finish[]): Promise<Answer[]> {
  const release = await hold(userId)
  const sent: Promise<Answer>[] = []
  try {
    for (const request of requests) {
      sent.push(request())
      await expect.poll(() => countWaiting(server)).toBe(sent.length)
    }
  } finally {
    await release()
  }
  return Promise.all(sent)
}

describe.each(WAYS)('a sign-in by $way', ({ factor, refused, prepare }) => {
  test('is refused if an administrator removes that factor between its proof and its session', async () => {
    const someone = await everything()
    const finish = await prepare(someone)
    const [removed, answer] = await inTurn(someone.id, [() => factor.byAdministrator(someone), finish])
    expect(removed).toMatchObject({ status: 200 })
    expect(answer).toMatchObject(refused)
    expect(await isSignedIn(someone.browser)).toBe(false)
    expect(await refusalsOf(someone.id)).toEqual(['what it was proved with was removed'])
  })

  test('is refused then also if the sessions are left', async () => {
    const someone = await everything()
    const finish = await prepare(someone)
    const keep = { endsSessions: false }
    const [, answer] = await inTurn(someone.id, [() => factor.byAdministrator(someone, keep), finish])
    expect(answer).toMatchObject(refused)
  })

  test.each(['byAdministrator', 'byOwner'] as const)('leaves no session if it comes first (%s)', async (remover) => {
    const someone = await everything()
    const finish = await prepare(someone)
    const [, removed] = await inTurn(someone.id, [finish, () => factor[remover](someone)])
    expect(removed).toMatchObject({ status: 200 })
    expect(await isSignedIn(someone.browser)).toBe(false)
  })
})

/** Each change of what a person signs in with: all but its last request. */
const CHANGES: { what: string; prepare: (of: Someone) => Promise<Finish> }[] = [
  {
    what: 'adds a passkey',
    prepare: async ({ visitor }) => {
      const { data } = await visitor.call(requestPasskey)
      return () => visitor.call(addPasskey, { credential: anAuthenticator().create(data), name: 'Other' })
    },
  },
  {
    what: 'adds an app',
    prepare: async ({ visitor }) => {
      const { enrolment, secret } = (await visitor.call(requestAuthenticator)).data
      const code = await shownBy(server, secret)
      return () => visitor.call(addAuthenticator, { enrolment, code, name: 'Other' })
    },
  },
  {
    what: 'makes recovery codes',
    prepare:
      async ({ visitor }) =>
      () =>
        visitor.call(makeRecoveryCodes),
  },
  { what: 'removes a passkey', prepare: async (of) => () => PASSKEY.byOwner(of) },
  { what: 'removes an app', prepare: async (of) => () => APP.byOwner(of) },
  { what: 'removes recovery codes', prepare: async (of) => () => CODES.byOwner(of) },
]

test.each(CHANGES)('a session that ends meanwhile no longer $what', async ({ prepare }) => {
  const someone = await everything()
  const finish = await prepare(someone)
  const factors = async () => {
    const { rows } = await server.db.execute(sql`
      select array(select id from passkeys where user_id = ${someone.id}) as passkeys,
        array(select id from authenticators where user_id = ${someone.id}) as apps,
        array(select code_hash from recovery_codes where user_id = ${someone.id} order by 1) as codes`)
    return rows
  }
  const before = await factors()
  const [ended, answer] = await inTurn(someone.id, [() => admin.call(endUserSessions, { userId: someone.id }), finish])
  expect(ended).toMatchObject({ status: 200 })
  expect(answer).toMatchObject({ status: 401 })
  expect(await factors()).toEqual(before)
})

test('a browser that is forgotten meanwhile has to take the second step', async () => {
  const someone = await everything()
  const { browser, id, email } = someone
  await (await appCode(someone, { rememberBrowser: true }))()
  const [forgotten, answer] = await inTurn(id, [
    () => admin.call(forgetUserBrowsers, { userId: id }),
    () => begin(browser, email, false),
  ])
  expect(forgotten).toMatchObject({ data: { forgotten: 1 } })
  expect(answer).toMatchObject({ status: 200, data: { next: 'otp' } })
  // The sign-in goes on.
  expect(await refusalsOf(id)).toEqual([])
})

test('an emailed code signs nobody in whose address is changed meanwhile', async () => {
  const { id, email, phoneNumber } = await aPerson(server)
  const browser = aBrowser()
  await begin(browser, email)
  const otp = await server.codeFor(email)
  const form = { userId: id, firstName: 'Asha', lastName: 'Rao', phoneNumber, email: `new.${email}` }
  const [changed, answer] = await inTurn(id, [
    () => admin.call(users.update, form),
    () => browser.call(consumeLogInOtpEmail, { otp }),
  ])
  expect(changed).toMatchObject({ status: 200 })
  expect(answer).toMatchObject({ status: 400, msg: 'Invalid OTP' })
  expect(await refusalsOf(id)).toEqual(['what it was proved with was removed'])
  expect(await isSignedIn(browser)).toBe(false)
})

test.each([
  ['a passkey', PASSKEY, passkeyStep],
  ['the code of an app', APP, appCode],
] as const)('no browser is remembered after %s that is removed meanwhile', async (_, factor, prepare) => {
  const someone = await everything()
  const finish = await prepare(someone, { rememberBrowser: true })
  // The sign-in comes first, the removal second, and then the browser would be remembered.
  const [answer, removed] = await inTurn(someone.id, [
    finish,
    () => factor.byAdministrator(someone, { endsSessions: false }),
  ])
  expect([answer?.status, removed?.status]).toEqual([200, 200])
  const { rows } = await server.db.execute(sql`select from remembered_browsers where user_id = ${someone.id}`)
  expect(rows).toHaveLength(0)
})
