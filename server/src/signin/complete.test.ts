import { consumeLogInOtpEmail, login, ssoLogIn } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import {
  aClient,
  anAddress,
  anApplication,
  anAssignment,
  aPerson,
  PASSWORD,
  signIn,
  someoneHalfway,
} from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

const REFUSED = { status: 400, code: 400, msg: 'Invalid OTP', data: null }
const OTHER_BROWSER = {
  ...REFUSED,
  msg: 'This code belongs to another sign-in. Enter it in the browser and tab where you started, or sign in again here.',
}
const NO_COOKIE = {
  ...REFUSED,
  msg: 'Your browser did not send the cookie of this sign-in. Allow cookies for this site and sign in again, or enter the code in the browser where you started.',
}
const FAILED = { status: 401, code: 401, msg: 'That combination is not right.', data: null }

const aBrowser = () => server.visitor({ ip: anAddress() })
const aProgram = (ip = anAddress()) => server.visitor({ web: false, ip })
const afterStepOne = (visitor?: Visitor) => someoneHalfway(server, visitor)

async function countSessions(userId: string) {
  const { rows } = await server.db.execute(sql`select 1 from sessions where user_id = ${userId}`)
  return rows.length
}

describe('step two needs the binding secret of step one', () => {
  test('another browser with the right code is refused, and the first can continue (T011)', async () => {
    const { visitor, input } = await afterStepOne()
    expect(await aBrowser().call(consumeLogInOtpEmail, input)).toMatchObject(NO_COOKIE)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test('two sign-ins of one person are independent, each with its own code (T055)', async () => {
    const { visitor, person, input } = await afterStepOne()
    const other = aBrowser()
    await other.call(login, { email: person.email, password: PASSWORD })
    const others = { email: person.email, otp: await server.codeFor(person.email) }
    if (others.otp !== input.otp) expect(await other.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
    expect(await other.call(consumeLogInOtpEmail, others)).toMatchObject({ status: 200 })
  })

  test('the code of one person does not sign in another', async () => {
    const { visitor, person, input } = await afterStepOne()
    const victim = await aPerson(server)
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, email: victim.email })).toMatchObject(OTHER_BROWSER)
    expect(await countSessions(victim.id)).toBe(0)
    expect(await countSessions(person.id)).toBe(0)
  })

  test('a code without step one is refused (T051)', async () => {
    const { email } = await aPerson(server)
    const input = { email, otp: '123456' }
    expect(await aBrowser().call(consumeLogInOtpEmail, input)).toMatchObject(NO_COOKIE)
    expect(await aProgram().call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
  })

  test('a program continues with its binding secret from any address', async () => {
    const { input, loginTxn } = await afterStepOne(aProgram())
    expect(await aProgram().call(consumeLogInOtpEmail, { ...input, loginTxn })).toMatchObject({ status: 200 })
  })

  test('a program without it continues from the same address', async () => {
    const { visitor, input } = await afterStepOne(aProgram())
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test.each<[caller: string, call: (ip: string) => [Visitor, Record<string, string>], answer: object]>([
    ['from another address', () => [aProgram(), {}], REFUSED],
    ['with a browser’s Origin', (ip) => [aProgram(ip), { origin: 'http://localhost:3000' }], REFUSED],
    ['with a browser’s Sec-Fetch-Site', (ip) => [aProgram(ip), { 'sec-fetch-site': 'same-origin' }], REFUSED],
    ['that says it is our web app', (ip) => [aProgram(ip), { 'x-eai-client': 'web' }], NO_COOKIE],
  ])('a caller without it is refused: %s', async (_caller, call, answer) => {
    const ip = anAddress()
    const { visitor, input } = await afterStepOne(aProgram(ip))
    const [other, headers] = call(ip)
    expect(await other.call(consumeLogInOtpEmail, input, headers)).toMatchObject(answer)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test('a program cannot finish a sign-in that a browser at the same address began', async () => {
    const ip = anAddress()
    const { input } = await afterStepOne(server.visitor({ ip }))
    expect(await aProgram(ip).call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
  })

  test('the binding secret of another program is refused', async () => {
    const { input } = await afterStepOne(aProgram())
    const stranger = await afterStepOne(aProgram())
    const answer = await aProgram().call(consumeLogInOtpEmail, { ...input, loginTxn: stranger.loginTxn })
    expect(answer).toMatchObject(REFUSED)
  })
})

describe('after the code', () => {
  test('only a person with exactly one application is sent straight to it', async () => {
    const [one, several, administrator] = [
      await aPerson(server),
      await aPerson(server),
      await aPerson(server, { isAdmin: true }),
    ]
    const [application, another] = [await anApplication(server), await anApplication(server)]
    const client = await aClient(server)
    for (const { id } of [one, several, administrator]) await anAssignment(server, id, application.id, client.id)
    await anAssignment(server, several.id, another.id, client.id)

    expect((await signIn(server, aBrowser(), one.email)).next).toEqual({
      to: 'application',
      applicationId: application.id,
      redirectUri: application.redirectUrl,
      client: client.id,
    })
    expect((await signIn(server, aBrowser(), several.email)).next).toEqual({ to: 'dashboard' })
    expect((await signIn(server, aBrowser(), administrator.email)).next).toEqual({ to: 'dashboard' })
  })

  test('a person who came through SSO is sent to the requested application (T057)', async () => {
    const person = await aPerson(server)
    const [application, another] = [await anApplication(server), await anApplication(server)]
    const client = await aClient(server)
    for (const { id } of [application, another]) await anAssignment(server, person.id, id, client.id)
    const visitor = aBrowser()
    const { email } = person
    const first = await visitor.call(ssoLogIn, { email, password: PASSWORD, redirectUrl: another.redirectUrl })
    expect(first).toMatchObject({ status: 200, data: { next: 'otp' } })
    const second = await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
    expect(second.data.next).toMatchObject({ to: 'application', applicationId: another.id })
  })

  test('SSO to an address that is not assigned is refused without sending a code, but only after the right password', async () => {
    const { email } = await aPerson(server)
    const { redirectUrl } = await anApplication(server)
    const call = (password: string) => aBrowser().call(ssoLogIn, { email, password, redirectUrl })
    expect(await call('Wrong#Password1')).toMatchObject(FAILED)
    expect(await call(PASSWORD)).toMatchObject({ status: 403, data: null })
    expect(await server.inbox(email)).toEqual([])
  })
})

test('a password set while the session is being opened prevents it', async () => {
  const { visitor, person, input } = await someoneHalfway(server)
  const client = await server.db.pool.connect()
  await client.query('begin')
  await client.query('select 1 from users where id = $1 for update', [person.id])
  const signingIn = visitor.call(consumeLogInOtpEmail, input)
  const spent = sql`select 1 from challenges where user_id = ${person.id} and spent_at is not null`
  await expect.poll(async () => (await server.db.execute(spent)).rows).toHaveLength(1)
  await client.query("update users set password_hash = 'another' where id = $1", [person.id])
  await client.query('update sessions set ended_at = now() where user_id = $1 and ended_at is null', [person.id])
  await client.query('commit')
  client.release()
  expect(await signingIn).toMatchObject({ status: 400, msg: 'Invalid OTP' })
  const { rows } = await server.db.execute(
    sql`select 1 from sessions where user_id = ${person.id} and ended_at is null`,
  )
  expect(rows).toEqual([])
})
