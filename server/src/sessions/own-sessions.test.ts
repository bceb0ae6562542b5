import { endOtherSessions, endOwnSession, getSession, listSessions } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, launch, signIn, someoneSignedIn, someoneWithAccess } from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'

const server = useTestServer()

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null
const ownSessions = async (visitor: Visitor) => (await visitor.call(listSessions)).data

/** A person signed in here, on a phone, and with a program. */
async function someoneInThreePlaces() {
  const here = await someoneWithAccess(server)
  const phone = server.visitor({ ip: '198.51.100.9', headers: { 'user-agent': PHONE } })
  await signIn(server, phone, here.person.email)
  const program = server.visitor({ web: false, ip: anAddress() })
  const { AutherisationToken } = await signIn(server, program, here.person.email)
  const withToken = server.visitor({ web: false, headers: { authorization: `Bearer ${AutherisationToken}` } })
  return { ...here, phone, program: withToken }
}

const auditedEnds = async (userId: string) => {
  const { rows } = await server.db.execute<{ sessionId: string; ip: string; detail: object }>(sql`
    select session_id as "sessionId", ip, detail from audit_events
    where event = 'session.ended' and subject_id = ${userId} and actor_id = ${userId} order by number`)
  return rows
}

test('people see their sessions with device and opened applications', async () => {
  const someone = await someoneInThreePlaces()
  await launch(someone)
  const [here, ...others] = await ownSessions(someone.visitor)
  expect(here).toMatchObject({
    isCurrent: true,
    kind: 'cookie',
    applications: [{ _id: someone.application.id, name: someone.application.name, logo: '' }],
  })
  expect(others).toHaveLength(2)
  expect(others.find(({ kind }) => kind === 'cookie')).toMatchObject({
    isCurrent: false,
    browser: 'Safari',
    system: 'iPhone',
    ip: '198.51.100.9',
    applications: [],
  })
  expect(others.find(({ kind }) => kind === 'bearer')).toMatchObject({ isCurrent: false })
  expect((await ownSessions(someone.phone))[0]).toMatchObject({ isCurrent: true, system: 'iPhone' })
  for (const { signedInAt, lastSeenAt } of [...others]) expect(lastSeenAt >= signedInAt).toBe(true)
})

test('ended and unused sessions are not listed', async () => {
  const { visitor, person } = await someoneInThreePlaces()
  const [, one, other] = await ownSessions(visitor)
  await server.db.execute(sql`update sessions set last_seen_at = now() - interval '2 days' where id = ${one?._id}`)
  await server.db.execute(sql`update sessions set expires_at = now() where id = ${other?._id}`)
  expect(await ownSessions(visitor)).toHaveLength(1)
  expect((await visitor.call(endOtherSessions)).data).toEqual({ ended: 0 })
  expect(await auditedEnds(person.id)).toEqual([])
})

test('one session is ended at once, and the others continue (T020)', async () => {
  const { visitor, phone, program, person } = await someoneInThreePlaces()
  const [here, ...others] = await ownSessions(visitor)
  const onPhone = others.find(({ system }) => system === 'iPhone')
  const answer = await visitor.call(endOwnSession, { sessionId: onPhone?._id })
  expect(answer).toMatchObject({ status: 200, msg: 'Session Ended', data: { ended: 1 } })
  expect([await isSignedIn(visitor), await isSignedIn(phone), await isSignedIn(program)]).toEqual([true, false, true])
  expect(await auditedEnds(person.id)).toEqual([
    { sessionId: onPhone?._id, ip: expect.any(String), detail: { from: here?._id } },
  ])
  expect(await visitor.call(endOwnSession, { sessionId: onPhone?._id })).toMatchObject({ status: 404 })
})

test('all other sessions are ended, and the current one continues', async () => {
  const { visitor, phone, program, person } = await someoneInThreePlaces()
  expect(await visitor.call(endOtherSessions)).toMatchObject({ status: 200, msg: 'Sessions Ended', data: { ended: 2 } })
  expect([await isSignedIn(visitor), await isSignedIn(phone), await isSignedIn(program)]).toEqual([true, false, false])
  expect(await auditedEnds(person.id)).toHaveLength(2)
  expect(await ownSessions(visitor)).toHaveLength(1)
})

test('the sessions of other people are neither listed nor ended', async () => {
  const { visitor: stranger, person } = await someoneSignedIn(server)
  const { visitor } = await someoneSignedIn(server)
  const [theirs] = await ownSessions(visitor)
  expect((await ownSessions(stranger)).map(({ _id }) => _id)).not.toContain(theirs?._id)
  expect(await stranger.call(endOwnSession, { sessionId: theirs?._id })).toMatchObject({ status: 404 })
  expect(await stranger.call(endOwnSession, { sessionId: newId() })).toMatchObject({ status: 404 })
  await stranger.call(endOtherSessions)
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await auditedEnds(person.id)).toEqual([])
})

test('applications are notified when their session is ended from another browser', async () => {
  const someone = await someoneInThreePlaces()
  await server.db.execute(sql`
    update applications set backchannel_logout_uri = 'https://app.example.com/out' where id = ${someone.application.id}`)
  await launch(someone)
  await someone.phone.call(endOtherSessions)
  const { rows } = await server.db.execute(sql`
    select kind from outbox where application_id = ${someone.application.id}`)
  expect(rows).toEqual([{ kind: 'logout' }])
})
