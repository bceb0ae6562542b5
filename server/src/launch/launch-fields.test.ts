import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { CONSTANT, LAUNCH_FIELDS } from '@gatehouse/contract/admin/applications/launch-fields.ts'
import { previewLaunch } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import { grantToken, type Launch } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, someoneSignedIn, someoneWithAccess } from '../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../test/console.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()
let admin: Visitor
let adminId: string
let foreign: Awaited<ReturnType<typeof startApplication>>
beforeAll(async () => {
  const { visitor, person } = await anAdministrator(server)
  admin = visitor
  adminId = person.id
  foreign = await startApplication()
})
afterAll(async () => {
  await foreign.close()
})

/** An application on this machine that records every request as it arrived. */
async function startApplication() {
  const received: { method: string; target: string; contentType: string | null; body: string }[] = []
  const listening = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const contentType = request.headers['content-type'] ?? null
    received.push({ method: request.method ?? '', target: request.url ?? '', contentType, body })
    response.end()
  }).listen(0, 'localhost')
  await once(listening, 'listening')
  const close = async () => {
    listening.closeAllConnections()
    listening.close()
    await once(listening, 'close')
  }
  return { received, origin: `http://localhost:${(listening.address() as AddressInfo).port}`, close }
}

let count = 0
const aForm = (changes: object = {}) => ({
  name: { description: `Claims Desk ${++count}`, applicationType: 'NA' },
  applicationAllowedUrl: `${foreign.origin}/${count}`,
  applicationRedirectUrl: `${foreign.origin}/in?tenant=7`,
  ...changes,
})

const aDraft = ({
  name,
  applicationRedirectUrl,
}: {
  name: { description: string }
  applicationRedirectUrl: string
}) => ({
  ...{ name: name.description, redirectUrl: applicationRedirectUrl, loginUrl: '' },
  ...{ launchMode: 'query', launchIdentity: 'full', launchFields: [] },
})

const renamed = (field: string, name: string) => ({ field, name })
const left = (field: string) => ({ field, isSent: false })
const constant = (name: string, value: string) => ({ field: CONSTANT, name, value })

/** Opens it as a browser does. */
const open = ({ method, url, fields }: Launch) =>
  fetch(url, method === 'POST' ? { method, body: new URLSearchParams(fields) } : {})

async function openedBy(visitor: Visitor, personId: string, applicationId: string, redirectUri: string) {
  const { data } = await visitor.call(grantToken, { clientId: applicationId, redirectUri, userId: personId })
  await open(data.launch)
  return { token: data.oAuthToken, received: foreign.received.at(-1) }
}

describe('the launch fields of an application', () => {
  const FIELDS = [
    constant('channel', 'portal & हिन्दी'),
    renamed('userName', 'login'),
    renamed('token', 'ticket'),
    left('oAuthtoken'),
    left('phoneNumber'),
    renamed('clientIDE', 'org[id]'),
  ]

  test.each(['query', 'form_post'])('arrive as shown in the preview: %s', async (launchMode) => {
    const { visitor, person } = await someoneSignedIn(server)
    const form = aForm({ launchMode, launchFields: FIELDS })
    const { data: created } = await admin.call(applications.create, form)
    const client = await aClient(server)
    await anAssignment(server, person.id, created._id, client.id, 'Clerk & Co')

    const { data: preview } = await admin.call(previewLaunch, { applicationId: created._id, userId: person.id })
    const { token, received } = await openedBy(visitor, person.id, created._id, form.applicationRedirectUrl)
    expect(preview).toMatchObject({ problem: null, isExample: false, needs: null })
    const { method, url, contentType, body } = preview.request ?? { url: '' }
    const { pathname, search } = new URL(url)
    expect(received).toEqual({
      method,
      target: `${pathname}${search}`.replaceAll('LAUNCH_TOKEN', token),
      // `fetch` labels its body with a charset; a form has none.
      contentType: contentType && `${contentType};charset=UTF-8`,
      body: (body ?? '').replaceAll('LAUNCH_TOKEN', token),
    })
    const said = new URLSearchParams(launchMode === 'query' ? search : (body ?? ''))
    const names = [...said.keys()]
    expect(names.slice(launchMode === 'query' ? 1 : 0).slice(0, 4)).toEqual(['channel', 'login', 'ticket', 'org[id]'])
    expect(Object.fromEntries(said)).toMatchObject({
      ...{ channel: 'portal & हिन्दी', login: person.userName, ticket: 'LAUNCH_TOKEN', 'org[id]': client.id },
      role: 'Clerk & Co',
    })
    for (const gone of ['userName', 'token', 'oAuthtoken', 'phoneNumber', 'clientIDE'])
      expect(names).not.toContain(gone)
  })

  test('are previewed with the sign-in that is needed before the application opens, of whichever client it is', async () => {
    const { person } = await someoneSignedIn(server)
    const [strict, usual] = [await aClient(server), await aClient(server)]
    const { data: created } = await admin.call(applications.create, { ...aForm({}), confirmMinutes: 30 })
    for (const { id } of [strict, usual]) await anAssignment(server, person.id, created._id, id, 'Clerk')
    await server.db.execute(sql`update clients set needs_strong_sign_in = true where id = ${strict.id}`)
    const needs = async (client: string) =>
      (await admin.call(previewLaunch, { applicationId: created._id, userId: person.id, client })).data.needs
    expect(await needs(strict.id)).toEqual({ strong: true, passkey: false, minutes: 30 })
    expect(await needs(usual.id)).toEqual({ strong: false, passkey: false, minutes: 30 })
  })

  test.each([
    ['what it needs now', {}],
    ['no strong sign-in', { needsStrongSignIn: false }],
    ['a strong sign-in', { needsStrongSignIn: true }],
    ['a passkey', { needsStrongSignIn: true, needsPasskey: true }],
    ['a passkey later', { needsStrongSignIn: true, needsPasskey: true, strongSignInFrom: '2999-01-31' }],
    ['a strong sign-in later', { needsStrongSignIn: true, strongSignInFrom: '2999-01-31' }],
    ['one of any age', { confirmMinutes: null }],
    ['a recent one', { confirmMinutes: 45 }],
  ])('are previewed with the sign-in that a form asks for, before it is saved as after: %s', async (_what, asked) => {
    for (const stored of [
      {},
      { needsStrongSignIn: true },
      { needsStrongSignIn: true, needsPasskey: true, confirmMinutes: 30 },
    ]) {
      const { data: created } = await admin.call(applications.create, aForm(stored))
      const client = await aClient(server)
      await anAssignment(server, adminId, created._id, client.id, 'Clerk')
      const draft = { ...aDraft(created), ...asked }
      const typed = await admin.call(previewLaunch, { applicationId: created._id, draft })
      const form = { ...aForm({}), ...asked }
      expect(await admin.call(applications.update, { ...form, id: created._id })).toMatchObject({
        status: 200,
      })
      const saved = await admin.call(previewLaunch, { applicationId: created._id })
      expect(typed.data.needs).toEqual(saved.data.needs)
      const fresh = await admin.call(previewLaunch, { draft: { ...aDraft(created), ...asked } })
      expect(fresh.data.problem).toBeNull()
    }
  })

  test('are the same in the preview of a form and after it is saved', async () => {
    const { data: created } = await admin.call(applications.create, aForm({ launchFields: FIELDS }))
    const client = await aClient(server)
    await anAssignment(server, adminId, created._id, client.id, 'Clerk')
    const draft = {
      ...{ name: created.name.description, redirectUrl: created.applicationRedirectUrl, loginUrl: '' },
      ...{ launchMode: 'query', launchIdentity: 'full', launchFields: FIELDS },
    }
    const saved = await admin.call(previewLaunch, { applicationId: created._id })
    const typed = await admin.call(previewLaunch, { applicationId: created._id, draft })
    expect(typed.data).toEqual(saved.data)
    const unsaved = await admin.call(previewLaunch, { draft })
    expect(unsaved.data).toMatchObject({ isExample: true, problem: null })
    expect(unsaved.data.request?.url).toContain('clientID=CLIENT-01')
  })

  test('name the portal and the client for an application with OpenID Connect', async () => {
    const login = 'https://claims.example.com/login'
    const draft = {
      ...{ name: 'Claims', redirectUrl: '', loginUrl: login, launchMode: 'oidc', launchIdentity: 'full' },
      launchFields: FIELDS,
    }
    const { data } = await admin.call(previewLaunch, { draft })
    const iss = 'http://localhost:3000'
    expect(data.request).toMatchObject({ method: 'GET', body: null })
    expect(data.request?.url).toMatch(`${login}?${new URLSearchParams({ iss })}&client=`)
  })

  test('follow the chosen identity; constants are always sent', async () => {
    const fields = [constant('channel', 'portal'), renamed('email', 'mail'), renamed('role', 'part')]
    const namesAt = async (launchIdentity: string) => {
      const draft = {
        ...{ name: 'Claims', redirectUrl: 'https://claims.example.com/in', loginUrl: '', launchMode: 'query' },
        ...{ launchIdentity, launchFields: fields },
      }
      const { data } = await admin.call(previewLaunch, { draft })
      return [...new URL(data.request?.url ?? '').searchParams.keys()]
    }
    expect(await namesAt('none')).toEqual(['channel', 'oAuthtoken', 'token'])
    expect(await namesAt('minimal')).toEqual([
      ...['channel', 'part', 'appName', 'clientIDE', 'clientID', 'oAuthtoken', 'token', 'userId', 'redirectURL'],
    ])
    expect(await namesAt('full')).toHaveLength(LAUNCH_FIELDS.length + 1)
  })

  test('are returned as saved, recorded in the history, and kept when a change omits them', async () => {
    const { data: created } = await admin.call(applications.create, aForm())
    expect(created.launchFields).toEqual([])
    const { data: changed } = await admin.call(applications.update, {
      ...aForm({ launchFields: FIELDS }),
      id: created._id,
    })
    expect(changed.launchFields).toMatchObject(FIELDS)
    const { data: kept } = await admin.call(applications.update, { ...aForm(), id: created._id })
    expect(kept.launchFields).toEqual(changed.launchFields)
    const { data: listed } = await admin.call(applications.list, {})
    const rows = Array.isArray(listed) ? listed : listed.rows
    expect(rows.find(({ _id }) => _id === created._id)?.launchFields).toEqual(changed.launchFields)
    const lines = await auditOf(server, created._id)
    expect(JSON.stringify(lines)).toContain('"login"')
    const { data: again } = await admin.call(applications.update, {
      ...aForm({ launchFields: LAUNCH_FIELDS.map((field) => ({ field })) }),
      id: created._id,
    })
    expect(again.launchFields).toEqual([])
  })

  test('written by hand in older releases keep their meaning', async () => {
    const rules = { rename: { token: 'ticket' }, drop: ['email'], add: { source: 'portal', role: 'Admin' } }
    const { id } = await anApplication(server, { launchFields: rules })
    const { data } = await admin.call(applications.list, { page: 0, pageSize: 100 })
    const rows = Array.isArray(data) ? data : data.rows
    const shown = rows.find(({ _id }) => _id === id)?.launchFields ?? []
    expect(shown[0]).toMatchObject(constant('source', 'portal'))
    expect(shown).toHaveLength(LAUNCH_FIELDS.length + 1)
    expect(shown).toContainEqual({ field: 'email', name: 'email', value: '', isSent: false })
    expect(shown).toContainEqual({ field: 'token', name: 'ticket', value: '', isSent: true })
  })

  test('are stored so that the previous release can read them', async () => {
    const { data: created } = await admin.call(applications.create, aForm({ launchFields: FIELDS }))
    const { rows } = await server.db.execute<{ rules: object }>(
      sql`select launch_fields as rules from applications where id = ${created._id}`,
    )
    expect(rows[0]?.rules).toMatchObject({
      rename: { userName: 'login', token: 'ticket', clientIDE: 'org[id]' },
      drop: ['oAuthtoken', 'phoneNumber'],
      add: { channel: 'portal & हिन्दी' },
    })
  })
})

const SECRET = 'Anyone who opens the application can read this. Do not enter secrets.'
const MEANING = 'This name is reserved. Choose another one.'
const LETTERS = 'Use letters, digits and _ . : - [ ], beginning with a letter or _'
const TAKEN = 'Another field already uses this name'

test.each<[string, object[], string, string]>([
  ['two under one name', [constant('a', '1'), constant('a', '2')], '1.name', TAKEN],
  ['two that differ in case only', [constant('a', '1'), constant('A', '2')], '1.name', TAKEN],
  ['a constant named like a field that is sent', [constant('email', 'x')], '0.name', TAKEN],
  ['a field renamed to another', [renamed('email', 'userName')], '0.name', TAKEN],
  ['the same, before it', [renamed('role', 'email'), { field: 'email' }], '0.name', TAKEN],
  ['a field twice', [renamed('email', 'a'), renamed('email', 'b')], '1.field', 'This field is listed twice'],
  ['neither of the tokens', [left('token'), left('oAuthtoken')], '1.isSent', 'Include oAuthtoken or token'],
  ['something else as the token', [left('token'), renamed('email', 'token')], '1.name', 'Only the launch token'],
  ['a constant without a name', [constant(' ', 'x')], '0.name', 'Name is required'],
  ['a name with a space', [constant('a b', 'x')], '0.name', LETTERS],
  ['a name with =', [constant('a=b', 'x')], '0.name', LETTERS],
  ['a name that begins with a digit', [constant('1a', 'x')], '0.name', LETTERS],
  ['a name with letters of another script', [constant('नाम', 'x')], '0.name', LETTERS],
  ['a name of OpenID Connect', [constant('code', 'x')], '0.name', MEANING],
  ['a name that browsers fill', [renamed('email', '_charset_')], '0.name', MEANING],
  ['a name of every object', [renamed('email', '__proto__')], '0.name', MEANING],
  ['a name that is too long', [constant('a'.repeat(65), 'x')], '0.name', 'Too Long!'],
  ['a value that is too long', [constant('a', 'x'.repeat(201))], '0.value', 'Too Long!'],
  ['a value with a line break', [constant('a', 'x\ny')], '0.value', 'Leave out line breaks and hidden characters'],
  ['a password', [constant('api_password', 'x')], '0.name', SECRET],
  ['an API key', [constant('X-Api-Key', 'x')], '0.name', SECRET],
  ['a JSON Web Token', [constant('a', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x')], '0.value', SECRET],
  ['credentials of a request', [constant('a', 'Basic YTpi')], '0.value', SECRET],
  ['a secret of ours', [constant('a', 'A'.repeat(43))], '0.value', SECRET],
  ['an unknown field', [renamed('password', 'a')], '0.field', 'Choose one from the list'],
  [
    'more constants than an address has room for',
    Array.from({ length: 11 }, (_, index) => constant(`c${index}`, 'x')),
    '10.name',
    'At most 10 constants',
  ],
])('launch fields with %s are refused at the field', async (_case, launchFields, place, message) => {
  const { status, msg, data } = await admin.call(applications.create, aForm({ launchFields }))
  expect(status).toBe(400)
  expect(msg).toContain(message)
  expect((data as unknown as { fields: object }).fields).toHaveProperty([`launchFields.${place}`])
})

test('launch fields may exchange their names, and the name of a field that is no longer sent is free', async () => {
  const swapped = [renamed('email', 'userName'), renamed('userName', 'email'), left('role'), constant('role', 'guest')]
  expect(await admin.call(applications.create, aForm({ launchFields: swapped }))).toMatchObject({ status: 200 })
})

describe('the preview of a launch', () => {
  test('gives the reason when nothing would be sent', async () => {
    const draft = { name: '', redirectUrl: '', loginUrl: '', launchMode: 'query', launchIdentity: 'full' }
    const of = async (changes: object) =>
      (await admin.call(previewLaunch, { draft: { ...draft, ...changes } })).data.problem
    expect(await of({})).toBe('Enter the Redirect URL.')
    expect(await of({ launchMode: 'oidc' })).toBe('Enter the Application Login.')
    expect(await of({ redirectUrl: 'javascript:alert(1)' })).toBe('Browsers cannot be redirected to this address.')
    const { person, application } = await someoneWithAccess(server)
    await anAssignment(server, person.id, application.id, (await aClient(server)).id)
    const saved = (userId: string) => admin.call(previewLaunch, { applicationId: application.id, userId })
    expect((await saved(person.id)).data.problem).toBe('The person chooses a client first. Select one above.')
    expect((await saved(adminId)).data.problem).toBe('This person cannot open the application from the portal.')
  })

  test('for another person needs the permission to see people', async () => {
    const { visitor } = await someoneWith(server, ['applications:read'])
    const { person, application } = await someoneWithAccess(server)
    expect(await visitor.call(previewLaunch, { applicationId: application.id, userId: person.id })).toMatchObject({
      status: 403,
    })
    expect(await visitor.call(previewLaunch, { applicationId: application.id })).toMatchObject({ status: 200 })
  })

  test('grants nothing', async () => {
    const { person, application } = await someoneWithAccess(server)
    await admin.call(previewLaunch, { applicationId: application.id, userId: person.id })
    const { rows } = await server.db.execute(sql`select 1 from launch_tokens where user_id = ${person.id}`)
    expect(rows).toEqual([])
  })
})
