import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

/**
 * The library alone, in memory, with an application of the same kind: the least cost of each request through it.
 * `/readyz` and `/issue`, which creates new tokens for it, belong to the bench.
 */
const { PORT = '', CLIENT_ID = '', CLIENT_SECRET = '', REDIRECT_URI = '' } = process.env
const SCOPE = 'openid profile email'

// The same kind of key that the product signs with.
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })

const provider = new Provider(`http://localhost:${PORT}`, {
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT_URI],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'rs', alg: 'RS256', use: 'sig' }] },
  claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name', 'updated_at'] },
  features: { clientCredentials: { enabled: true }, introspection: { enabled: true } },
  rotateRefreshToken: true,
  findAccount: (_ctx, sub) => ({
    accountId: sub,
    claims: async () => ({ sub, email: 'p0@example.com', email_verified: true, name: 'Asha Rao', given_name: 'Asha' }),
  }),
})

/** The parts of a token response. */
async function issue() {
  const client = await provider.Client.find(CLIENT_ID)
  if (client === undefined) throw new Error('CLIENT_ID is not set')
  const grant = new provider.Grant({ accountId: 'person', clientId: CLIENT_ID })
  grant.addOIDCScope(SCOPE)
  const grantId = await grant.save()
  const token = { accountId: 'person', client, grantId, scope: SCOPE, gty: 'authorization_code' }
  const access_token = await new provider.AccessToken(token as never).save()
  const refresh_token = await new provider.RefreshToken({ ...token, claims: {} } as never).save()
  return { access_token, refresh_token }
}

const answer = provider.callback()
createServer((request, response) => {
  if (request.url === '/readyz') response.end('{}')
  else if (request.url === '/issue') issue().then((tokens) => response.end(JSON.stringify(tokens)))
  else answer(request, response)
}).listen(Number(PORT))
