import { consumeLogInOtpEmail, requestLogInOtp } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, aPerson } from '../../test/builders.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const aBrowser = () => server.visitor({ ip: anAddress() })

test('signing in by code works for an account that an administrator allows it', async () => {
  const { email } = await aPerson(server, { codeOnly: true })
  const visitor = aBrowser()
  expect(await visitor.call(requestLogInOtp, { email })).toMatchObject({ status: 200, data: { sentTo: '' } })
  const otp = await server.codeFor(email)
  expect(await visitor.call(consumeLogInOtpEmail, { email, otp })).toMatchObject({ status: 200 })
})

test('nobody else is sent a code', async () => {
  const { email } = await aPerson(server)
  expect(await aBrowser().call(requestLogInOtp, { email })).toMatchObject({ status: 200 })
  expect(await server.inbox(email)).toEqual([])
})
