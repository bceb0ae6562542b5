import { describe, expect, test } from 'vitest'
import { basic, getTokens, send, someoneWithOidc, useListening } from '../../test/relying-party.ts'

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
