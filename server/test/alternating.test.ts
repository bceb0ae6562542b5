import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { grantToken, listTiles, redeem } from '@gatehouse/contract/launch.ts'
import { DestroySession, getSession } from '@gatehouse/contract/session.ts'
import {
  consumeLogInOtpEmail,
  consumeRequestEmailOtp,
  consumeRequestRequestPassword,
  login,
  requestRequestPassword,
  signUp,
} from '@gatehouse/contract/signin.ts'
import { expect, test } from 'vitest'
import { aPerson, PASSWORD } from './builders.ts'
import { aRoamingBrowser, type Member, type Roaming, someoneIn, twoServers } from './cluster.ts'
import { laterCode, newestCode } from './processes.ts'
import { authorize, basic, browse, introspect, redeemCode, send, userinfo } from './relying-party.ts'

// Two servers, started at the same moment on an empty database: each request of a flow goes to the server that did not
// answer the one before.

const servers = twoServers()

let asked = 0
/** The server that did not answer the last request. */
const next = (): Member => servers.members[++asked % 2] as Member

/** A browser whose calls go to the two servers in turn. */
function aBrowser() {
  const browser = aRoamingBrowser()
  const call: ReturnType<Roaming['at']>['call'] = (...given) => browser.at(next()).call(...given)
  return { ...browser, call }
}
type Browser = ReturnType<typeof aBrowser>

const NEW_PASSWORD = 'Falcon#Meadow87*Rope'

async function signIn(browser: Browser, email: string, password = PASSWORD) {
  const former = newestCode(await next().inbox(email))
  expect(await browser.call(login, { email, password })).toMatchObject({ status: 200 })
  const otp = await laterCode(next(), email, former)
  expect(await browser.call(consumeLogInOtpEmail, { email, otp })).toMatchObject({ status: 200 })
  // The request after that, at the other server, has the same session.
  for (let times = 0; times < 2; times++) expect((await browser.call(getSession)).data.session?.user.email).toBe(email)
}

async function someoneWithAnApplication() {
  const someone = await someoneIn(servers.cluster)
  const browser = aBrowser()
  await signIn(browser, someone.person.email)
  return { ...someone, browser }
}

test('registration, verification and the first sign-in', async () => {
  const email = 'asha@example.com'
  const form = { firstName: 'Asha', lastName: 'Rao', email, phoneNumber: '9876543210', password: PASSWORD }
  const browser = aBrowser()
  expect(await browser.call(signUp, form)).toMatchObject({ status: 200 })
  const otp = await laterCode(next(), email, undefined)
  expect(await browser.call(consumeRequestEmailOtp, { email, otp })).toMatchObject({ status: 200 })
  expect((await browser.call(consumeRequestEmailOtp, { email, otp })).status).toBe(400)
  await signIn(browser, email)
})

test('a forgotten password: the link works once, and existing sessions end at both servers', async () => {
  const { person, browser } = await someoneWithAnApplication()
  const visitor = aBrowser()
  expect(await visitor.call(requestRequestPassword, { email: person.email })).toMatchObject({ status: 200 })
  const link = /\/resetpassword\/([\w-]+)/
  const linkIn = async () => (await next().inbox(person.email)).map(({ text }) => link.exec(text)?.[1]).find(Boolean)
  await expect.poll(linkIn).toBeDefined()
  const reset = { uuid: await linkIn(), newPassword: NEW_PASSWORD }
  const answers = await Promise.all([1, 2].map(() => visitor.call(consumeRequestRequestPassword, reset)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  for (let times = 0; times < 2; times++) expect((await browser.call(listTiles)).status).toBe(401)
  await signIn(aBrowser(), person.email, NEW_PASSWORD)
})

test('a launch: the tile, its token, and a single use of it', async () => {
  const { person, application, browser } = await someoneWithAnApplication()
  expect((await browser.call(listTiles)).data).toHaveLength(1)
  const asking = { clientId: application.id, redirectUri: application.redirectUrl, userId: person.id }
  const { data } = await browser.call(grantToken, asking)
  const use = () => next().call(redeem, { token: data.oAuthToken }, { authorization: application.authorization })
  const used = await use()
  expect(used.code).toBe(200)
  const isOpen = async () => (await userinfo(next(), used.data.access_token)).json().sub === person.id
  expect([await isOpen(), await isOpen()]).toEqual([true, true])
  // The token was used twice, so the access token of its first use is revoked at both servers.
  expect((await Promise.all([use(), use()])).map(({ code }) => code)).toEqual([400, 400])
  expect([await isOpen(), await isOpen()]).toEqual([false, false])
})

test('OpenID Connect: the request, the code, tokens, a renewal, and their end with the session (T014)', async () => {
  const { person, application, browser } = await someoneWithAnApplication()
  const { reply, verifier } = await authorize(next(), browser, application)
  const answer = await redeemCode(next(), application, reply.params.code as string, verifier)
  expect(answer.status).toBe(200)
  const renewed = await send(next(), '/oauth2/token', {
    headers: basic(application),
    form: { grant_type: 'refresh_token', refresh_token: answer.json().refresh_token },
  })
  expect(renewed.status).toBe(200)
  const { access_token: token } = renewed.json()
  expect((await userinfo(next(), token)).json()).toMatchObject({ sub: person.id })
  expect((await introspect(next(), application, token)).json()).toMatchObject({ active: true })
  expect((await browser.call(DestroySession)).status).toBe(200)
  for (let times = 0; times < 2; times++) {
    expect((await userinfo(next(), token)).status).toBe(401)
    expect((await introspect(next(), application, token)).json()).toEqual({ active: false })
    expect((await browse(next(), browser, '/api/launch/tiles')).status).not.toBe(200)
  }
})

test('a change in the console is visible to the next request, and the second of two concurrent ones gets a conflict', async () => {
  const { application, browser } = await someoneWithAnApplication()
  const admin = await aPerson(servers.cluster, { isAdmin: true })
  const console = aBrowser()
  await signIn(console, admin.email)
  const change = (status: string, version: number) =>
    console.call(applications.update, {
      ...{ id: application.id, version, status },
      name: { description: application.name, applicationLogo: '', applicationType: 'NA' },
      applicationAllowedUrl: application.redirectUrl,
      applicationRedirectUrl: application.redirectUrl,
    })
  expect((await browser.call(listTiles)).data).toHaveLength(1)
  const answers = await Promise.all([change('Temporary BLOCKED', 1), change('Permanent BLOCKED', 1)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (let times = 0; times < 2; times++) expect((await browser.call(listTiles)).data).toEqual([])
})
