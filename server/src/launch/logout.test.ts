import { listTiles } from '@gatehouse/contract/launch.ts'
import { DestroySession, getEndedSession, getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import {
  anApplication,
  anAssignment,
  aPerson,
  launch,
  signIn,
  someoneSignedIn,
  someoneWithAccess,
} from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { countWaiting } from '../../test/waiting.ts'

const server = useTestServer()

const SESSION = '__Host-eai_sid'
const ENDED = '__Host-eai_out'

const endedApplications = async (visitor: Visitor) => (await visitor.call(getEndedSession)).data.applications

/** A person who has opened an application and logged out again. */
async function someoneLoggedOut(application: Parameters<typeof anApplication>[1] = {}) {
  const access = await someoneWithAccess(server, { application })
  await launch(access)
  const { data } = await access.visitor.call(DestroySession)
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from sessions where user_id = ${access.person.id}`,
  )
  return { ...access, applications: data.applications, sid: rows[0]?.id as string }
}

describe('logging out', () => {
  test('ends the session and removes its cookie', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const secret = visitor.cookies[SESSION] as string
    expect(await visitor.call(DestroySession)).toMatchObject({ status: 200, code: 200, data: { applications: 0 } })
    expect(visitor.cookies).not.toHaveProperty(SESSION)

    visitor.cookies[SESSION] = secret
    expect((await visitor.call(listTiles)).status).toBe(401)
    expect((await visitor.call(getSession)).data.session).toBeNull()
    const { rows } = await server.db.execute(
      sql`select end_reason as reason, ended_at as at from sessions where user_id = ${person.id}`,
    )
    expect(rows).toEqual([{ reason: 'logout', at: expect.any(Date) }])
    const audit = await server.db.execute(
      sql`select 1 from audit_events where event = 'session.ended' and actor_id = ${person.id}`,
    )
    expect(audit.rows).toHaveLength(1)
  })

  test('of four at once one ends the session, and the audit has one line', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const holding = await server.db.pool.connect()
    await holding.query('begin')
    await holding.query('select from sessions where user_id = $1 for no key update', [person.id])
    const calls = Array.from({ length: 4 }, () => {
      const browser = server.visitor()
      Object.assign(browser.cookies, visitor.cookies)
      return browser.call(DestroySession)
    })
    await expect.poll(() => countWaiting(server)).toBe(4)
    await holding.query('commit')
    holding.release()
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rows } = await server.db.execute(
      sql`select 1 from audit_events where event = 'session.ended' and actor_id = ${person.id}`,
    )
    expect(rows).toHaveLength(1)
  })

  test('ends a bearer session (T017)', async () => {
    const { email } = await aPerson(server)
    const program = server.visitor({ web: false })
    const authorization = `Bearer ${(await signIn(server, program, email)).AutherisationToken}`
    expect((await program.call(listTiles, {}, { authorization })).status).toBe(200)
    expect((await program.call(DestroySession, {}, { authorization })).status).toBe(200)
    expect((await program.call(listTiles, {}, { authorization })).status).toBe(401)
  })

  test('gets the same answer a second time, without a session, and with an unknown one', async () => {
    const { visitor } = await someoneSignedIn(server)
    const stranger = server.visitor()
    stranger.cookies[SESSION] = 'A'.repeat(43)
    await visitor.call(DestroySession)
    for (const again of [
      visitor,
      server.visitor(),
      stranger,
      server.visitor({ web: false, headers: { authorization: 'Bearer none' } }),
    ]) {
      expect(await again.call(DestroySession)).toMatchObject({ status: 200, data: { applications: 0 } })
    }
  })

  test('ends this session only', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const elsewhere = server.visitor({ ip: '198.51.100.9' })
    await signIn(server, elsewhere, person.email)
    await visitor.call(DestroySession)
    expect((await elsewhere.call(listTiles)).status).toBe(200)
  })

  test('is refused from another site', async () => {
    const { visitor } = await someoneSignedIn(server)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'x-csrf-token': 'forged' }]) {
      expect((await visitor.call(DestroySession, {}, headers)).status).toBe(403)
    }
    expect((await visitor.call(listTiles)).status).toBe(200)
  })

  test('lists the applications opened in this session, each once', async () => {
    const access = await someoneWithAccess(server)
    const second = await anApplication(server)
    const unopened = await anApplication(server)
    for (const { id } of [second, unopened]) await anAssignment(server, access.person.id, id, access.client.id)
    await launch(access)
    await launch(access)
    await launch({ ...access, application: second })
    const elsewhere = server.visitor({ ip: '198.51.100.10' })
    await signIn(server, elsewhere, access.person.email)
    await launch({ ...access, visitor: elsewhere, application: unopened })

    expect((await access.visitor.call(DestroySession)).data.applications).toBe(2)
    const ids = (await endedApplications(access.visitor)).map(({ _id }) => _id)
    expect(ids.toSorted()).toEqual([access.application.id, second.id].toSorted())
  })
})

describe('the applications of the ended session', () => {
  test('are listed to the browser that ended it, with addresses that name the session', async () => {
    const { visitor, application, applications, sid } = await someoneLoggedOut({
      logoutUri: 'https://one.example.com/out?tenant=7&sid=other',
    })
    expect(applications).toBe(1)
    const [ended] = await endedApplications(visitor)
    expect(ended).toEqual({
      _id: application.id,
      name: application.name,
      logoutUrl: expect.any(String),
      byServer: null,
    })
    const { origin, pathname, searchParams } = new URL(ended?.logoutUrl ?? '')
    expect(origin + pathname).toBe('https://one.example.com/out')
    expect([...searchParams].toSorted()).toEqual([
      ['iss', 'http://localhost:3000'],
      ['sid', sid],
      ['tenant', '7'],
    ])
  })

  test.each([
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://one.example.com/out',
    '//evil.example',
    'https://a@evil.example',
    'nonsense',
  ])('have no address where %j is registered', async (logoutUri) => {
    const { visitor, application } = await someoneLoggedOut({ logoutUri })
    expect(await endedApplications(visitor)).toMatchObject([{ _id: application.id, logoutUrl: null, byServer: null }])
  })

  const aRequest = (continueAt: string) =>
    Buffer.from(JSON.stringify({ askedBy: null, continueAt })).toString('base64url')

  test('are listed to no other browser', async () => {
    const { sid } = await someoneLoggedOut()
    const other = await someoneLoggedOut()
    const stolen = server.visitor()
    for (const forged of [
      undefined,
      '',
      '.',
      sid,
      `${sid}.`,
      `${sid}..${'A'.repeat(43)}`,
      `${sid}..${other.visitor.cookies[ENDED]?.split('.')[2]}`,
      // Signed with another return address.
      other.visitor.cookies[ENDED]?.replace(/\..*\./, `.${aRequest('https://evil.example')}.`),
      `x'; --..${'A'.repeat(43)}`,
    ]) {
      if (forged === undefined) delete stolen.cookies[ENDED]
      else stolen.cookies[ENDED] = forged
      expect(await endedApplications(stolen)).toEqual([])
    }
    expect(await endedApplications(other.visitor)).toHaveLength(1)
  })

  test('are listed for five minutes', async () => {
    const { visitor, sid } = await someoneLoggedOut()
    const age = (by: string) =>
      server.db.execute(sql`update sessions set ended_at = ended_at - ${by}::interval where id = ${sid}`)
    await age('4 minutes 50 seconds')
    expect(await endedApplications(visitor)).toHaveLength(1)
    await age('11 seconds')
    expect(await endedApplications(visitor)).toEqual([])
  })

  test('are not listed while the session lives', async () => {
    const { visitor, sid } = await someoneLoggedOut()
    await server.db.execute(sql`update sessions set ended_at = null where id = ${sid}`)
    expect(visitor.cookies).toHaveProperty(ENDED)
    expect(await endedApplications(visitor)).toEqual([])
  })

  test('set no cookie if there are none, or when a program logs out', async () => {
    const { visitor } = await someoneSignedIn(server)
    await visitor.call(DestroySession)
    expect(visitor.cookies).not.toHaveProperty(ENDED)

    const access = await someoneWithAccess(server)
    const program = server.visitor({ web: false })
    const authorization = `Bearer ${(await signIn(server, program, access.person.email)).AutherisationToken}`
    const signedIn = server.visitor({ web: false, headers: { authorization } })
    expect((await launch({ ...access, visitor: signedIn })).status).toBe(200)
    expect((await signedIn.call(DestroySession)).data.applications).toBe(1)
    expect(signedIn.cookies).toEqual({})
    expect(program.cookies).toEqual({})
  })
})
