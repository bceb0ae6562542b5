import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { answerWaitingRequest } from '@gatehouse/contract/oidc.ts'
import { DestroySession, endOtherSessions } from '@gatehouse/contract/session.ts'
import { changePassword, consumeRequestRequestPassword, requestRequestPassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { anAddress, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { untilWaiting } from '../../test/lock-waits.ts'
import {
  authorize,
  browse,
  getTokens,
  refresh,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import type { Visitor } from '../../test/server.ts'
import { endAccess } from '../sessions/end-access.ts'

const server = useListening()
let admin: Visitor
beforeAll(async () => {
  admin = (await someoneSignedIn(server, { isAdmin: true })).visitor
})

const NEW_PASSWORD = 'Juniper#Lantern58*Quay'
const LASTING = { scope: 'openid offline_access', prompt: 'consent' }

/**
 * A person who has allowed an application to renew its tokens offline, has signed out there, and is signed in
 * elsewhere.
 */
async function someoneWithLasting() {
  const someone = await someoneWithOidc(server, {
    oauth_grants: ['authorization_code', 'refresh_token'],
    allowed_scopes: ['openid', 'offline_access'],
  })
  const tokens = await getTokens(server, someone.visitor, someone.application, LASTING)
  await someone.visitor.call(DestroySession)
  const elsewhere = server.visitor({ ip: anAddress() })
  await signIn(server, elsewhere, someone.person.email)
  return { ...someone, tokens, elsewhere }
}
type Someone = Awaited<ReturnType<typeof someoneWithLasting>>

/** The ways to end all access of a person. */
const ENDS: [how: string, end: (someone: Someone) => Promise<{ status: number }>][] = [
  [
    'the person resets the password',
    async ({ person }) => {
      await server.visitor({ ip: anAddress() }).call(requestRequestPassword, { email: person.email })
      const uuid = await server.resetLinkFor(person.email)
      return server
        .visitor({ ip: anAddress() })
        .call(consumeRequestRequestPassword, { uuid, newPassword: NEW_PASSWORD })
    },
  ],
  [
    'the person changes the password',
    ({ elsewhere }) => elsewhere.call(changePassword, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  ],
  [
    'an administrator sets the password',
    ({ person }) => admin.call(resetUserPassword, { email: person.email, newPassword: NEW_PASSWORD }),
  ],
  ['the person ends all other sessions', ({ elsewhere }) => elsewhere.call(endOtherSessions)],
  ['an administrator ends all sessions', ({ person }) => admin.call(endUserSessions, { userId: person.id })],
]

test.each(ENDS)('offline access ends when %s (T012)', async (_how, end) => {
  const someone = await someoneWithLasting()
  const { application, tokens } = someone
  expect((await userinfo(server, tokens.access_token)).status).toBe(200)
  expect(await end(someone)).toMatchObject({ status: 200 })
  expect((await userinfo(server, tokens.access_token)).status).toBe(401)
  expect((await refresh(server, application, tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('offline access that is allowed while the session ends does not outlive the end (T012)', async () => {
  const { person, visitor, application } = await someoneWithOidc(server, {
    oauth_grants: ['authorization_code', 'refresh_token'],
    allowed_scopes: ['openid', 'offline_access'],
  })
  const { reply: asked } = await authorize(server, visitor, application, LASTING)
  const { data } = await visitor.call(answerWaitingRequest, { request: asked.params.request, allow: true })
  const continued = await server.db.transaction(async (tx) => {
    await endAccess(tx, person.id, 'ended-by-administrator')
    const reply = browse(server, visitor, data.continueAt)
    await untilWaiting(server, 1)
    return { reply }
  })
  const reply = await continued.reply
  expect(reply.params).toMatchObject({ error: 'access_denied' })
  const { rows } = await server.db.execute(sql`select 1 from oidc_grants where user_id = ${person.id}`)
  expect(rows).toEqual([])
})

test('a change of the password keeps the offline access that was allowed in the current session', async () => {
  const { elsewhere, application, tokens: former } = await someoneWithLasting()
  const tokens = await getTokens(server, elsewhere, application, LASTING)
  await elsewhere.call(changePassword, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })
  expect((await refresh(server, application, tokens.refresh_token)).status).toBe(200)
  expect((await refresh(server, application, former.refresh_token)).status).toBe(400)
})

test('ending all sessions of a person without any is in the audit if it revoked an application', async () => {
  const { person, elsewhere } = await someoneWithLasting()
  await elsewhere.call(DestroySession)
  for (let times = 0; times < 2; times++)
    expect((await admin.call(endUserSessions, { userId: person.id })).data).toEqual({ ended: 0 })
  const { rows } = await server.db.execute(sql`
    select 1 from audit_events where event = 'users.sessions-ended' and subject_id = ${person.id}`)
  expect(rows).toHaveLength(1)
})
