import { describe, expect, test } from 'vitest'
import {
  basic,
  browse,
  getTokens,
  ISSUER,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

const server = useListening()

const FOREIGN = [
  'https://evil.example',
  'null',
  'http://localhost:3000.evil.example',
  'https://localhost:3000',
  'http://localhost:3001',
  'https://localhost:444',
]

/** The parts of an answer that a page of another site may read. */
const allowances = (headers: Record<string, unknown>) =>
  Object.entries(headers).filter(([name]) => name.startsWith('access-control-allow-'))

describe('a page of another site', () => {
  test.each(FOREIGN)('cannot read an answer of %s about a person (T009)', async (origin) => {
    const { visitor, application } = await someoneWithOidc(server)
    const { access_token } = await getTokens(server, visitor, application)
    const cookie = `__Host-eai_sid=${visitor.cookies['__Host-eai_sid']}`
    const headers = { origin, cookie }
    const form = { token: access_token, grant_type: 'refresh_token', refresh_token: 'x' }
    const answers = [
      await send(server, '/oauth2/authorize', { headers }),
      await send(server, '/oauth2/logout', { headers }),
      await send(server, '/oauth2/access', { headers: { ...headers, authorization: `Bearer ${access_token}` } }),
      await send(server, '/oauth2/userinfo', { headers: { ...headers, authorization: `Bearer ${access_token}` } }),
      await send(server, '/oauth2/token', { headers: { ...headers, ...basic(application) }, form }),
      await send(server, '/oauth2/introspect', { headers: { ...headers, ...basic(application) }, form }),
      await send(server, '/oauth2/revoke', { headers: { ...headers, ...basic(application) }, form }),
    ]
    for (const { headers: answered } of answers) expect(allowances(answered)).toEqual([])
  })

  test('can read public documents', async () => {
    for (const path of ['/oauth2/jwks', '/.well-known/openid-configuration']) {
      const { status, headers } = await send(server, path, { headers: { origin: 'https://evil.example' } })
      expect([status, headers['access-control-allow-origin']]).toEqual([
        200,
        expect.stringMatching(/^(\*|https:\/\/evil\.example)$/),
      ])
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })
})

test('a session is ended by a visit alone, whatever else is sent with its identity token', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  const { access_token, id_token } = await getTokens(server, visitor, application)
  const path = `/oauth2/logout?id_token_hint=${id_token}`
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
    const { status, headers } = await browse(server, visitor, path, { method })
    expect([status, headers.allow]).toEqual([405, 'GET, POST'])
  }
  expect((await userinfo(server, access_token)).status).toBe(200)
  await browse(server, visitor, path)
  expect((await userinfo(server, access_token)).status).toBe(401)
})

test.each(['/oauth2/userinfo', '/oauth2/access'])('%s says nothing of a token where none was sent', async (path) => {
  const { visitor, application } = await someoneWithOidc(server)
  const { access_token } = await getTokens(server, visitor, application, { scope: 'openid access' })
  const nothing = await send(server, path)
  expect([nothing.status, nothing.json().error_description]).toEqual([401, 'no access token provided'])
  expect(nothing.headers['www-authenticate']).toBe(`Bearer realm="${ISSUER}"`)
  const looked = await send(server, path, { method: 'HEAD', headers: { authorization: `Bearer ${access_token}` } })
  expect([looked.status, looked.text]).toEqual([200, ''])
})
