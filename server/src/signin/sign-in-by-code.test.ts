import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, requestLogInOtp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, aPerson } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const aBrowser = () => server.visitor({ ip: anAddress() })

test('signing in by code works for an account for which an administrator allows it', async () => {
  const { email } = await aPerson(server, { codeOnly: true })
  const visitor = aBrowser()
  expect(await visitor.call(requestLogInOtp, { email })).toMatchObject({ status: 200, data: { sentTo: '' } })
  const otp = await server.codeFor(email)
  expect(await visitor.call(consumeLogInOtpEmail, { email, otp })).toMatchObject({ status: 200 })
})

test.each([
  ['the right to sign in by code', 'code_only = false'],
  ['the account', 'is_active = false'],
  ['the proof of its address', 'email_verified_at = null'],
])('a code sent before %s was removed is void', async (_what, change) => {
  const { email, id } = await aPerson(server, { codeOnly: true })
  const visitor = aBrowser()
  await visitor.call(requestLogInOtp, { email })
  const input = { email, otp: await server.codeFor(email) }
  await server.db.pool.query(`update users set ${change} where id = $1`, [id])
  expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 400, msg: 'Invalid OTP' })
  await server.db.execute(
    sql`update users set code_only = true, is_active = true, email_verified_at = now() where id = ${id}`,
  )
  expect((await visitor.call(consumeLogInOtpEmail, input)).status).toBe(400)
  expect((await visitor.call(getSession)).data.session).toBeNull()
})

test('a request for a code without a password gets the same answer for all accounts', async () => {
  const known = await aPerson(server, { codeOnly: true })
  const answersFor = async (email: string) => {
    const visitor = aBrowser()
    await visitor.call(requestLogInOtp, { email })
    const messages = []
    for (let tries = 0; tries < 6; tries++)
      messages.push((await visitor.call(consumeLogInOtpEmail, { email, otp: '000000' })).msg)
    // Another identifier of the account gives the same answer as any other text.
    messages.push((await visitor.call(consumeLogInOtpEmail, { userId: known.userName, otp: '000000' })).msg)
    return messages
  }
  expect(await answersFor(known.email)).toEqual(await answersFor('nobody@example.com'))
})

test('only accounts that may sign in by code get a code (T057)', async () => {
  const { email } = await aPerson(server)
  expect(await aBrowser().call(requestLogInOtp, { email })).toMatchObject({ status: 200 })
  expect(await server.inbox(email)).toEqual([])
})
