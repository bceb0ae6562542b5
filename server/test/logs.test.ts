import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { CSRF_HEADER, WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { grantToken } from '@gatehouse/contract/launch.ts'
import { DestroySession, getSession } from '@gatehouse/contract/session.ts'
import { createFirstAdministrator } from '@gatehouse/contract/setup.ts'
import * as calls from '@gatehouse/contract/signin.ts'
import { afterEach, expect, test } from 'vitest'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, findPostgres, laterCode, query, type Running, signInAt, start } from './processes.ts'

afterEach(cleanUp)

const EMAIL = 'canary.asha@example.com'
const PHONE = '9123456780'
const PASSWORDS = {
  first: 'Canary#Orbit42*Lamp',
  reset: 'Canary#Meadow77*Boat',
  changed: 'Canary#Velvet19*Moon',
  wrong: 'Canary#Wrong55*Guess',
  admin: 'Canary#Granite88*Oar',
}

/** Our own page in a browser: keeps cookies, and every secret that it gets. */
function aBrowser(server: Running, secrets: Set<string>) {
  const jar = new Map<string, string>()
  const call: Running['call'] = async (endpoint, input, headers = {}) => {
    const answer = await server.call(endpoint, input, {
      origin: server.origin,
      [WEB_CLIENT_HEADER]: 'web',
      cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      ...headers,
    })
    for (const cookie of answer.cookies) {
      const [name = '', value = ''] = (cookie.split(';')[0] as string).split('=')
      jar.set(name, value)
      // Each part of a signed value is a secret.
      for (const part of value.split('.')) if (part.length >= 20) secrets.add(part)
    }
    return answer
  }
  return { call }
}

test('at the most verbose level, no log contains a password, code, token, cookie, link or address', async () => {
  const DATA_DIR = aPreparedDataDir()
  const server = await start({ DATA_DIR, LOG_LEVEL: 'trace' })
  const secrets = new Set(Object.values(PASSWORDS))
  const note = (secret: string | undefined | null) => {
    expect(secret).toMatch(/^[\w-]{6,}$/)
    secrets.add(secret as string)
    return secret as string
  }
  let former: string | undefined
  const readCode = async () => {
    former = note(await laterCode(server, EMAIL, former))
    return former
  }
  const browser = aBrowser(server, secrets)
  const ok = async (answer: Promise<{ code: number; msg: string }>) => expect(await answer).toMatchObject({ code: 200 })

  const setUpToken = note(/setup\/([\w-]{43})/.exec(server.out())?.[1])
  await fetch(`${server.origin}/setup/${setUpToken}`)
  const admin = {
    firstName: 'Canary',
    lastName: 'Admin',
    email: 'canary.admin@example.com',
    phoneNumber: '9123456781',
    password: PASSWORDS.admin,
  }
  await ok(server.call(createFirstAdministrator, { ...admin, token: setUpToken }))

  await ok(
    browser.call(calls.signUp, {
      firstName: 'Canary',
      lastName: 'Rao',
      email: EMAIL,
      phoneNumber: PHONE,
      password: PASSWORDS.first,
    }),
  )
  await ok(browser.call(calls.consumeRequestEmailOtp, { email: EMAIL, otp: await readCode() }))
  await browser.call(calls.login, { email: EMAIL, password: PASSWORDS.wrong })
  await ok(browser.call(calls.login, { email: EMAIL, password: PASSWORDS.first }))
  await browser.call(calls.consumeLogInOtpEmail, { email: EMAIL, otp: '000000' })
  await ok(browser.call(calls.consumeLogInOtpEmail, { email: EMAIL, otp: await readCode() }))
  const csrf = note((await browser.call(getSession)).data.session?.csrfToken)
  await ok(
    browser.call(
      calls.changePassword,
      { oldPassword: PASSWORDS.first, newPassword: PASSWORDS.changed },
      { [CSRF_HEADER]: csrf },
    ),
  )

  await ok(browser.call(calls.requestRequestPassword, { email: EMAIL }, { [CSRF_HEADER]: csrf }))
  const link = /resetpassword\/([0-9a-f-]{36})/
  await expect.poll(async () => link.test((await server.inbox(EMAIL)).map(({ text }) => text).join())).toBe(true)
  const uuid = note(link.exec((await server.inbox(EMAIL)).map(({ text }) => text).join())?.[1])
  await fetch(`${server.origin}/resetpassword/${uuid}?again=${uuid}`)
  await fetch(`${server.origin}/RESETPASSWORD/${uuid.toUpperCase()}`)
  await ok(
    browser.call(calls.consumeRequestRequestPassword, { uuid, newPassword: PASSWORDS.reset }, { [CSRF_HEADER]: csrf }),
  )

  // A sign-in by a program, a launch, and its end.
  const begun = await server.call(calls.login, { email: EMAIL, password: PASSWORDS.reset })
  note(begun.data.loginTxn)
  await readCode()
  const bearer = note(await signInAt(server, EMAIL, PASSWORDS.reset))
  const authorization = { authorization: `Bearer ${bearer}` }
  const userId = (await server.call(getSession, {}, authorization)).data.session?.user._id as string
  const launch = await anApplicationFor(DATA_DIR, userId)
  const granted = await server.call(grantToken, { ...launch, userId }, authorization)
  note(granted.data.oAuthToken)
  await fetch(`${server.origin}/pages/login/sso?token=${granted.data.oAuthToken}&oAuthtoken=${bearer}`)
  await ok(server.call(DestroySession, {}, authorization))

  // Errors are logged too, and reveal as little.
  for (const body of [
    `{"email":"${EMAIL}","password":"${PASSWORDS.first}"`,
    `password=${PASSWORDS.first}`,
    `["${PASSWORDS.first}"]`,
  ]) {
    await fetch(server.origin + calls.login.path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    await fetch(server.origin + calls.login.path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/xml', ...authorization },
    })
  }
  await server.call(calls.signUp, {
    email: `${EMAIL}\0`,
    firstName: 'Canary',
    lastName: 'Rao',
    phoneNumber: PHONE,
    password: PASSWORDS.first,
  })
  await fetch(`${server.origin}/api/session?password=${PASSWORDS.first}&token=${bearer}`, {
    headers: { cookie: `__Host-eai_sid=${bearer}`, 'x-eai-rk': bearer },
  })
  await fetch(`${server.origin}/api/launch/%zz?token=${bearer}`)
  await query(DATA_DIR, 'alter table sign_ups rename to sign_ups_gone')
  expect(
    await server.call(calls.signUp, {
      firstName: 'Canary',
      lastName: 'Rao',
      email: 'canary.two@example.com',
      phoneNumber: '9123456782',
      password: PASSWORDS.first,
    }),
  ).toMatchObject({ code: 500 })
  await query(DATA_DIR, 'alter table sign_ups_gone rename to sign_ups')
  server.kill('SIGTERM')
  await server.exit

  const logged = server
    .out()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(logged.length).toBeGreaterThan(40)
  expect(logged.some((line) => line.includes('unexpected error'))).toBe(true)
  const everything = [...logged, server.err(), readFileSync(join(DATA_DIR, 'postgres.log'), 'utf8')]
    .join('\n')
    .toLowerCase()
  expect(secrets.size).toBeGreaterThan(15)
  const isLogged = (secret: string) =>
    /^\d{6}$/.test(secret)
      ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(everything)
      : everything.includes(secret.toLowerCase())
  expect([...secrets, 'canary.asha', 'canary.two', 'canary.admin', PHONE].filter(isLogged)).toEqual([])
  // The link is printed once, for the operator who started the server.
  expect(server.out().split(setUpToken)).toHaveLength(2)
  expect(findPostgres(DATA_DIR)).toBeNull()
})

/** The input of a launch: an application that is assigned to the person. */
async function anApplicationFor(dataDir: string, userId: string) {
  const redirectUri = 'https://one.example.com/cb'
  const [ids] = await query<{ clientId: string }>(
    dataDir,
    `with a as (insert into applications (id, name, redirect_url) values (gen_random_uuid(), 'One', $1) returning id),
       c as (insert into clients (id, actual_name, display_name) values (gen_random_uuid(), 'Acme', 'Acme') returning id)
     insert into assignments (id, user_id, application_id, client_id, role) select gen_random_uuid(), $2, a.id, c.id, 'Manager' from a, c
     returning application_id as "clientId"`,
    [redirectUri, userId],
  )
  return { clientId: ids?.clientId, redirectUri }
}

test('a request that the caller aborts is not logged as a fault of the server or its database', async () => {
  const server = await start({ DATA_DIR: aPreparedDataDir(), LOG_LEVEL: 'info' })
  const port = Number(new URL(server.origin).port)
  // The library is loaded with the first request that needs it.
  expect(await server.status('/.well-known/openid-configuration')).toBe(200)
  for (const path of [calls.login.path, '/oauth2/token', '/oauth2/authorize']) {
    const type = path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded'
    const basic = `authorization: Basic ${Buffer.from('a:b').toString('base64')}`
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${basic}\r\ncontent-type: ${type}\r\ncontent-length: 99\r\n\r\n{`,
    )
    await expect.poll(() => server.out()).toContain(`"path":"${path}"`)
    socket.destroy()
    await once(socket, 'close')
  }
  server.kill('SIGTERM')
  expect((await server.exit).code).toBe(0)
  expect(server.out()).not.toMatch(/"level":(40|50|60)|database_unavailable/)
})
