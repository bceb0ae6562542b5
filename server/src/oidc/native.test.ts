import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import { getWaitingRequest } from '@gatehouse/contract/oidc.ts'
import { describe, expect, test } from 'vitest'
import { aClient, anAssignment, someoneSignedIn } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { authorize, consent, send, useListening } from '../../test/relying-party.ts'

// Programs on a person's device (RFC 8252).

const server = useListening()
const admin = useAdministrator(server)

let count = 0
const aForm = (settings: object = {}) => ({
  name: { description: `Field Tool ${++count}`, applicationLogo: '', applicationType: 'Native' },
  applicationSecret: { applicationLogin: '', applicationLogoutUri: '', GrantTypes: 'NA' },
  applicationAllowedUrl: '',
  applicationRedirectUrl: '',
  authenticationType: 'NA',
  status: 'ACTIVE',
  ...settings,
})
const register = (settings: object) => admin.call(applications.create, aForm(settings))

const OWN = 'http://127.0.0.1/callback?from=portal'
const OWN_V6 = 'http://[::1]/callback'
const SCHEME = 'com.example.field-tool:/callback'
const AFTER = ['http://127.0.0.1/after', 'com.example.field-tool:/after']

/** A signed-in person with a native application registered in the console. */
async function someoneWithTool(settings: object = {}) {
  const { status, msg, data } = await register({
    redirectUris: [OWN, OWN_V6, SCHEME, 'http://localhost:4000/callback'],
    postLogoutRedirectUris: AFTER,
    oauthGrants: ['authorization_code', 'refresh_token'],
    ...settings,
  })
  expect([status, msg]).toEqual([200, 'Application Created'])
  const { visitor, person } = await someoneSignedIn(server)
  const client = await aClient(server)
  await anAssignment(server, person.id, data._id, client.id)
  return { visitor, person, row: data, tool: { id: data._id, secret: '', redirectUrl: OWN } }
}

/** A program that listens on its own port for the browser's redirect. */
async function aListener(host = '127.0.0.1') {
  const listener = createServer((_request, response) => response.end('You can close this window.'))
  listener.listen(0, host)
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return { port, arrived: once(listener, 'request'), close: () => listener.close() }
}

const redeem = (tool: { id: string }, form: Record<string, string>) =>
  send(server, '/oauth2/token', { form: { grant_type: 'authorization_code', client_id: tool.id, ...form } })

describe('a native application', () => {
  test('is a public client from the start, and stays one', async () => {
    const { row } = await someoneWithTool()
    expect(row).toMatchObject({ tokenAuthMethod: 'none', pkceRequired: true })
    const update = (settings: object) => admin.call(applications.update, { ...aForm(settings), id: row._id })
    expect((await update({ tokenAuthMethod: 'client_secret_basic' })).data).toMatchObject({
      fields: { tokenAuthMethod: 'A native application cannot keep a secret: choose None, a public client.' },
    })
    expect((await update({ pkceRequired: false })).status).toBe(400)
    expect((await update({ oauthGrants: ['client_credentials'] })).status).toBe(400)
  })

  test.each([
    ['127.0.0.1', '/callback?from=portal', '&'],
    ['::1', '/callback', '?'],
  ])('signs in at %s with any port', async (host, path, and) => {
    const { visitor, person, tool } = await someoneWithTool()
    for (const _ of [1, 2]) {
      const listener = await aListener(host)
      const redirect_uri = `http://${host === '::1' ? '[::1]' : host}:${listener.port}${path}`
      const { verifier, reply } = await authorize(server, visitor, tool, { redirect_uri })
      // Every time, because any program on the device could send this request.
      expect(reply.location?.pathname).toBe('/consent')
      const waiting = await visitor.call(getWaitingRequest, { request: reply.params.request })
      expect(waiting.data).toMatchObject({ step: 'consent', isOnDevice: true })
      const { location } = await consent(server, visitor, reply)
      expect(location?.href).toMatch(new RegExp(`^${redirect_uri.replace(/[.?[\]]/g, '\\$&')}\\${and}code=`))
      const [answer, [{ url }]] = await Promise.all([fetch(location as URL), listener.arrived])
      expect(await answer.text()).toBe('You can close this window.')
      listener.close()
      const code = new URL(url, redirect_uri).searchParams.get('code') as string
      const wrongPort = await redeem(tool, { code, code_verifier: verifier, redirect_uri: OWN })
      expect([wrongPort.status, wrongPort.json().error]).toEqual([400, 'invalid_grant'])
    }
    const listener = await aListener(host)
    const redirect_uri = `http://${host === '::1' ? '[::1]' : host}:${listener.port}${path}`
    const asked = await authorize(server, visitor, tool, { redirect_uri, scope: 'openid email' })
    const { params } = await consent(server, visitor, asked.reply)
    listener.close()
    const form = { code: params.code as string, code_verifier: asked.verifier, redirect_uri }
    const tokens = (await redeem(tool, form)).json()
    const claims = await send(server, '/oauth2/userinfo', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(claims.json()).toMatchObject({ sub: person.id, email: person.email })
    const renewed = await redeem(tool, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(renewed.json()).toMatchObject({ access_token: expect.any(String), id_token: expect.any(String) })
  })

  test('has its own scheme, to which the browser is redirected with the answer', async () => {
    const { visitor, tool } = await someoneWithTool()
    const { verifier, reply } = await authorize(server, visitor, tool, { redirect_uri: SCHEME })
    const { status, headers, location, params } = await consent(server, visitor, reply)
    expect([status, location?.protocol, location?.pathname]).toEqual([303, 'com.example.field-tool:', '/callback'])
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    const form = { code: params.code as string, code_verifier: verifier, redirect_uri: SCHEME }
    expect((await redeem(tool, form)).status).toBe(200)
  })

  test("is refused with prompt=none, because every sign-in needs the person's confirmation", async () => {
    const { visitor, tool } = await someoneWithTool()
    for (const redirect_uri of [SCHEME, 'http://127.0.0.1:5001/callback?from=portal']) {
      const { reply } = await authorize(server, visitor, tool, { redirect_uri, prompt: 'none' })
      expect([reply.status, reply.params.error]).toEqual([303, 'consent_required'])
    }
  })

  test('with an https address is identified by it, and treated like any other application', async () => {
    const claimed = 'https://tool.example.com/callback'
    const { visitor, tool } = await someoneWithTool({ redirectUris: [claimed] })
    const { reply } = await authorize(server, visitor, tool, { redirect_uri: claimed, prompt: 'none' })
    expect(reply.params.code).toEqual(expect.any(String))
  })

  test('is never answered by a form, and pages without an origin cannot read its answers', async () => {
    const { visitor, tool } = await someoneWithTool()
    const { reply } = await authorize(server, visitor, tool, { redirect_uri: SCHEME, response_mode: 'form_post' })
    expect([reply.status, reply.params.error]).toEqual([303, 'invalid_request'])
    const { headers } = await send(server, '/oauth2/token', {
      headers: { origin: 'null' },
      form: { grant_type: 'authorization_code', client_id: tool.id, code: 'unknown', redirect_uri: SCHEME },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  let someone: Awaited<ReturnType<typeof someoneWithTool>> | undefined
  test.each([
    ...[
      'http://127.0.0.1:5001/other',
      'http://127.0.0.1:5001/callback',
      'http://127.0.0.1:5001/callback?from=portal&a=b',
    ],
    ...[
      'http://127.0.0.1.evil.example/callback?from=portal',
      'http://127.0.0.1:5001@evil.example/callback?from=portal',
    ],
    ...['http://me@127.0.0.1:5001/callback?from=portal', 'http://127.0.0.1:5001\\@evil.example/callback?from=portal'],
    ...['http://127.0.0.2:5001/callback?from=portal', 'http://127.1:5001/callback?from=portal'],
    ...['http://2130706433/callback?from=portal', 'http://0.0.0.0:5001/callback?from=portal'],
    ...['https://127.0.0.1:5001/callback?from=portal', 'HTTP://127.0.0.1:5001/callback?from=portal'],
    ...['http://127.0.0.1:0/callback?from=portal', 'http://127.0.0.1:65536/callback?from=portal'],
    ...['http://127.0.0.1:/callback?from=portal', 'http://127.0.0.1:5001/callback?from=portal#x'],
    ...['http://[::1]:5001/callback?from=portal', 'http://[::ffff:127.0.0.1]:5001/callback?from=portal'],
    ...['http://localhost:5001/callback', 'http://localhost/callback', 'http://localhost:5001/callback?from=portal'],
    ...['com.example.field-tool:/other', 'com.example.field-tool://callback', 'com.example.field-tool:/callback/'],
    ...['COM.example.field-tool:/callback', 'com.example.other:/callback', 'javascript:alert(1)'],
  ])('is answered at no other address: %s', async (redirect_uri) => {
    someone ??= await someoneWithTool()
    const { visitor, tool } = someone
    for (const prompt of ['none', undefined]) {
      const { reply } = await authorize(server, visitor, tool, { redirect_uri, prompt })
      expect([reply.status, reply.location]).toEqual([400, null])
    }
  })

  test('has privileges for ports and schemes that other kinds lack', async () => {
    const { visitor, tool } = await someoneWithTool()
    for (const change of [`application_type = 'Web'`, `token_auth_method = 'client_secret_basic'`]) {
      await server.db.pool.query(
        `update applications set application_type = 'Native', token_auth_method = 'none' where id = $1`,
        [tool.id],
      )
      await server.db.pool.query(`update applications set ${change} where id = $1`, [tool.id])
      for (const redirect_uri of ['http://127.0.0.1:5001/callback?from=portal', SCHEME]) {
        const { reply } = await authorize(server, visitor, tool, { redirect_uri })
        expect([reply.status, reply.location]).toEqual([400, null])
      }
    }
  })

  test('signs out and returns to its own address', async () => {
    const logout = (id: string, address: string) =>
      `/oauth2/logout?${new URLSearchParams({ client_id: id, post_logout_redirect_uri: address, state: 'x' })}`
    const { tool } = await someoneWithTool()
    for (const address of ['http://127.0.0.1:5001/after', 'com.example.field-tool:/after']) {
      const reply = await send(server, logout(tool.id, address))
      expect([reply.status, reply.location?.href]).toEqual([303, `${address}?state=x`])
    }
    for (const address of ['http://127.0.0.1:5001/other', 'http://127.0.0.1.evil.example/after', 'com.evil.app:/after'])
      expect((await send(server, logout(tool.id, address))).status).toBe(400)
  })

  test('is recognised by the dry run of an authorization request', async () => {
    const { tool } = await someoneWithTool()
    const judge = async (redirectUri: string, responseMode = '') => {
      const { data } = await admin.call(simulateRequest, {
        ...{ applicationId: tool.id, client: '', redirectUri, responseType: 'code', responseMode, scope: 'openid' },
        ...{ claims: '', resource: '', prompt: '', maxAge: '', codeChallengeMethod: 'S256' },
        codeChallenge: 'x'.repeat(43),
      })
      return data.findings.map(({ reason }: { reason: string }) => reason)
    }
    const any = await judge('http://127.0.0.1:5001/callback?from=portal')
    expect(any).toEqual(expect.arrayContaining(['redirect_any_port', 'consent_on_device', 'redemption_public']))
    expect(await judge('http://localhost:5001/callback')).toContain('redirect_unknown')
    expect(await judge(SCHEME, 'form_post')).toEqual(expect.arrayContaining(['redirect_registered', 'mode_native']))
  })
})

const SCHEME_FIRST =
  'Start with one of your domain names reversed, in lower case, with one slash after the colon: com.example.app:/callback'
const NOT_WHOLE = 'Enter a full web address, such as https://app.example.com/login'

describe('the form of an application', () => {
  test.each([
    ['com.example.app:callback', SCHEME_FIRST],
    ['Com.Example.app:/callback', SCHEME_FIRST],
    ['com.example.app://me@host/callback', SCHEME_FIRST],
    ['com.example.app:/call back', SCHEME_FIRST],
    ['com.example.app:/#x', 'Leave out # and everything after it: it never reaches the application.'],
    ['com.example.app:/*', 'Write every address in full: wildcards are not supported.'],
    ['myapp:/callback', NOT_WHOLE],
    ['myapp://callback', NOT_WHOLE],
    ['javascript:alert(1)', NOT_WHOLE],
    ['data:text/html,x', NOT_WHOLE],
    ['app.example.com:8443/callback', NOT_WHOLE],
    ['http://app.example.com/callback', 'Enter an address that begins with https://; http:// is for localhost only.'],
    [
      'https://127.0.0.1/callback',
      'Use http:// for 127.0.0.1, [::1] and localhost: the response does not leave the device.',
    ],
  ])('refuses %s for a native application', async (address, msg) => {
    for (const field of ['redirectUris', 'postLogoutRedirectUris'])
      expect(await register({ [field]: ['http://127.0.0.1/callback', address] })).toMatchObject({ status: 400, msg })
  })

  test('refuses a custom scheme for other applications', async () => {
    const form = aForm({ redirectUris: [SCHEME] })
    const web = { ...form, name: { ...form.name, applicationType: 'Web' } }
    expect(await admin.call(applications.create, web)).toMatchObject({
      status: 400,
      data: {
        fields: { redirectUris: 'Addresses such as com.example.app:/callback are for applications of type Native.' },
      },
    })
    const { row } = await someoneWithTool()
    const changed = { ...web, name: { ...web.name, description: 'Any' }, redirectUris: undefined, id: row._id }
    expect((await admin.call(applications.update, changed)).status).toBe(400)
  })
})
