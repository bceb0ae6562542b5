import { endUserSessions, userSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { DestroySession, getEndedSession, listSessions } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, anApplication, anAssignment, aPerson, signIn, someoneSignedIn } from '../../test/builders.ts'
import {
  browse,
  changeApplication,
  getTokens,
  refresh,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

const server = useListening()

const AFTER = 'https://app.example.com/after'
const NOTIFIED = {
  oauth_grants: ['authorization_code', 'refresh_token'],
  post_logout_redirect_uris: [AFTER],
  // Refused at once, so that no test waits for the network.
  backchannel_logout_uri: 'https://127.0.0.1:9/out',
}

/** A person who works in two applications, with a portal session that has been idle for too long. */
async function someoneElsewhere() {
  const someone = await someoneWithOidc(server, NOTIFIED)
  const second = await anApplication(server)
  await changeApplication(server, second.id, NOTIFIED)
  await anAssignment(server, someone.person.id, second.id, someone.client.id)
  const tokens = await getTokens(server, someone.visitor, someone.application)
  const others = await getTokens(server, someone.visitor, second)
  await server.db.execute(sql`
    update sessions set last_seen_at = now() - interval '31 minutes', authenticated_at = now() - interval '40 minutes',
      expires_at = now() + interval '1 hour' where user_id = ${someone.person.id}`)
  return { ...someone, second, tokens, others }
}
type Someone = Awaited<ReturnType<typeof someoneElsewhere>>

/** The state of the session, and how many applications were notified. */
async function stateOf({ person, application, second, tokens, others }: Someone) {
  const { rows } = await server.db.execute<{ reason: string | null; notified: number }>(sql`
    select end_reason as reason, (select count(*)::int from outbox o where o.session_id = s.id and kind = 'logout') as notified
    from sessions s where user_id = ${person.id} order by created_at limit 1`)
  const answers = [
    await refresh(server, application, tokens.refresh_token),
    await refresh(server, second, others.refresh_token),
  ]
  return { ...rows[0], refreshed: answers.map(({ status }) => status) }
}
const GOES_ON = { reason: null, notified: 0, refreshed: [200, 200] }
const ended = (reason: string) => ({ reason, notified: 2, refreshed: [400, 400] })

const audited = async (someone: Someone, event: string) => {
  const { rows } = await server.db.execute<{ detail: object }>(sql`
    select detail from audit_events where event = ${event} and subject_id = ${someone.person.id} order by number`)
  return rows.map(({ detail }) => detail)
}

const logoutPath = ({ tokens }: Someone) =>
  `/oauth2/logout?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: AFTER })}`

describe('a session that was idle at the portal for too long', () => {
  test('is ended by the logout of an application', async () => {
    const someone = await someoneElsewhere()
    const reply = await browse(server, someone.visitor, logoutPath(someone))
    expect([reply.status, reply.location?.href]).toEqual([303, AFTER])
    expect(reply.headers['set-cookie']?.join()).toContain('__Host-eai_out=')
    expect(await stateOf(someone)).toEqual(ended('logout'))
    expect(await audited(someone, 'session.ended')).toHaveLength(1)
  })

  test('continues if another browser shows the identity token', async () => {
    const someone = await someoneElsewhere()
    const reply = await browse(server, { cookies: {} }, logoutPath(someone))
    expect([reply.location?.href, reply.headers['set-cookie']]).toEqual([AFTER, undefined])
    expect(await stateOf(someone)).toEqual(GOES_ON)
  })

  test('is ended by signing out at the portal, which notifies the applications opened in it', async () => {
    const someone = await someoneElsewhere()
    expect((await someone.visitor.call(DestroySession)).data).toMatchObject({ applications: 2 })
    expect(someone.visitor.cookies).not.toHaveProperty('__Host-eai_sid')
    expect((await someone.visitor.call(getEndedSession)).data.applications).toHaveLength(2)
    expect(await stateOf(someone)).toEqual(ended('logout'))
    expect((await someone.visitor.call(DestroySession)).data).toMatchObject({ applications: 0 })
  })

  test('continues if another person is signed in where the application asks', async () => {
    const someone = await someoneElsewhere()
    const { visitor } = await someoneSignedIn(server)
    expect((await browse(server, visitor, logoutPath(someone))).location?.pathname).toBe('/signout')
    expect(await stateOf(someone)).toEqual(GOES_ON)
  })

  test('continues, as newly opened, when its person signs in again', async () => {
    const someone = await someoneElsewhere()
    await signIn(server, someone.visitor, someone.person.email)
    const sessions = (await someone.visitor.call(listSessions)).data
    expect(sessions).toMatchObject([{ isCurrent: true, applications: [{}, {}] }])
    const { rows } = await server.db.execute<{ hours: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 3600)::int as hours from sessions where user_id = ${someone.person.id}`)
    expect(rows).toEqual([{ hours: 12 }])
    expect((await stateOf(someone)).refreshed).toEqual([200, 200])
    await someone.visitor.call(DestroySession)
    expect((await userinfo(server, someone.tokens.access_token)).status).toBe(401)
    expect(await stateOf(someone)).toMatchObject({ reason: 'logout', notified: 2 })
  })

  test('ends when another person signs in there, with an audit line', async () => {
    const someone = await someoneElsewhere()
    const next = await aPerson(server)
    await signIn(server, someone.visitor, next.email)
    expect(await stateOf(someone)).toEqual(ended('replaced'))
    expect(await audited(someone, 'session.ended')).toEqual([{ reason: 'replaced' }])
  })

  test('is listed to and can be ended by its person in another browser, and by an administrator', async () => {
    const someone = await someoneElsewhere()
    const elsewhere = server.visitor({ ip: anAddress() })
    await signIn(server, elsewhere, someone.person.email)
    const [, unused] = (await elsewhere.call(listSessions)).data
    expect(unused?.applications).toHaveLength(2)
    const admin = (await someoneSignedIn(server, { isAdmin: true })).visitor
    const userId = someone.person.id
    const seen: { _id: string }[] = (await admin.call(userSessions, { userId })).data
    expect(seen.map(({ _id }) => _id)).toContain(unused?._id)
    expect((await admin.call(endUserSessions, { userId, sessionId: unused?._id })).data).toEqual({ ended: 1 })
    expect(await stateOf(someone)).toEqual(ended('ended-by-administrator'))
    expect(await audited(someone, 'users.sessions-ended')).toHaveLength(1)
  })
})
