import { describe, expect, test } from 'vitest'
import {
  basic,
  changeApplication,
  getTokens,
  introspect,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

// Behaviour that third-party OAuth clients rely on.

const server = useListening()

const GRANTS = { oauth_grants: ['authorization_code', 'refresh_token'] }

async function someoneWithTokens() {
  const someone = await someoneWithOidc(server, GRANTS)
  return { ...someone, tokens: await getTokens(server, someone.visitor, someone.application) }
}

test.each(['header', 'form'])('revocation answers with a JSON object, with the secret in the %s', async (place) => {
  const { application, tokens } = await someoneWithTokens()
  for (const token of [tokens.refresh_token, 'unknown']) {
    const { status, headers, text } = await send(server, '/oauth2/revoke', {
      headers: place === 'header' ? basic(application) : {},
      form: {
        token,
        ...(place === 'header' ? {} : { client_id: application.id, client_secret: application.secret }),
      },
    })
    expect([status, headers['content-type'], text]).toEqual([200, 'application/json; charset=utf-8', '{}'])
  }
})

// The header that java.net.HttpURLConnection sends.
const JAVA = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' }

test.each([
  ['/oauth2/token', { grant_type: 'refresh_token', refresh_token: 'unknown' }],
  ['/oauth2/token', { grant_type: 'unknown' }],
  ['/oauth2/introspect', {}],
  ['/oauth2/revoke', {}],
  ['/oauth2/userinfo', { access_token: 'unknown' }],
])('%s answers errors as JSON to a client that accepts HTML (%j)', async (path, form) => {
  const { application } = await someoneWithOidc(server, GRANTS)
  const seen: number[] = []
  for (const proof of [basic(application), basic({ ...application, secret: 'wrong' }), {}]) {
    const { status, headers, json } = await send(server, path, { headers: { ...JAVA, ...proof }, form })
    seen.push(status)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json()).toMatchObject({ error: expect.any(String), error_description: expect.any(String) })
  }
  expect(seen).toEqual(path === '/oauth2/userinfo' ? [400, 400, 401] : [400, 401, 400])
})

describe('userinfo gives the reason of a refusal', () => {
  const byForm = (access_token: string) => send(server, '/oauth2/userinfo', { form: { access_token } })

  test('for an unknown token and for one without the scope, in the header and in a form', async () => {
    const { visitor, application } = await someoneWithOidc(server, { oauth_grants: ['client_credentials'] })
    await changeApplication(server, application.id, GRANTS)
    const { access_token } = await getTokens(server, visitor, application)
    await server.db.pool.query(
      `update oidc_artifacts set payload = payload || '{"scope":"email"}' where application_id = $1`,
      [application.id],
    )
    for (const [token, status, error] of [
      ['unknown', 401, 'invalid_token'],
      [access_token, 403, 'insufficient_scope'],
    ] as const) {
      const [direct, library] = [await userinfo(server, token), await byForm(token)]
      expect([direct.status, library.status]).toEqual([status, status])
      expect(direct.json()).toEqual(library.json())
      expect(direct.headers['www-authenticate']).toBe(library.headers['www-authenticate'])
      expect(direct.headers['www-authenticate']).toContain(`error="${error}", error_description="`)
    }
  })
})

test('secrets in both the header and the form are refused', async () => {
  const { application, tokens } = await someoneWithTokens()
  const form = { token: tokens.access_token, client_id: application.id, client_secret: application.secret }
  const reply = await send(server, '/oauth2/introspect', { headers: basic(application), form })
  expect([reply.status, reply.json().error]).toEqual([400, 'invalid_request'])
})

describe('introspection', () => {
  test('names the person, and does not accept a refresh token as an access token', async () => {
    const { application, person, tokens } = await someoneWithTokens()
    const byForm = async (form: Record<string, string>) =>
      (
        await send(server, '/oauth2/introspect', {
          form: { ...form, client_id: application.id, client_secret: application.secret },
        })
      ).json()
    const inHeader = async (form: Record<string, string>) =>
      (await send(server, '/oauth2/introspect', { headers: basic(application), form })).json()
    const known = { active: true, sub: person.id, username: person.userName }
    expect((await introspect(server, application, tokens.access_token)).json()).toMatchObject(known)
    for (const ask of [byForm, inHeader]) {
      expect(await ask({ token: tokens.access_token })).toMatchObject(known)
      expect(await ask({ token: tokens.refresh_token })).toEqual({ active: false })
      expect(await ask({ token: tokens.refresh_token, token_type_hint: 'access_token' })).toEqual({ active: false })
      expect(await ask({ token: tokens.refresh_token, token_type_hint: 'refresh_token' })).toMatchObject(known)
    }
  })
})

describe('the documents of the provider', () => {
  test('are served at both addresses', async () => {
    const [openid, oauth] = [
      await send(server, '/.well-known/openid-configuration'),
      await send(server, '/.well-known/oauth-authorization-server'),
    ]
    expect([openid.status, oauth.status]).toEqual([200, 200])
    expect(oauth.json()).toEqual(openid.json())
  })

  test.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oauth2/jwks'])(
    '%s is cached for minutes and revalidated cheaply',
    async (path) => {
      const { status, headers } = await send(server, path)
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300'])
      const again = await send(server, path, { headers: { 'if-none-match': headers.etag as string } })
      expect([again.status, again.text]).toEqual([304, ''])
      expect((await send(server, path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    },
  )
})
