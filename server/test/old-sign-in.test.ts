import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, anAssignment, aPerson, PASSWORD } from './builders.ts'
import { aForm } from './registrations.ts'
import { useTestServer, type Visitor } from './server.ts'

// The calls of signing in (requirement W11) as an old client sends them: no cookies and no binding secret, empty texts,
// 'NA' and null in unused fields, digits as numbers, and fields without a meaning.

const server = useTestServer()

type Person = Awaited<ReturnType<typeof aPerson>>
const byPath = (path: string) => ENDPOINTS.find((call) => call.path === path) as Endpoint
const anOldClient = () => server.visitor({ web: false, ip: anAddress() })
const send = (visitor: Visitor, path: string, input: object = {}, headers = {}) =>
  visitor.call(byPath(path), input, headers)

const NEW_PASSWORD = 'Heron#Meadow58*Oar'

/** The ways in which an old client identifies an account. */
const NAMES: [what: string, name: (person: Person) => object][] = [
  ['an email', ({ email }) => ({ email })],
  ['an email in capital letters with blanks', ({ email }) => ({ email: ` ${email.toUpperCase()} ` })],
  ['an email beside empty fields', ({ email }) => ({ email, phone: '', userId: '' })],
  ['a user name beside null', ({ userName }) => ({ email: null, phone: null, userId: userName })],
  ['a user name beside NA', ({ userName }) => ({ email: 'NA', phone: 'NA', userId: userName })],
  ['a phone number beside NA', ({ phoneNumber }) => ({ email: 'NA', phone: phoneNumber, userId: 'NA' })],
  ['a phone number as a number', ({ phoneNumber }) => ({ phone: Number(phoneNumber) })],
]

async function signInAs(person: Person, visitor = anOldClient()) {
  await send(visitor, '/api/users/login', { email: person.email, password: PASSWORD })
  const otp = await server.codeFor(person.email)
  const { data } = await send(visitor, '/api/users/consumeLogInOtpEmail', { email: person.email, otp })
  return { authorization: (data as { AutherisationToken: string }).AutherisationToken }
}

describe('signing in', () => {
  test.each(NAMES)('with %s', async (_what, name) => {
    const person = await aPerson(server)
    const visitor = anOldClient()
    const typed = { ...name(person), password: PASSWORD, type: 'NA', rememberMe: undefined }
    expect(await send(visitor, '/api/users/login', typed)).toMatchObject({
      status: 200,
      msg: 'A one-time code was sent to your email',
    })
    const otp = await server.codeFor(person.email)
    const { status, data } = await send(visitor, '/api/users/consumeLogInOtpEmail', {
      ...name(person),
      otp: Number(otp),
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({
      AutherisationToken: expect.stringMatching(/^eat_/),
      userData: { email: person.email },
      userRole: [{ RolesDAta: { name: 'User' } }],
    })
  })

  test.each([
    ['nothing', {}, 'Email/UserId/Phone is required'],
    ['empty fields', { email: '', phone: '', userId: '', password: PASSWORD }, 'Email/UserId/Phone is required'],
    ['null', { email: null, phone: null, userId: null, password: PASSWORD }, 'Email/UserId/Phone is required'],
    ['no password', { email: 'old@example.com', password: '' }, 'Password is required'],
  ])('is refused in the specified words with %s', async (_what, input, msg) => {
    const { status, data } = await send(anOldClient(), '/api/users/login', input)
    expect(status).toBe(400)
    expect(Object.values((data as { fields: object }).fields)).toContain(msg)
  })

  test('with NA alone means the user name NA, which does not exist here', async () => {
    expect(await send(anOldClient(), '/api/users/login', { userId: 'NA', password: PASSWORD })).toMatchObject({
      status: 401,
    })
  })

  test.each([
    ['a wrong code as a number', 7, 'Invalid OTP'],
    ['no code', '', 'OTP is required'],
    ['null', null, 'OTP is required'],
    ['NA', 'NA', 'Invalid OTP'],
    ['a number out of range', 1e21, 'Invalid OTP'],
  ])('refuses %s', async (_what, otp, msg) => {
    const { email } = await aPerson(server)
    const visitor = anOldClient()
    await send(visitor, '/api/users/login', { email, password: PASSWORD })
    expect(await send(visitor, '/api/users/consumeLogInOtpEmail', { email, otp })).toMatchObject({ status: 400, msg })
  })

  test('sends another code to a client that sends the whole answer back', async () => {
    const { email } = await aPerson(server)
    const visitor = anOldClient()
    const { data } = await send(visitor, '/api/users/login', { email, password: PASSWORD })
    const { loginTxn } = data as { loginTxn: string }
    const web = server.visitor({ ip: anAddress() })
    await send(web, '/api/users/login', { email, password: PASSWORD })
    for (const [who, input] of [
      [visitor, { loginTxn }],
      [web, { loginTxn: null }],
    ] as const) {
      expect(await send(who, '/api/users/codeDelivery', input)).toMatchObject({ status: 200 })
      expect(await send(who, '/api/users/signInProgress', input)).toMatchObject({ status: 200 })
    }
    expect(await send(visitor, '/api/users/resendLogInOtp', { loginTxn })).toMatchObject({ status: 200 })
  })

  test('works by code alone', async () => {
    const { email } = await aPerson(server, { codeOnly: true })
    const visitor = anOldClient()
    expect(await send(visitor, '/api/users/requestLogInOtp', { email, phone: '', userId: null })).toMatchObject({
      status: 200,
    })
    const otp = Number(await server.codeFor(email))
    expect(await send(visitor, '/api/users/consumeLogInOtpEmail', { email, phone: '', otp })).toMatchObject({
      status: 200,
    })
  })
})

describe('signing in to an application', () => {
  async function someoneAssigned() {
    const person = await aPerson(server)
    const [application, client] = [await anApplication(server), await aClient(server)]
    await anAssignment(server, person.id, application.id, client.id)
    return { person, application, client }
  }

  test('by ssoLogIn', async () => {
    const { person, application } = await someoneAssigned()
    const visitor = anOldClient()
    const { email } = person
    const asked = { email, password: PASSWORD, redirectUrl: application.redirectUrl, clientId: '', clientIDE: null }
    expect(await send(visitor, '/api/users/ssoLogIn', asked)).toMatchObject({ status: 200 })
    const otp = await server.codeFor(email)
    const { data } = await send(visitor, '/api/users/consumeLogInOtpEmail', { email, otp })
    expect(data).toMatchObject({ next: { to: 'application', applicationId: application.id } })
  })

  test('works by a tile, and signing out too', async () => {
    const { person, application } = await someoneAssigned()
    const visitor = anOldClient()
    const headers = await signInAs(person, visitor)
    const asked = {
      clientId: application.id,
      redirectUri: application.redirectUrl,
      userId: person.id,
      role: '',
      appName: 'NA',
    }
    const granted = await send(visitor, '/api/auth/oauth2/grantToken', asked, headers)
    expect(granted).toMatchObject({ status: 200, data: { oAuthToken: expect.stringMatching(/^elt_/) } })
    const rows = await send(
      visitor,
      '/api/users/clientBasedOnApplicationAndUser',
      { userId: person.id, applicationId: application.id },
      headers,
    )
    expect(rows).toMatchObject({ status: 200, data: [expect.anything()] })
    for (const body of [{ userId: person.id, clientId: 'NA' }, {}])
      expect(await send(visitor, '/api/auth/oauth2/DestroySession', body, headers)).toMatchObject({ status: 200 })
    expect(await send(visitor, '/api/auth/oauth2/grantToken', asked, headers)).toMatchObject({ status: 401 })
  })

  test('includes looking it up by name', async () => {
    const { application, client } = await someoneAssigned()
    for (const [path, name] of [
      ['/api/application/getApplicationDetails', application.name],
      ['/api/client/getClientdetails', client.actualName],
    ] as const) {
      expect(await send(anOldClient(), path, { name })).toMatchObject({ status: 200, data: [expect.anything()] })
      expect(await send(anOldClient(), path, { name: 'NA' })).toMatchObject({ status: 200, data: [] })
    }
  })
})

describe('registering', () => {
  test('works with the phone as a number, and unknown names of an application and client are ignored', async () => {
    const visitor = anOldClient()
    const form = {
      ...aForm({ email: 'old.newcomer@example.com' }),
      phoneNumber: 9_876_512_345,
      Application: '',
      Client: 'NA',
    }
    const sent = { ...form, confirmPassword: form.password, policy: true, role: 'NA' }
    expect(await send(visitor, '/api/users/signUp', sent)).toMatchObject({
      status: 200,
      msg: 'Registered Successfully',
    })
    expect(await send(visitor, '/api/users/resendEmailOtp', { email: form.email })).toMatchObject({ status: 200 })
    const { email } = form
    expect(await send(visitor, '/api/users/consumeRequestEmailOtp', { email, otp: '' })).toMatchObject({
      status: 400,
      msg: 'OTP is required',
    })
    expect(await send(visitor, '/api/users/consumeRequestEmailOtp', { email, otp: 'NA' })).toMatchObject({
      status: 400,
      msg: 'Invalid OTP',
    })
    const otp = Number(await server.codeFor(email))
    expect(
      await send(visitor, '/api/users/consumeRequestEmailOtp', { email, otp, Application: null, Client: '' }),
    ).toMatchObject({ status: 200 })
    expect(await send(visitor, '/api/users/signUp', sent)).toMatchObject({
      status: 400,
      msg: 'User already registered',
    })
  })

  test.each([
    ['firstName', '', 'First name required'],
    ['lastName', null, 'Last name required'],
    ['firstName', 'A', 'Too Short!'],
    ['phoneNumber', 98_765, 'Too Short!'],
    ['phoneNumber', '', 'Contact Number'],
    ['phoneNumber', 'NA', 'Too Short!'],
    ['email', 'NA', 'Email must be a valid email address'],
    ['email', '', 'Email is required'],
    ['password', '', 'Password is required'],
  ])('is refused in the specified words with %s %j', async (field, value, msg) => {
    const { status, data } = await send(anOldClient(), '/api/users/signUp', { ...aForm(), [field]: value })
    expect([status, (data as { fields: Record<string, string> }).fields[field]]).toEqual([400, msg])
  })
})

describe('the password of an old client', () => {
  test('is reset by a link', async () => {
    const { email } = await aPerson(server)
    const visitor = anOldClient()
    expect(await send(visitor, '/api/users/requestRequestPassword', { email, userId: '', url: 'NA' })).toMatchObject({
      status: 200,
      msg: 'Reset Password link was sent to your email successfully',
      data: {},
    })
    const uuid = await server.resetLinkFor(email)
    const chosen = { uuid, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, email: 'NA' }
    expect(await send(visitor, '/api/users/resetLinkState', { uuid })).toMatchObject({ data: { isUsable: true } })
    expect(await send(visitor, '/api/users/consumeRequestRequestPassword', chosen)).toMatchObject({ status: 200 })
    expect(await send(visitor, '/api/users/consumeRequestRequestPassword', chosen)).toMatchObject({ status: 400 })
    expect(await send(visitor, '/api/users/login', { email, password: NEW_PASSWORD })).toMatchObject({ status: 200 })
  })

  test.each([
    ['/api/users/requestRequestPassword', { email: '' }, 'Email is required'],
    ['/api/users/requestRequestPassword', { email: 'NA' }, 'Email must be a valid email address'],
    [
      '/api/users/consumeRequestRequestPassword',
      { uuid: crypto.randomUUID(), newPassword: '' },
      'New Password is required',
    ],
  ])('%s is refused in the specified words: %j', async (path, input, msg) => {
    expect(await send(anOldClient(), path, input)).toMatchObject({ status: 400, msg })
  })

  test('is changed, with the token as it was answered', async () => {
    const person = await aPerson(server)
    const visitor = anOldClient()
    const headers = await signInAs(person, visitor)
    const empty = await send(visitor, '/api/users/changePassword', { oldPassword: '', newPassword: '' }, headers)
    expect(empty).toMatchObject({
      status: 400,
      data: { fields: { oldPassword: 'Current Password is required', newPassword: 'New Password is required' } },
    })
    const sent = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, userId: person.id }
    expect(await send(visitor, '/api/users/changePassword', sent, headers)).toMatchObject({ status: 200 })
  })
})

test('the list of people can be requested with one’s own id', async () => {
  const person = await aPerson(server, { isAdmin: true })
  const visitor = anOldClient()
  const headers = await signInAs(person, visitor)
  expect(await send(visitor, '/api/users/listAllActiveUser', { userId: person.id }, headers)).toMatchObject({
    status: 200,
  })
})
