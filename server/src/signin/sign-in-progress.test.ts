import {
  consumeLogInOtpEmail,
  consumeRequestRequestPassword,
  login,
  requestLogInOtp,
  requestRequestPassword,
  resendLogInOtp,
  resetLinkState,
  signInProgress,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, anotherCode, aPerson, PASSWORD } from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

const CHALLENGE = '__Host-eai_lt'

async function someoneHalfway() {
  const { id, email } = await aPerson(server)
  const visitor = server.visitor({ ip: anAddress() })
  const { data } = await visitor.call(login, { email, password: PASSWORD })
  return { id, email, visitor, sent: data }
}

describe('the page of the code, loaded again', () => {
  test('shows where the code was sent and the remaining times', async () => {
    const { visitor, sent, id } = await someoneHalfway()
    await server.db.execute(sql`
      update challenges set code_sent_at = code_sent_at - interval '20 seconds',
        code_expires_at = code_expires_at - interval '20 seconds' where user_id = ${id}`)
    const { data } = await visitor.call(signInProgress)
    expect(data).toEqual({
      ...{ sentTo: sent.sentTo, otherSteps: [], mayRemember: true },
      ...{ expiresInSeconds: 280, resendInSeconds: 40 },
    })
  })

  test('needs only the code: the binding secret identifies the sign-in', async () => {
    const { visitor, email } = await someoneHalfway()
    const otp = await server.codeFor(email)
    const answer = await visitor.call(consumeLogInOtpEmail, { otp })
    expect(answer).toMatchObject({ status: 200, data: { userData: { email } } })
    expect((await visitor.call(signInProgress)).data).toBeNull()
  })

  test('counts wrong codes as before', async () => {
    const { visitor, email } = await someoneHalfway()
    const otp = await server.codeFor(email)
    for (let tries = 0; tries < 5; tries++)
      expect((await visitor.call(consumeLogInOtpEmail, { otp: anotherCode(otp) })).status).toBe(400)
    expect((await visitor.call(consumeLogInOtpEmail, { otp })).status).toBe(400)
  })

  test('shows that a code has expired, and a new one', async () => {
    const { visitor, id } = await someoneHalfway()
    await server.db.execute(sql`
      update challenges set code_sent_at = now() - interval '6 minutes', code_expires_at = now() - interval '1 minute'
      where user_id = ${id}`)
    expect((await visitor.call(signInProgress)).data).toMatchObject({ expiresInSeconds: 0, resendInSeconds: 0 })
    await visitor.call(resendLogInOtp)
    expect((await visitor.call(signInProgress)).data).toMatchObject({ expiresInSeconds: 300, resendInSeconds: 60 })
  })

  test('shows nothing without the binding secret, or with another one', async () => {
    const { visitor } = await someoneHalfway()
    const stranger = server.visitor({ ip: anAddress() })
    expect((await stranger.call(signInProgress)).data).toBeNull()
    stranger.cookies[CHALLENGE] = `${visitor.cookies[CHALLENGE]?.slice(1)}A`
    expect((await stranger.call(signInProgress)).data).toBeNull()
    delete stranger.cookies[CHALLENGE]
    const refusalOf = async (caller: Visitor) => (await caller.call(consumeLogInOtpEmail, { otp: '123456' })).msg
    expect(await refusalOf(stranger)).toMatch(/^Your browser did not send the cookie of this sign-in\./)
    expect(await refusalOf(server.visitor({ web: false, ip: anAddress() }))).toBe('Email/UserId/Phone is required')
  })

  test('does not reveal whether an account may sign in by code', async () => {
    const mayUse = await aPerson(server, { codeOnly: true })
    const mayNot = await aPerson(server)
    const answers = []
    for (const email of [mayUse.email, mayNot.email, 'nobody@example.com']) {
      const visitor = server.visitor({ ip: anAddress() })
      await visitor.call(requestLogInOtp, { email })
      const { data } = await visitor.call(signInProgress)
      const tries = []
      for (let count = 0; count < 6; count++)
        tries.push((await visitor.call(consumeLogInOtpEmail, { otp: '000000' })).msg)
      answers.push({ sentTo: data?.sentTo, resend: data?.resendInSeconds, tries })
    }
    expect(answers[0]).toMatchObject({ sentTo: '', resend: 60 })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
})

describe('a link to choose a new password', () => {
  test('can be opened repeatedly, and still works once', async () => {
    const { email } = await aPerson(server)
    const visitor = server.visitor({ ip: anAddress() })
    await visitor.call(requestRequestPassword, { email })
    const uuid = await server.resetLinkFor(email)
    const isUsable = async () => (await visitor.call(resetLinkState, { uuid })).data.isUsable
    expect([await isUsable(), await isUsable()]).toEqual([true, true])
    const newPassword = 'Falcon#River77*Stone'
    expect((await visitor.call(consumeRequestRequestPassword, { uuid, newPassword })).status).toBe(200)
    expect(await isUsable()).toBe(false)
  })

  test('that is invented or expired shows nothing', async () => {
    const { email, id } = await aPerson(server)
    const visitor = server.visitor({ ip: anAddress() })
    await visitor.call(requestRequestPassword, { email })
    const uuid = await server.resetLinkFor(email)
    await server.db.execute(sql`update reset_links set expires_at = now() where user_id = ${id}`)
    for (const one of [uuid, '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])
      expect((await visitor.call(resetLinkState, { uuid: one })).data.isUsable).toBe(false)
  })
})
