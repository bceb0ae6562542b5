import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { invite } from '@gatehouse/contract/admin/people/invitations.ts'
import { brandingForm } from '@gatehouse/contract/branding.ts'
import { type brandingParameters, getBranding } from '@gatehouse/contract/get-branding.ts'
import { requestRequestPassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, aPerson } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'

const FOR_NOBODY = '00000000-0000-4000-8000-000000000001'
const HOST_CLIENT = '00000000-0000-4000-8000-000000000002'

const server = useTestServer({ config: { clientHosts: new Map([['acme.example.com', HOST_CLIENT]]) } })
const admin = useAdministrator(server)

const BRANDING = {
  ...{ isShown: true, accentLight: '#0A6B3D', accentDark: '', contact: 'help@acme.example.com' },
  ...{ welcome: 'Welcome to Acme', welcomeHindi: 'एक्मे में आपका स्वागत है', help: 'Need help?', helpHindi: '' },
}
type Named = Partial<Record<keyof typeof brandingParameters, string>>

const shown = async (named: Named) =>
  (await server.visitor({ ip: anAddress() }).call(getBranding, named as never)).data.branding

const formOf = (actualName: string, branding: object) => ({
  actualName,
  displayName: 'Acme',
  status: 'ACTIVE',
  branding,
})

/** A client with a branding, saved in the console. */
async function brandedClient(branding: object = BRANDING) {
  const { id, actualName } = await aClient(server)
  const saved = await admin.call(clients.update, { ...formOf(actualName, branding), clientId: id })
  return { id, actualName, saved }
}

/** An application with a branding. */
async function brandedApplication(address = '') {
  const { id, name } = await anApplication(server)
  await server.db.execute(
    sql`update applications set branding = ${JSON.stringify(BRANDING)}, redirect_url = ${address} where id = ${id}`,
  )
  return { id, name }
}

describe('the branding of a page before signing in', () => {
  test('is that of the client that its address names, in both languages and themes', async () => {
    const { id, saved } = await brandedClient()
    expect(saved).toMatchObject({ status: 200, data: { branding: { ...BRANDING, accentLight: '#0a6b3d' } } })
    expect(await shown({ client: id })).toEqual({
      ...{ name: 'Acme', logo: '', contact: 'help@acme.example.com' },
      welcome: { en: 'Welcome to Acme', hi: 'एक्मे में आपका स्वागत है' },
      help: { en: 'Need help?', hi: 'Need help?' },
      colours: {
        light: {
          primary: '#0a6b3d',
          hover: expect.stringMatching(/^#[0-9a-f]{6}$/),
          on: '#ffffff',
          soft: expect.any(String),
        },
        dark: expect.objectContaining({ primary: '#9db1ff' }),
      },
    })
    expect(await shown({ clientIDE: id.toUpperCase() })).toMatchObject({ name: 'Acme' })
    const [line] = (await auditOf(server, id)).slice(-1)
    expect(line).toMatchObject({
      event: 'clients.updated',
      detail: { changes: expect.arrayContaining([expect.objectContaining({ field: 'branding' })]) },
    })
  })

  test('is that of the application where no client with one is named', async () => {
    const [application, client] = [await brandedApplication('https://acme.example.com/start'), await brandedClient()]
    expect(await shown({ client_id: application.id })).toMatchObject({ name: application.name })
    expect(await shown({ clientId: application.id, clientIDE: FOR_NOBODY })).toMatchObject({ name: application.name })
    expect(await shown({ client_id: application.id, client: client.id })).toMatchObject({ name: 'Acme' })
    expect(await shown({ base: 'https://acme.example.com/claims?id=1' })).toMatchObject({ name: application.name })
    for (const base of [
      'https://acme.example.com.evil.example',
      'https://acme.example.co',
      'javascript:alert(1)',
      '//acme.example.com',
    ])
      expect(await shown({ base }), base).toBeNull()
  })

  test('is the same answer for what does not exist, is not active, or shows none', async () => {
    const hidden = await brandedClient({ ...BRANDING, isShown: false })
    const inactive = await brandedClient()
    await server.db.execute(sql`update clients set status = 'INACTIVE' where id = ${inactive.id}`)
    const closed = await brandedClient()
    const cases: Named[] = [
      {},
      { client: FOR_NOBODY },
      { client: "' or true --" },
      { client: hidden.id },
      { client: inactive.id },
      // A name is looked up only for a pair that is open to self-registration.
      { Client: closed.actualName, Application: 'Nothing' },
      { client_id: hidden.id },
    ]
    const answers = await Promise.all(
      cases.map((named) => server.visitor({ ip: anAddress() }).call(getBranding, named as never)),
    )
    for (const { status, data } of answers) expect({ status, data }).toEqual({ status: 200, data: { branding: null } })
  })

  test('is found by the names of a pair that is open to self-registration', async () => {
    const [application, client] = [await anApplication(server), await brandedClient()]
    await server.db.execute(sql`
      insert into self_registrations (application_id, client_id) values (${application.id}, ${client.id})`)
    expect(await shown({ Application: application.name, Client: client.actualName })).toMatchObject({ name: 'Acme' })
  })

  test('is sent once, and again after a change', async () => {
    const { id, actualName } = await brandedClient()
    const url = `${getBranding.path}?client=${id}`
    const first = await server.app.inject({ url, headers: { host: 'localhost:3000' } })
    const headers = { host: 'localhost:3000', 'if-none-match': String(first.headers.etag) }
    const again = await server.app.inject({ url, headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await admin.call(clients.update, { ...formOf(actualName, { ...BRANDING, welcome: 'Hello' }), clientId: id })
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200)
  })
})

test('a host name of a client leads to its sign-in page, and to no other host whatever the path', async () => {
  const headers = { host: 'acme.example.com' }
  for (const url of ['/', '//evil.example', '/dashboard/app', '/api/session']) {
    const { statusCode, headers: answered } = await server.app.inject({ url, headers })
    expect([statusCode, answered.location], url).toEqual([303, `http://localhost:3000/login?client=${HOST_CLIENT}`])
  }
  expect((await server.app.inject({ method: 'POST', url: '/api/auth/login', headers })).statusCode).toBe(421)
  expect((await server.app.inject({ url: '/', headers: { host: 'other.example.com' } })).statusCode).toBe(421)
})

describe('links in messages open with the branding', () => {
  const mailed = async (email: string) => (await server.inbox(email))[0]?.text ?? ''

  test('of an invitation, that of its client', async () => {
    const [application, client] = [await anApplication(server), await brandedClient()]
    const gift = { applicationId: application.id, clientId: client.id, role: 'User' }
    await admin.call(invite, { emails: ['nila@example.com'], ...gift } as never)
    expect(await mailed('nila@example.com')).toMatch(new RegExp(`/invitation/[0-9a-f-]{36}\\?client=${client.id}`))
  })

  test('of a reset, that of the page where it was asked for, and of nothing that shows none', async () => {
    const client = await brandedClient()
    const { email } = await aPerson(server)
    const visitor = server.visitor({ ip: anAddress() })
    await visitor.call(requestRequestPassword, { email, client: client.id })
    expect(await mailed(email)).toMatch(new RegExp(`/resetpassword/[0-9a-f-]{36}\\?client=${client.id}`))
    await visitor.call(requestRequestPassword, { email, client: FOR_NOBODY })
    expect(await mailed(email)).toMatch(/\/resetpassword\/[0-9a-f-]{36}\s/)
  })
})

describe('a branding is refused with', () => {
  const problemOf = (change: object) => brandingForm().safeParse({ ...BRANDING, ...change }).error?.issues[0]?.message
  test.each([
    // Fails on white: the shade beside it passes.
    [{ accentLight: '#ffcc00' }, 'The contrast of #ffcc00 is 1.4:1, and 4.5:1 is needed.'],
    [{ accentDark: '#1a237e' }, 'The contrast of #1a237e is'],
    [{ accentLight: 'red' }, 'Enter a colour such as #2f54d1'],
    [{ accentLight: '#fff;}' }, 'Enter a colour such as #2f54d1'],
    [{ welcome: 'a\u202Eb' }, 'Leave out line breaks and hidden characters'],
    [{ help: 'a\nb' }, 'Leave out line breaks and hidden characters'],
    [{ welcome: 'x'.repeat(121) }, 'Too Long!'],
    [{ contact: 'javascript:alert(1)' }, 'Enter an email address or a phone number'],
    [{ contact: 'a@b.example?cc=x@y.example' }, 'Enter an email address or a phone number'],
    [{ contact: 'https://evil.example' }, 'Enter an email address or a phone number'],
  ])('%j', (change, message) => {
    expect(problemOf(change)).toContain(message)
  })

  test('a contrast by the server, and the colour that it names instead passes', async () => {
    const { id, actualName } = await aClient(server)
    const save = (accentLight: string) =>
      admin.call(clients.update, { ...formOf(actualName, { ...BRANDING, accentLight }), clientId: id })
    const refused = await save('#ffcc00')
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('1.4:1') })
    const [nearest] = /#[0-9a-f]{6}(?= has it)/.exec(refused.msg) ?? []
    expect(await save(String(nearest))).toMatchObject({ status: 200 })
  })
})

test('a change that says nothing of the branding keeps it', async () => {
  const { id, actualName } = await brandedClient()
  const { branding: _, ...without } = formOf(actualName, {})
  expect(await admin.call(clients.update, { ...without, clientId: id })).toMatchObject({
    data: { branding: { welcome: 'Welcome to Acme' } },
  })
  const application = await brandedApplication()
  const { data } = await admin.call(applications.list, { id: application.id, page: 0 } as never)
  expect(data).toMatchObject({ rows: [{ branding: { welcome: 'Welcome to Acme', contact: 'help@acme.example.com' } }] })
})
