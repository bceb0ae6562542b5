import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, consumeRequestEmailOtp, login, signUp } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, aPerson, signIn } from '../../test/builders.ts'
import { type TestServer, startTestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => { server = await startTestServer() })
afterAll(() => server.close())

test('a person registers, verifies their email and signs in with password and code', async () => {
  const visitor = server.visitor()
  const email = 'meera@example.com'
  const registered = await visitor.call(signUp, { firstName: 'Meera', lastName: 'Nair', email, phoneNumber: '9876543210', password: PASSWORD })
  expect(registered).toMatchObject({ status: 200, msg: 'Registered Successfully' })
  expect(await visitor.call(consumeRequestEmailOtp, { email, otp: await server.codeFor(email) })).toMatchObject({ status: 200 })

  const data = await signIn(server, visitor, email)
  expect(data).toMatchObject({ AutherisationToken: 'cookie', userData: { email, userName: 'meera' }, userRole: [{ RolesDAta: { name: 'User' } }], next: { to: 'dashboard' } })
  expect((await visitor.call(getSession)).data.session).toMatchObject({ user: { email }, role: 'User', permissions: [] })
})

test('a caller that is no browser gets a bearer token and no cookie', async () => {
  const { email } = await aPerson(server)
  const visitor = server.visitor({ web: false })
  const data = await signIn(server, visitor, email)
  expect(visitor.cookies).toEqual({})
  const answer = await visitor.call(getSession, {}, { authorization: `Bearer ${data.AutherisationToken}` })
  expect(answer.data.session?.user.email).toBe(email)
})

test('a wrong password and an unknown account get the same answer', async () => {
  const { email } = await aPerson(server)
  const wrong = await server.visitor().call(login, { email, password: 'Wrong#Password1' })
  const unknown = await server.visitor({ ip: '203.0.113.8' }).call(login, { email: 'nobody@example.com', password: 'Wrong#Password1' })
  expect(wrong).toMatchObject({ status: 401, msg: 'That combination is not right.', data: null })
  expect(unknown).toMatchObject({ status: wrong.status, msg: wrong.msg, data: wrong.data })
})

test('of ten equal submissions of a code at once, one wins', async () => {
  const { email } = await aPerson(server)
  const visitor = server.visitor()
  await visitor.call(login, { email, password: PASSWORD })
  const otp = await server.codeFor(email)
  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.call(consumeLogInOtpEmail, { email, otp })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})
