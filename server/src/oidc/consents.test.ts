import { listConsents, revokeConsent } from '@gatehouse/contract/oidc.ts'
import { endOwnSession, listSessions } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, signIn } from '../../test/builders.ts'
import { untilWaiting } from '../../test/lock-waits.ts'
import { authorize, getTokens, someoneWithOidc, useListening, userinfo } from '../../test/relying-party.ts'

const server = useListening()

/** A first-party application that may act while the person is not signed in. */
async function someoneWithLasting() {
  const someone = await someoneWithOidc(server, {
    oauth_grants: ['authorization_code', 'refresh_token'],
    allowed_scopes: ['openid', 'email', 'offline_access'],
  })
  const asked = { scope: 'openid email offline_access', prompt: 'consent' }
  const tokens = await getTokens(server, someone.visitor, someone.application, asked)
  return { ...someone, tokens }
}

test('a first-party application with tokens that outlive the session is listed without consent, and can be revoked', async () => {
  const { visitor, application, person, tokens } = await someoneWithLasting()
  expect(tokens.refresh_token).toEqual(expect.any(String))
  expect((await visitor.call(listConsents)).data).toEqual([
    {
      applicationId: application.id,
      name: application.name,
      logo: '',
      scopes: ['email', 'offline_access', 'openid'],
      grantedAt: expect.any(String),
      isLasting: true,
      isLastingElsewhere: false,
    },
  ])
  expect((await userinfo(server, tokens.access_token)).status).toBe(200)
  expect((await visitor.call(revokeConsent, { applicationId: application.id })).status).toBe(200)
  expect((await userinfo(server, tokens.access_token)).status).toBe(401)
  expect((await visitor.call(listConsents)).data).toEqual([])
  const revoked = async () => {
    const { rows } = await server.db.execute(sql`
      select 1 from audit_events where event = 'oidc.consent-revoked' and actor_id = ${person.id}`)
    return rows.length
  }
  expect(await revoked()).toBe(1)
  await visitor.call(revokeConsent, { applicationId: application.id })
  expect(await revoked()).toBe(1)
})

describe('a consent to an application of another party', () => {
  const someone = async () => {
    const allowed = await someoneWithOidc(server, { is_first_party: false, allowed_scopes: ['openid', 'email'] })
    const asked = { scope: 'openid email' }
    return { ...allowed, asked, tokens: await getTokens(server, allowed.visitor, allowed.application, asked) }
  }

  // The second request is one that only the library answers.
  test.each([{}, { nonce: '' }])('that is being withdrawn is asked for again: %o', async (changes) => {
    const { visitor, person, application, asked } = await someone()
    const waiting = await server.db.transaction(async (tx) => {
      await tx.execute(sql`delete from oidc_consents where user_id = ${person.id}`)
      const answer = authorize(server, visitor, application, { ...asked, ...changes })
      await untilWaiting(server, 1)
      return { answer }
    })
    const { reply } = await waiting.answer
    expect(reply.params.code).toBeUndefined()
  })

  test('is withdrawn with every token, also those of a request that came through meanwhile', async () => {
    const { visitor, person, application, tokens } = await someone()
    await server.db.execute(sql`delete from oidc_consents where user_id = ${person.id}`)
    expect((await userinfo(server, tokens.access_token)).status).toBe(200)
    await visitor.call(revokeConsent, { applicationId: application.id })
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
  })
})

test('offline access stays when its session is ended from another browser, where it can then be revoked', async () => {
  const { person, application, tokens } = await someoneWithLasting()
  const elsewhere = server.visitor({ ip: anAddress() })
  await signIn(server, elsewhere, person.email)
  const { data: sessions } = await elsewhere.call(listSessions)
  const other = sessions.find(({ isCurrent }) => !isCurrent)
  expect((await elsewhere.call(endOwnSession, { sessionId: other?._id })).status).toBe(200)
  expect((await userinfo(server, tokens.access_token)).status).toBe(200)
  expect((await elsewhere.call(listConsents)).data).toMatchObject([{ isLasting: true, isLastingElsewhere: true }])
  await elsewhere.call(revokeConsent, { applicationId: application.id })
  expect((await userinfo(server, tokens.access_token)).status).toBe(401)
})

test('tokens that end with the session and those of other people are not listed', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  await getTokens(server, visitor, application)
  await someoneWithLasting()
  expect((await visitor.call(listConsents)).data).toEqual([])
})
