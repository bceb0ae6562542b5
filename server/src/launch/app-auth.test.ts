import { appAuth, redeem, ssoLaunch } from '@gatehouse/contract/launch.ts'
import { consumeLogInOtpEmail, ssoLogIn } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { NOT_OURS, OURS, OWN } from '../../test/address-corpus.ts'
import { aClient, anAddress, anApplication, anAssignment, PASSWORD, someoneWithAccess } from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

describe('an address without an assigned application', () => {
  test('launches nothing for a person who is signed in, and leaves an audit line', async () => {
    const { visitor, person } = await someoneWithAccess(server, { application: { redirectUrl: OWN } })
    for (const RedirectUrl of NOT_OURS) {
      const { status, data } = await visitor.call(appAuth, { RedirectUrl })
      expect
        .soft({ RedirectUrl, status, data })
        .toEqual({ RedirectUrl, status: expect.toBeOneOf([400, 403]), data: status === 403 ? null : expect.anything() })
    }
    expect((await server.db.execute(sql`select 1 from launch_tokens where user_id = ${person.id}`)).rows).toEqual([])
    const { rows } = await server.db.execute(
      sql`select 1 from audit_events where event = 'launch.refused' and actor_id = ${person.id}`,
    )
    expect(rows.length).toBeGreaterThan(60)
  })

  test('starts no sign-in either, even with the right password', async () => {
    const { person } = await someoneWithAccess(server, { application: { redirectUrl: OWN } })
    const begun = await challengesOf(person.id)
    const visitor = server.visitor({ ip: anAddress() })
    for (const redirectUrl of NOT_OURS) {
      // Refusals count as failed attempts; here they must not slow one another down.
      await server.db.execute(sql`truncate throttles`)
      const { status } = await visitor.call(ssoLogIn, { email: person.email, password: PASSWORD, redirectUrl })
      expect.soft({ redirectUrl, status }).toEqual({ redirectUrl, status: expect.toBeOneOf([400, 403]) })
    }
    expect(await challengesOf(person.id)).toBe(begun)
    expect(visitor.cookies).toEqual({})
  })

  test('gives a wrong password the same answer as any other address', async () => {
    const { person } = await someoneWithAccess(server)
    const visitor = server.visitor({ ip: anAddress() })
    for (const redirectUrl of [OWN, 'https://evil.example/']) {
      const answer = await visitor.call(ssoLogIn, { email: person.email, password: 'Wrong#Password1', redirectUrl })
      expect(answer).toMatchObject({ status: 401, msg: 'That combination is not right.', data: null })
    }
  })

  const OTHER = 'https://other.example.com/cb'
  const NOWHERE = [OTHER, 'javascript:alert(1)', '*']

  test('may be the address of an application assigned to another person', async () => {
    await someoneWithAccess(server, { application: { redirectUrl: OTHER } })
    await expectRefused(await someoneWithAccess(server))
  })

  test.each([
    ['inactive', sql`status = 'INACTIVE'`],
    ['blocked', sql`status = 'Temporary BLOCKED'`],
  ])('of an assigned application that is %s opens nothing, and only its person learns why', async (_case, change) => {
    const { visitor, person, application } = await someoneWithAccess(server)
    const stranger = await someoneWithAccess(server)
    const address = `https://${application.id}.example.com/in`
    await server.db.execute(
      sql`update applications set ${change}, redirect_url = ${address} where id = ${application.id}`,
    )
    const answers = async (who: Visitor, { email }: { email: string }) => [
      await who.call(appAuth, { RedirectUrl: address }),
      await who.call(ssoLaunch, { redirectUrl: address }),
      await server.visitor({ ip: anAddress() }).call(ssoLogIn, { email, password: PASSWORD, redirectUrl: address }),
    ]
    const said = (msg: string) => Array(3).fill(expect.objectContaining({ status: 403, data: null, msg }))
    expect(await answers(visitor, person)).toEqual(
      said('This application is assigned to you, but cannot be opened at present. Ask your administrator.'),
    )
    expect(await answers(stranger.visitor, stranger.person)).toEqual(
      said('This address does not belong to an application assigned to you.'),
    )
  })

  test.each([
    ['deleted', sql`deleted_at = now()`],
    ['without an address', sql`redirect_url = '', allowed_url = ''`],
    ['at a script', sql`redirect_url = 'javascript:alert(1)', allowed_url = '*'`],
  ])('may be the address of an assigned application that is %s', async (_case, change) => {
    const access = await someoneWithAccess(server, { application: { redirectUrl: OTHER } })
    await server.db.execute(sql`update applications set ${change} where id = ${access.application.id}`)
    await expectRefused(access)
  })

  async function expectRefused({
    visitor,
    person,
  }: Pick<Awaited<ReturnType<typeof someoneWithAccess>>, 'visitor' | 'person'>) {
    for (const address of NOWHERE) {
      expect((await visitor.call(appAuth, { RedirectUrl: address })).status).toBe(403)
      const begun = await server
        .visitor({ ip: anAddress() })
        .call(ssoLogIn, { email: person.email, password: PASSWORD, redirectUrl: address })
      expect(begun).toMatchObject({
        status: 403,
        msg: 'This address does not belong to an application assigned to you.',
        data: null,
      })
    }
  }
})

describe('the address of an assigned application', () => {
  test.each(OURS)('opens the sign-in page, whatever else the query contains: %s', async (RedirectUrl) => {
    const { visitor, client } = await someoneWithAccess(server, { application: { redirectUrl: OWN }, role: 'Auditor' })
    const { status, data } = await visitor.call(appAuth, { RedirectUrl, role: 'Admin' })
    expect(status).toBe(200)
    const url = new URL(data.launch.url)
    expect(url.origin + url.pathname).toBe('https://own.example.com/pages/login/sso')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      clientIDE: client.id,
      role: 'Auditor',
      token: expect.stringMatching(/^elt_/),
    })
    expect(data.launch).toMatchObject({ method: 'GET', fields: {} })
  })

  test('may be the allowed address', async () => {
    const { visitor, application } = await someoneWithAccess(server)
    await server.db.execute(
      sql`update applications set allowed_url = 'https://second.example.com' where id = ${application.id}`,
    )
    const { data } = await visitor.call(appAuth, { RedirectUrl: 'https://second.example.com/start' })
    expect(data.launch.url).toMatch(/^https:\/\/second\.example\.com\/pages\/login\/sso\?/)
  })

  test('may be on localhost without https', async () => {
    const { visitor } = await someoneWithAccess(server, { application: { redirectUrl: 'http://localhost:4000/cb' } })
    expect((await visitor.call(appAuth, { RedirectUrl: 'http://localhost:4000/' })).data.launch.url).toMatch(
      /^http:\/\/localhost:4000\/pages\/login\/sso\?/,
    )
    expect((await visitor.call(appAuth, { RedirectUrl: 'http://localhost:4001/' })).status).toBe(403)
  })

  test('gets a token that the application redeems', async () => {
    const { visitor, person, application } = await someoneWithAccess(server)
    const { data } = await visitor.call(appAuth, { RedirectUrl: application.redirectUrl })
    const token = new URL(data.launch.url).searchParams.get('token')
    const redeemed = await server
      .visitor({ web: false })
      .call(redeem, { token }, { authorization: application.authorization })
    expect(redeemed.data.sub).toBe(person.id)
  })

  test('needs a client if there are several, by id or by external id', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    const second = await aClient(server)
    await anAssignment(server, person.id, application.id, second.id, 'Auditor')
    const open = (clientIDE?: string) =>
      visitor.call(appAuth, { RedirectUrl: application.redirectUrl, ...(clientIDE === undefined ? {} : { clientIDE }) })
    const choice = await open()
    expect(choice).toMatchObject({ status: 400, msg: 'Choose a client' })
    expect((choice.data as unknown as { clients: object[] }).clients).toHaveLength(2)
    for (const named of [second.id, second.uuid]) {
      const { searchParams } = new URL((await open(named)).data.launch.url)
      expect(Object.fromEntries(searchParams)).toMatchObject({ clientIDE: second.id, role: 'Auditor' })
    }
    expect(new URL((await open(client.id)).data.launch.url).searchParams.get('role')).toBe('Manager')
    for (const named of [(await aClient(server)).id, 'unknown', "' or 1=1"])
      expect((await open(named)).status).toBe(403)
  })
})

describe('signing in on the way to an application', () => {
  test('takes a password and a code, and leads to the requested application', async () => {
    const { person, application, client } = await someoneWithAccess(server)
    const second = await anApplication(server)
    await anAssignment(server, person.id, second.id, client.id)
    for (const asked of [application, second]) {
      const visitor = server.visitor({ ip: anAddress() })
      const first = await visitor.call(ssoLogIn, {
        email: person.email,
        password: PASSWORD,
        redirectUrl: asked.redirectUrl,
      })
      expect(first).toMatchObject({ status: 200, data: { next: 'otp', loginTxn: null } })
      expect(visitor.cookies).not.toHaveProperty('__Host-eai_sid')
      const { data } = await visitor.call(consumeLogInOtpEmail, {
        email: person.email,
        otp: await server.codeFor(person.email),
      })
      expect(data.next).toEqual({
        to: 'application',
        applicationId: asked.id,
        redirectUri: asked.redirectUrl,
        client: client.id,
      })
    }
  })

  test('distinguishes applications and clients with the same address by their ids', async () => {
    const redirectUrl = 'https://shared.example.com/cb'
    const { person, client } = await someoneWithAccess(server, { application: { redirectUrl } })
    const second = await anApplication(server, { redirectUrl })
    const otherClient = await aClient(server)
    for (const { id } of [client, otherClient]) await anAssignment(server, person.id, second.id, id)
    const begin = async (wanted: object) => {
      const visitor = server.visitor({ ip: anAddress() })
      const { status } = await visitor.call(ssoLogIn, {
        email: person.email,
        password: PASSWORD,
        redirectUrl,
        ...wanted,
      })
      if (status !== 200) return status
      return (
        await visitor.call(consumeLogInOtpEmail, { email: person.email, otp: await server.codeFor(person.email) })
      ).data.next
    }
    expect(await begin({ clientId: second.id, clientIDE: otherClient.uuid })).toMatchObject({
      applicationId: second.id,
      client: otherClient.id,
    })
    expect(await begin({ clientId: (await anApplication(server, { redirectUrl })).id })).toBe(403)
    expect(await begin({ clientIDE: (await aClient(server)).id })).toBe(403)
    // Several match: the person chooses on the dashboard.
    expect(await begin({})).toEqual({ to: 'dashboard' })
  })

  test('leads to the dashboard if the application was detached in the meantime', async () => {
    const { person, application } = await someoneWithAccess(server)
    const visitor = server.visitor({ ip: anAddress() })
    await visitor.call(ssoLogIn, { email: person.email, password: PASSWORD, redirectUrl: application.redirectUrl })
    await server.db.execute(sql`delete from assignments where user_id = ${person.id}`)
    const { data } = await visitor.call(consumeLogInOtpEmail, {
      email: person.email,
      otp: await server.codeFor(person.email),
    })
    expect(data.next).toEqual({ to: 'dashboard' })
  })
})

async function challengesOf(userId: string) {
  const { rows } = await server.db.execute<{ count: number }>(
    sql`select count(*)::int as count from challenges where user_id = ${userId}`,
  )
  return rows[0]?.count
}

describe('/ssologin for a person who is signed in', () => {
  test('launches the application at its registered address, for the given client', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server, {
      application: { redirectUrl: 'https://sso.example.com/cb' },
    })
    const other = await aClient(server)
    await anAssignment(server, person.id, application.id, other.id, 'Auditor')
    const redirectUrl = 'https://sso.example.com/some/page'
    expect(await visitor.call(ssoLaunch, { redirectUrl })).toMatchObject({ status: 400, msg: 'Choose a client' })
    for (const clientIDE of [other.id, other.uuid]) {
      const { data } = await visitor.call(ssoLaunch, { redirectUrl, clientId: application.id, clientIDE })
      const url = new URL(data.launch.url)
      expect(`${url.origin}${url.pathname}`).toBe('https://sso.example.com/cb')
      expect(Object.fromEntries(url.searchParams)).toMatchObject({ role: 'Auditor', clientIDE: other.id })
    }
    const foreign = { redirectUrl, clientId: (await anApplication(server)).id, clientIDE: client.id }
    expect((await visitor.call(ssoLaunch, foreign)).status).toBe(403)
  })

  test.each(NOT_OURS)('launches nothing with %j', async (redirectUrl) => {
    const { visitor } = await someoneWithAccess(server, { application: { redirectUrl: OWN } })
    const answer = await visitor.call(ssoLaunch, { redirectUrl })
    expect([400, 403]).toContain(answer.status)
    expect(answer.data ?? {}).not.toHaveProperty('launch')
  })
})
