import { grantToken, type Launch, listTiles, ssoLaunch } from '@gatehouse/contract/launch.ts'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import {
  aClient,
  anAddress,
  anApplication,
  anAssignment,
  aPerson,
  launch,
  signIn,
  someoneSignedIn,
  someoneWithAccess,
} from '../../test/builders.ts'
import { changeApplication } from '../../test/relying-party.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const FULL = [
  'appName',
  'clientIDE',
  'clientID',
  'role',
  'oAuthtoken',
  'token',
  'userId',
  'redirectURL',
  'uuid',
  '_id',
  'isActive',
  'email',
  'userName',
  'firstName',
  'lastName',
  'phoneNumber',
]

const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'
const NOTHING_GRANTED = { status: 403, code: 403, data: null }

async function countTokens(userId: string) {
  const { rows } = await server.db.execute<{ count: number }>(
    sql`select count(*)::int as count from launch_tokens where user_id = ${userId}`,
  )
  return rows[0]?.count
}

async function refusals(userId: string) {
  const { rows } = await server.db.execute<{ subject: string; reason: string }>(sql`
    select subject_id as subject, detail->>'reason' as reason from audit_events where event = 'launch.refused' and actor_id = ${userId}`)
  return rows
}

/** The fields that the browser sends, in the query or in a form. */
const fieldsOf = ({ method, url, fields }: Launch) =>
  method === 'POST' ? fields : Object.fromEntries(new URL(url).searchParams)

describe('an application that uses OpenID Connect', () => {
  const LOGIN = 'https://claims.example.com/login'
  const withoutRedirectUrl = async () => {
    const someone = await someoneWithAccess(server)
    await changeApplication(server, someone.application.id, {
      ...{ redirect_url: '', allowed_url: '', launch_mode: 'oidc', login_url: LOGIN },
      redirect_uris: ['https://claims.example.com/callback'],
    })
    return someone
  }

  test('has a tile and opens at its login address, without a Redirect URL', async () => {
    const { visitor, application, person, client } = await withoutRedirectUrl()
    expect((await visitor.call(listTiles)).data).toMatchObject([{ _id: application.id, redirectUri: LOGIN }])
    const { status, data } = await visitor.call(grantToken, {
      ...{ clientId: application.id, redirectUri: LOGIN, userId: person.id },
    })
    expect(status).toBe(200)
    expect(data.launch.url).toBe(`${LOGIN}?${new URLSearchParams({ iss: 'http://localhost:3000', client: client.id })}`)
  })

  test('opens for a person who comes by its address', async () => {
    const { visitor } = await withoutRedirectUrl()
    const { status, data } = await visitor.call(ssoLaunch, { redirectUrl: 'https://claims.example.com/anything' })
    expect(status).toBe(200)
    expect(data.launch.url).toContain(LOGIN)
  })

  test("is opened at once after sign-in if it is the person's only application", async () => {
    const { person, application } = await withoutRedirectUrl()
    const visitor = server.visitor({ ip: anAddress() })
    const { next } = await signIn(server, visitor, person.email)
    expect(next).toMatchObject({ to: 'application', applicationId: application.id, redirectUri: LOGIN })
  })

  test('has no tile without any address', async () => {
    const { visitor, application } = await withoutRedirectUrl()
    await changeApplication(server, application.id, { login_url: '' })
    expect((await visitor.call(listTiles)).data).toEqual([])
  })
})

describe('the tiles', () => {
  test('show an application once, with the clients it may be opened for', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server, {
      application: { name: 'Claims' },
      client: { actualName: 'Beta' },
    })
    const earlier = await aClient(server, { actualName: 'Alpha' })
    await anAssignment(server, person.id, application.id, earlier.id, 'Auditor')
    expect((await visitor.call(listTiles)).data).toEqual([
      {
        _id: application.id,
        name: 'Claims',
        logo: '',
        summary: 'What it is for',
        group: '',
        isFavourite: false,
        opensWhileActing: false,
        needsConsent: false,
        openedAt: null,
        lastClient: '',
        redirectUri: application.redirectUrl,
        clients: [
          { _id: earlier.id, name: 'Alpha', role: 'Auditor', lacks: null },
          { _id: client.id, name: 'Beta', role: 'Manager', lacks: null },
        ],
      },
    ])
  })

  test('are sorted by name', async () => {
    const { visitor, person, client } = await someoneWithAccess(server, { application: { name: 'beta two' } })
    for (const name of ['Gamma', 'alpha'])
      await anAssignment(server, person.id, (await anApplication(server, { name })).id, client.id)
    expect((await visitor.call(listTiles)).data.map(({ name }) => name)).toEqual(['alpha', 'beta two', 'Gamma'])
  })

  test('do not exist for a person without assignments, not even for an administrator', async () => {
    await someoneWithAccess(server)
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    expect((await visitor.call(listTiles)).data).toEqual([])
  })
})

describe('an application has no tile and is not launched (T016):', () => {
  const setApplication =
    (change: Sql) =>
    async ({ application }: Access) => {
      await server.db.execute(sql`update applications set ${change} where id = ${application.id}`)
    }
  const setClient =
    (change: Sql) =>
    async ({ client }: Access) => {
      await server.db.execute(sql`update clients set ${change} where id = ${client.id}`)
    }
  type Access = Awaited<ReturnType<typeof someoneWithAccess>>

  test.each<[string, (access: Access) => Promise<void>]>([
    ['an inactive application', setApplication(sql`status = 'INACTIVE'`)],
    ['a temporarily blocked application', setApplication(sql`status = 'Temporary BLOCKED'`)],
    ['a permanently blocked application', setApplication(sql`status = 'Permanent BLOCKED'`)],
    ['an application without an address', setApplication(sql`redirect_url = ''`)],
    ['an application of an inactive client', setClient(sql`status = 'INACTIVE'`)],
  ])('%s, and only its person learns that it is closed', async (_case, change) => {
    const access = await someoneWithAccess(server)
    const stranger = await someoneSignedIn(server)
    expect((await access.visitor.call(listTiles)).data).toHaveLength(1)
    await change(access)
    expect((await access.visitor.call(listTiles)).data).toEqual([])
    expect(await launch(access)).toMatchObject({
      ...NOTHING_GRANTED,
      msg: 'This application is assigned to you, but cannot be opened at present. Ask your administrator.',
    })
    expect(await countTokens(access.person.id)).toBe(0)
    expect(await refusals(access.person.id)).toEqual([{ subject: access.application.id, reason: 'application_closed' }])
    expect(await launch({ ...access, ...stranger })).toMatchObject({
      ...NOTHING_GRANTED,
      msg: 'This application is not assigned to you. Ask your administrator.',
    })
  })

  test.each<[string, (access: Access) => Promise<void>]>([
    ['a deleted application', setApplication(sql`deleted_at = now()`)],
    ['an application of a deleted client', setClient(sql`deleted_at = now()`)],
    [
      'an application that is assigned no longer',
      async ({ person }) => {
        await server.db.execute(sql`delete from assignments where user_id = ${person.id}`)
      },
    ],
    [
      'an application assigned to another person',
      async ({ person }) => {
        const other = await aPerson(server)
        await server.db.execute(sql`update assignments set user_id = ${other.id} where user_id = ${person.id}`)
      },
    ],
  ])('%s', async (_case, change) => {
    const access = await someoneWithAccess(server)
    expect((await access.visitor.call(listTiles)).data).toHaveLength(1)
    await change(access)
    expect((await access.visitor.call(listTiles)).data).toEqual([])
    expect(await launch(access)).toMatchObject({
      ...NOTHING_GRANTED,
      msg: 'This application is not assigned to you. Ask your administrator.',
    })
    expect(await countTokens(access.person.id)).toBe(0)
    expect(await refusals(access.person.id)).toEqual([
      { subject: access.application.id, reason: 'application_not_assigned' },
    ])
  })

  test('an application that does not exist', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const answer = await visitor.call(grantToken, {
      clientId: UNKNOWN_ID,
      redirectUri: 'https://x.example',
      userId: person.id,
    })
    expect(answer).toMatchObject(NOTHING_GRANTED)
  })
})

describe('a launch token', () => {
  test('is granted for an assigned application, lasts 60 seconds and leaves an audit line', async () => {
    const access = await someoneWithAccess(server)
    const { status, data } = await launch(access)
    expect(status).toBe(200)
    expect(data.oAuthToken).toMatch(/^elt_[\w-]{43}$/)
    const { rows } = await server.db.execute(sql`
      select application_id as application, client_id as client, user_id as person, redeemed_at as redeemed,
        round(extract(epoch from expires_at - created_at))::int as seconds, position(${data.oAuthToken} in t::text) as readable
      from launch_tokens t where user_id = ${access.person.id}`)
    expect(rows).toEqual([
      {
        application: access.application.id,
        client: access.client.id,
        person: access.person.id,
        redeemed: null,
        seconds: 60,
        readable: 0,
      },
    ])
    const audit = await server.db.execute(
      sql`select subject_id as subject, ip, detail from audit_events where event = 'launch.granted' and actor_id = ${access.person.id}`,
    )
    expect(audit.rows).toEqual([
      {
        subject: access.application.id,
        ip: expect.stringMatching(/^198\.18\./),
        detail: { clientId: access.client.id },
      },
    ])
  })

  test('is refused in the name of another person, even to an administrator, and leaves an audit line', async () => {
    const theirs = await someoneWithAccess(server)
    const { visitor, person } = await someoneSignedIn(server, { isAdmin: true })
    const answer = await launch({ ...theirs, visitor })
    expect(answer).toMatchObject({ ...NOTHING_GRANTED, msg: 'You are not allowed to do this.' })
    expect(await refusals(person.id)).toEqual([{ subject: theirs.application.id, reason: 'not_allowed' }])
    expect(await countTokens(theirs.person.id)).toBe(0)
  })

  test.each([
    ['a trailing slash', 'https://one.example.com/cb/'],
    ['no path', 'https://one.example.com'],
    ['a query', 'https://one.example.com/cb?x=1'],
    ['an empty query', 'https://one.example.com/cb?'],
    ['a fragment', 'https://one.example.com/cb#f'],
    ['an upper-case host', 'https://ONE.example.com/cb'],
    ['an upper-case scheme', 'HTTPS://one.example.com/cb'],
    ['an upper-case path', 'https://one.example.com/CB'],
    ['the default port', 'https://one.example.com:443/cb'],
    ['another port', 'https://one.example.com:8443/cb'],
    ['an encoded letter', 'https://one.example.com/%63b'],
    ['a way round', 'https://one.example.com/x/../cb'],
    ['a doubled slash', 'https://one.example.com//cb'],
    ['path parameters', 'https://one.example.com/cb;x=1'],
    ['a name before the host', 'https://one.example.com@evil.example/cb'],
    ['a name before the right host', 'https://evil@one.example.com/cb'],
    ['a subdomain', 'https://www.one.example.com/cb'],
    ['a longer domain', 'https://one.example.com.evil.example/cb'],
    ['a trailing dot', 'https://one.example.com./cb'],
    ['another scheme', 'http://one.example.com/cb'],
    ['a script', 'javascript:alert(1)//https://one.example.com/cb'],
    ['another origin', 'https://evil.example/cb'],
    ['no scheme', '//one.example.com/cb'],
    ['two addresses', 'https://one.example.com/cb,https://evil.example/cb'],
  ])('is refused for the registered address with %s', async (_case, redirectUri) => {
    const access = await someoneWithAccess(server, { application: { redirectUrl: 'https://one.example.com/cb' } })
    const answer = await launch(access, { redirectUri })
    expect(answer).toMatchObject({
      ...NOTHING_GRANTED,
      msg: 'This address does not belong to an application assigned to you.',
    })
    expect(await countTokens(access.person.id)).toBe(0)
    expect((await launch(access)).status).toBe(200)
  })

  test.each([
    ['nothing', {}],
    ['an invalid application id', { clientId: 'Claims' }],
    ['a list of applications', { clientId: ['a', 'b'] }],
    ['an invalid person id', { userId: { $ne: null } }],
    ['an empty address', { redirectUri: '' }],
    ['a huge address', { redirectUri: `https://one.example.com/${'x'.repeat(2100)}` }],
    ['an invalid client id', { client: 'Acme' }],
  ])('is refused with 400 for %s', async (_case, changes) => {
    const access = await someoneWithAccess(server)
    const answer =
      Object.keys(changes).length === 0 ? await access.visitor.call(grantToken, {}) : await launch(access, changes)
    expect(answer.status).toBe(400)
    expect(await countTokens(access.person.id)).toBe(0)
  })
})

test('role, client and person of a launch come from the assignment, whatever the request names', async () => {
  const access = await someoneWithAccess(server)
  const { person, client } = access
  const foreign = {
    role: 'Admin',
    clientIDE: UNKNOWN_ID,
    clientID: 'x',
    uuid: 'x',
    _id: UNKNOWN_ID,
    email: 'x@y.example',
  }
  const { data } = await launch(access, foreign)
  expect(fieldsOf(data.launch)).toMatchObject({
    ...{ role: 'Manager', clientIDE: client.id, clientID: client.uuid, uuid: client.uuid },
    ...{ _id: person.id, email: person.email },
  })
})

describe('a launch with several clients', () => {
  test('needs one of them', async () => {
    const access = await someoneWithAccess(server)
    const { person, application, client } = access
    const second = await aClient(server)
    await anAssignment(server, person.id, application.id, second.id, 'Auditor')

    expect(await launch(access)).toMatchObject({ status: 400, msg: 'Choose a client' })
    for (const one of [
      { ...client, role: 'Manager' },
      { ...second, role: 'Auditor' },
    ]) {
      const { data } = await launch(access, { client: one.id })
      expect(fieldsOf(data.launch)).toMatchObject({
        clientIDE: one.id,
        clientID: one.uuid,
        uuid: one.uuid,
        role: one.role,
      })
    }
    const foreign = await aClient(server)
    expect(await launch(access, { client: foreign.id })).toMatchObject(NOTHING_GRANTED)
    expect(await refusals(person.id)).toEqual([{ subject: application.id, reason: 'application_not_assigned' }])
  })

  test('does not need a choice if only one is active, and says that an inactive one is closed', async () => {
    const access = await someoneWithAccess(server)
    const inactive = await aClient(server, { status: 'INACTIVE' })
    await anAssignment(server, access.person.id, access.application.id, inactive.id)
    expect(fieldsOf((await launch(access)).data.launch).clientIDE).toBe(access.client.id)
    expect(await launch(access, { client: inactive.id })).toMatchObject(NOTHING_GRANTED)
    expect(await refusals(access.person.id)).toEqual([{ subject: access.application.id, reason: 'application_closed' }])
  })
})

describe('the fields that an application gets with the launch token', () => {
  test('are by default all about the person and the assignment', async () => {
    const access = await someoneWithAccess(server, { role: 'Claims officer' })
    const { person, application, client } = access
    const { data } = await launch(access)
    expect(data.launch).toMatchObject({ method: 'GET', fields: {} })
    expect(data.launch.url.split('?')[0]).toBe(application.redirectUrl)
    expect(fieldsOf(data.launch)).toEqual({
      appName: application.name,
      clientIDE: client.id,
      clientID: client.uuid,
      uuid: client.uuid,
      role: 'Claims officer',
      oAuthtoken: data.oAuthToken,
      token: data.oAuthToken,
      userId: person.id,
      _id: person.id,
      redirectURL: application.redirectUrl,
      isActive: 'true',
      email: person.email,
      userName: person.userName,
      firstName: 'Asha',
      lastName: 'Rao',
      phoneNumber: person.phoneNumber,
    })
  })

  test.each([
    ['minimal', ['appName', 'clientIDE', 'clientID', 'role', 'userId', 'redirectURL', 'oAuthtoken', 'token']],
    ['none', ['oAuthtoken', 'token']],
  ] as const)('are, with identity %s, only %j', async (launchIdentity, names) => {
    const access = await someoneWithAccess(server, { application: { launchIdentity } })
    expect(Object.keys(fieldsOf((await launch(access)).data.launch)).toSorted()).toEqual(names.toSorted())
  })

  test('can be renamed, left out and extended with constants', async () => {
    const launchFields = {
      rename: { clientIDE: 'orgId', token: 'ticket' },
      drop: ['phoneNumber', 'oAuthtoken'],
      add: { source: 'portal & more', tenant: '7' },
    }
    const access = await someoneWithAccess(server, { application: { launchFields } })
    const { data } = await launch(access)
    const fields = fieldsOf(data.launch)
    expect(fields).toMatchObject({
      orgId: access.client.id,
      ticket: data.oAuthToken,
      source: 'portal & more',
      tenant: '7',
    })
    for (const gone of ['clientIDE', 'token', 'oAuthtoken', 'phoneNumber']) expect(fields).not.toHaveProperty(gone)
  })

  test('cannot be replaced by a constant if the assignment defines them', async () => {
    const access = await someoneWithAccess(server, {
      application: { launchFields: { add: { role: 'Admin', userId: 'someone' } } },
    })
    expect(fieldsOf((await launch(access)).data.launch)).toMatchObject({ role: 'Manager', userId: access.person.id })
  })

  test('are sent as a form if the application wants it', async () => {
    const access = await someoneWithAccess(server, { application: { launchMode: 'form_post' } })
    const { data } = await launch(access)
    expect(data.launch).toMatchObject({
      method: 'POST',
      url: access.application.redirectUrl,
      fields: { token: data.oAuthToken, role: 'Manager' },
    })
    expect(Object.keys(data.launch.fields).toSorted()).toEqual(FULL.toSorted())
  })

  test('include the query of its own address, but each field once', async () => {
    const access = await someoneWithAccess(server, {
      application: { redirectUrl: 'https://two.example.com/sso?tenant=7&role=Admin' },
    })
    const { searchParams } = new URL((await launch(access)).data.launch.url)
    expect(searchParams.get('tenant')).toBe('7')
    expect(searchParams.getAll('role')).toEqual(['Manager'])
  })

  test.each([
    '&role=Admin',
    '#&role=Admin',
    'a\r\nLocation: https://evil.example',
    '{{password}}$\u007bsecret}%7B%7B',
    '?token=forged&token=forged',
    '%26role%3DAdmin',
    '"><script>',
    '<\u202e आशा 🙂>',
  ])('cannot be forged by the name of a person, role or application: %j', async (name) => {
    const access = await someoneWithAccess(server, {
      application: { name: `Application ${name}` },
      role: `Clerk${name}`,
    })
    // No form accepts such a name, but a row may have been written in another way.
    await server.db.execute(sql`update users set first_name = ${name} where id = ${access.person.id}`)
    const { url } = (await launch(access)).data.launch
    const { origin, pathname, hash, searchParams } = new URL(url)
    expect(url).toMatch(/^[!-~]+$/)
    expect({ address: origin + pathname, hash }).toEqual({ address: access.application.redirectUrl, hash: '' })
    expect([...searchParams.keys()].toSorted()).toEqual(FULL.toSorted())
    expect(Object.fromEntries(searchParams)).toMatchObject({
      firstName: name,
      appName: `Application ${name}`,
      role: `Clerk${name}`,
    })
  })
})
