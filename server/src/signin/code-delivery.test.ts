import { codeDelivery, login, requestLogInOtp } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, PASSWORD } from '../../test/builders.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let ownMail: () => Promise<string> = async () => '250 accepted'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ deliver: () => () => ownMail() })
})
afterAll(() => server.close())

async function someoneWithPassword() {
  const { email } = await aPerson(server)
  const visitor = server.visitor()
  expect(await visitor.call(login, { email, password: PASSWORD })).toMatchObject({ status: 200, data: { next: 'otp' } })
  return visitor
}

test('a caller who gave a password learns that the code was sent', async () => {
  ownMail = async () => '250 accepted'
  const visitor = await someoneWithPassword()
  await expect.poll(async () => (await visitor.call(codeDelivery)).data.state).toBe('sent')
})

test('a caller who gave a password learns that the mail server refused the code; the sign-in itself gets the usual answer', async () => {
  ownMail = () => Promise.reject(new Error('refused'))
  const visitor = await someoneWithPassword()
  await expect.poll(async () => (await visitor.call(codeDelivery)).data.state).toBe('failed')
})

test('while a mail server does not respond, the answer says that the code is being sent', async () => {
  const hanging = Promise.withResolvers<string>()
  ownMail = () => hanging.promise
  const visitor = await someoneWithPassword()
  expect((await visitor.call(codeDelivery)).data.state).toBe('waiting')
  hanging.resolve('250 accepted')
  await expect.poll(async () => (await visitor.call(codeDelivery)).data.state).toBe('sent')
})

test('a caller who gave no password learns nothing about the delivery (T062)', async () => {
  ownMail = () => Promise.reject(new Error('refused'))
  const { email } = await aPerson(server)
  for (const address of [email, 'nobody@example.com']) {
    const visitor = server.visitor()
    expect((await visitor.call(requestLogInOtp, { email: address })).status).toBe(200)
    expect((await visitor.call(codeDelivery)).data).toEqual({ state: 'sent' })
  }
  expect((await server.visitor().call(codeDelivery)).data).toEqual({ state: 'sent' })
})
