import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importFile, jobFailuresFile, usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { UPLOADS } from '@gatehouse/contract/uploads.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { WEB_DIST } from '../src/http/web-build.ts'
import { PASSWORD, signIn } from './builders.ts'
import { anAdministrator } from './console.ts'
import { aPng, MULTIPART_TYPE, multipart } from './pictures.ts'
import { aProof, authorizePath, basic, type Reply, send, someoneWithOidc, startListening } from './relying-party.ts'
import { pathOf, type TestServer } from './server.ts'
import { Wire } from './wire.ts'

// A database that accepts connections and does not answer: every kind of request is sent at the same moment.

let wire: Wire
let server: TestServer
/** The replies during the silence, by the name of the request. */
const replies = new Map<string, Reply>()
const isBuilt = existsSync(join(WEB_DIST, 'index.html'))

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const JSON_TYPE = { 'content-type': 'application/json' }
const PEOPLE = ['/dashboard', '/logout', '/dashboard/users']

type Requests = Record<string, () => Promise<Reply>>

async function allRequests(): Promise<Requests> {
  const admin = await anAdministrator(server)
  const bearer = await bearerOf(admin.person.email)
  const { application } = await someoneWithOidc(server)
  const proven = basic(application)
  const signedIn = { authorization: `Bearer ${bearer}` }
  const cookie = `__Host-eai_sid=${admin.visitor.cookies['__Host-eai_sid']}`
  const file = (field: string, content: Buffer | string) => ({
    headers: { ...signedIn, 'content-type': MULTIPART_TYPE },
    form: multipart([{ name: field, content, filename: 'file' }]),
  })
  const body = { code_verifier: aProof().verifier, redirect_uri: application.redirectUrl }
  const requests: Requests = {}
  const add = (name: string, path: string, call: Parameters<typeof send>[2] = {}) => {
    requests[name] = () => send(server, path, call)
  }
  for (const endpoint of ENDPOINTS) {
    const { path, method, access } = endpoint
    const headers = { ...JSON_TYPE, ...(access === 'application' ? proven : access === 'public' ? {} : signedIn) }
    const id = '00000000-0000-7000-8000-000000000000'
    add(
      path,
      pathOf(endpoint, { id, _id: id, userId: id }),
      method === 'GET' ? { headers } : { method, headers, form: '{}' },
    )
  }
  for (const { path, field } of UPLOADS) add(path, path, file(field, aPng(60, 30)))
  add('an import', `${importFile.path}?kind=users`, file(importFile.field, 'firstName,lastName\nA,B\n'))
  add('an export', usersFile.path, { headers: signedIn })
  add('failures of a job', `${jobFailuresFile.path}?id=00000000-0000-7000-8000-000000000000`, { headers: signedIn })
  add('a picture', `/uploads/${'0'.repeat(32)}.png`)
  for (const path of PEOPLE) add(path, path, { headers: { ...BROWSER, cookie } })
  add('authorize', authorizePath(application), { headers: { ...BROWSER, cookie } })
  add('authorize by a program', authorizePath(application), { headers: { accept: '*/*' } })
  add('logout', '/oauth2/logout', { headers: { ...BROWSER, cookie } })
  const oidc = (name: string, path: string, form: Record<string, string>) =>
    add(name, path, { headers: { ...proven, accept: 'text/html, image/gif, */*; q=.2' }, form })
  oidc('token of an application', '/oauth2/token', { grant_type: 'client_credentials' })
  oidc('code', '/oauth2/token', { grant_type: 'authorization_code', code: 'x'.repeat(43), ...body })
  oidc('code by the library', '/oauth2/token', {
    grant_type: 'authorization_code',
    code: 'x'.repeat(43),
    ...body,
    more: '1',
  })
  oidc('refresh', '/oauth2/token', { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) })
  oidc('introspect', '/oauth2/introspect', { token: 'x'.repeat(43) })
  oidc('introspect by the library', '/oauth2/introspect', { token: 'x'.repeat(43), more: '1' })
  oidc('revoke', '/oauth2/revoke', { token: 'x'.repeat(43) })
  const token = { authorization: `Bearer ${'x'.repeat(43)}` }
  add('userinfo', '/oauth2/userinfo', { headers: token })
  add('userinfo by the library', '/oauth2/userinfo', { form: { access_token: 'x'.repeat(43) } })
  add('access', '/oauth2/access', { headers: token })
  add('readiness', '/readyz')
  return requests
}

async function bearerOf(email: string): Promise<string> {
  return (await signIn(server, server.visitor({ web: false }), email, PASSWORD)).AutherisationToken
}

const named = (isIt: (name: string) => boolean) => [...replies].filter(([name]) => isIt(name))
/** Those requests that needed the database. */
const waiting = (isIt: (name: string) => boolean) => named(isIt).filter(([, { status }]) => status === 503)
/** An invalid body is refused without the database, once the general limit has a block of requests for the address. */
const isPublic = (name: string) => ENDPOINTS.some(({ path, access }) => path === name && access === 'public')
const isPage = (name: string) =>
  PEOPLE.includes(name) || ['authorize', 'authorize by a program', 'logout'].includes(name)
const isOidc = (name: string) => /^(token|code|refresh|introspect|revoke|userinfo|access$)/.test(name)

/** The limits of the product (`db/open.ts`). */
const LIMITS = { connectionTimeoutMillis: 2000, query_timeout: 6000 }

describe.each([
  ['each wait for the database has its limit', LIMITS],
  ['waits have no limit but the one before every request', { connectionTimeoutMillis: 18_000, query_timeout: 18_000 }],
])('%s:', (_what, limits) => {
  let seconds = 0
  beforeAll(async () => {
    wire = new Wire(inject('postgres'))
    await wire.mend()
    server = await startListening({ postgres: { ...inject('postgres'), ...limits, host: wire.folder } })
    const requests = await allRequests()
    // The signing keys are cached for minutes: with them the library gets as far as it can.
    await send(server, '/oauth2/jwks')
    wire.fallSilent()
    const startedAt = performance.now()
    await Promise.all(
      Object.entries(requests).map(async ([name, ask]) => {
        replies.set(name, await ask())
      }),
    )
    seconds = (performance.now() - startedAt) / 1000
  })
  afterAll(async () => {
    await wire.remove()
    await server.close()
    replies.clear()
  })

  test('every request is answered in time, with a time to retry', () => {
    // The longest wait is 18 seconds, and most proxies give up after 30 or more.
    expect(seconds).toBeLessThan(28)
    const others = named(() => true).filter(([name, { status }]) => status !== 503 && !(isPublic(name) && status < 500))
    expect(others.map(([name, { status }]) => [name, status])).toEqual([])
    const silent = waiting((name) => name !== 'readiness').filter(
      ([, { headers }]) => !(Number(headers['retry-after']) > 0),
    )
    expect(silent.map(([name]) => name)).toEqual([])
  })

  test('calls, files and pictures answer like calls', () => {
    for (const [name, reply] of waiting((one) => !isPage(one) && !isOidc(one) && one !== 'readiness'))
      expect([name, reply.json()]).toEqual([
        name,
        { code: 503, msg: expect.stringMatching(/again in a moment/), data: null },
      ])
  })

  test('applications get an answer of their protocol', () => {
    for (const [name, reply] of named(isOidc)) {
      expect([name, reply.json().error]).toEqual([name, 'temporarily_unavailable'])
      expect(reply.headers['content-type']).toContain('application/json')
    }
  })

  test.runIf(isBuilt)('people get a page, with its content policy', () => {
    for (const [name, { headers, text }] of named(isPage)) {
      expect([name, headers['content-type']]).toEqual([name, expect.stringContaining('text/html')])
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(text).toContain('<div id="root">')
    }
  })

  test('everything works again as soon as the database answers', async () => {
    await wire.mend()
    await expect.poll(async () => (await send(server, '/readyz')).status).toBe(200)
    expect((await send(server, '/api/session')).status).toBe(200)
  })
})
