import { generateKeyPairSync } from 'node:crypto'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAdministrator, auditOf, useAdministrator } from '../../../test/console.ts'
import { startTestServer, useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let count = 0

/** The form of the specified call, without the fields of OpenID Connect. */
const specified = () => ({
  name: { description: `Claims Desk ${++count}`, applicationLogo: '', applicationType: 'NA' },
  applicationSecret: { applicationLogin: 'NA', applicationLogoutUri: 'NA', GrantTypes: 'NA' },
  applicationAllowedUrl: `https://claims-${count}.example.com`,
  applicationRedirectUrl: 'https://claims.example.com/sso',
  authenticationType: 'NA',
  status: 'ACTIVE',
})

const create = (settings: object = {}) => admin.call(applications.create, { ...specified(), ...settings })
const update = (id: string, settings: object = {}) =>
  admin.call(applications.update, { ...specified(), id, ...settings })

const jwk = (type: 'ec' | 'rsa', options: object, half: 'publicKey' | 'privateKey' = 'publicKey') =>
  // The overload depends on the kind of key; at run time any of them takes it.
  generateKeyPairSync(type as 'ec', options as { namedCurve: string })[half].export({ format: 'jwk' })
const p256 = () => jwk('ec', { namedCurve: 'P-256' })
const jwks = (...keys: object[]) => JSON.stringify({ keys })

const ALL = {
  redirectUris: [
    'https://claims.example.com/callback?from=portal',
    'http://localhost:4000/callback',
    'http://[::1]/cb',
  ],
  postLogoutRedirectUris: ['https://claims.example.com/bye'],
  backchannelLogoutUri: 'https://claims.example.com/backchannel',
  tokenAuthMethod: 'client_secret_post',
  jwks: '',
  oauthGrants: ['authorization_code', 'refresh_token', 'client_credentials'],
  idTokenAlg: 'ES256',
  pkceRequired: false,
  allowedScopes: ['openid', 'offline_access'],
  isFirstParty: false,
}

const UNSAFE = 'Enter an address that begins with https://; http:// is for localhost only.'
const NOT_WHOLE = 'Enter a full web address, such as https://app.example.com/login'
const INSIDE = 'This address is inside the network. The operator can allow it with OUTBOUND_ALLOW.'
const NO_WILDCARD = 'Write every address in full: wildcards are not supported.'
const NO_FRAGMENT = 'Leave out # and everything after it: it never reaches the application.'
const NO_LOGIN = 'OpenID Connect needs the address where the application starts its own sign-in.'
const WEAK_KEY = 'Use RSA keys of 2048 bits or more, P-256 or Ed25519 keys, for signatures.'
const CHOICE = 'Choose one from the list'

describe('the OpenID Connect settings of an application', () => {
  test('have safe defaults', async () => {
    expect((await create()).data).toMatchObject({
      redirectUris: [],
      postLogoutRedirectUris: [],
      backchannelLogoutUri: '',
      tokenAuthMethod: 'client_secret_basic',
      jwks: '',
      oauthGrants: ['authorization_code'],
      idTokenAlg: 'RS256',
      pkceRequired: true,
      allowedScopes: ['openid', 'profile', 'email', 'phone', 'access'],
      isFirstParty: true,
    })
  })

  test('are stored, listed and recorded in the history, field by field', async () => {
    const { data } = await create()
    expect((await update(data._id, ALL)).data).toMatchObject(ALL)
    const listed = (await admin.call(applications.list, {})).data
    expect((listed as unknown[]).find((row) => (row as { _id: string })._id === data._id)).toMatchObject(ALL)
    const [, changed] = await auditOf(server, data._id)
    const changes = ['redirectUris', 'pkceRequired', 'isFirstParty'].map((field) => expect.objectContaining({ field }))
    expect(changed?.detail.changes).toEqual(expect.arrayContaining(changes))
  })

  test('are kept when a change omits them, as the specified call does', async () => {
    const { data } = await create(ALL)
    expect((await update(data._id)).data).toMatchObject(ALL)
    expect((await update(data._id, { isFirstParty: true })).data).toMatchObject({ ...ALL, isFirstParty: true })
  })

  test('may contain addresses inside the network that the operator allows', async () => {
    const other = await startTestServer({ config: { outboundAllow: ['localhost'] } })
    const { visitor } = await anAdministrator(other)
    const backchannelLogoutUri = 'http://localhost:4000/out'
    const sent = { ...specified(), backchannelLogoutUri }
    expect((await visitor.call(applications.create, sent)).data).toMatchObject({ backchannelLogoutUri })
    expect(await create({ backchannelLogoutUri })).toMatchObject({ status: 400, msg: INSIDE })
    await other.close()
  })

  test('can be emptied', async () => {
    const { data } = await create(ALL)
    const empty = { redirectUris: [], postLogoutRedirectUris: [], backchannelLogoutUri: '', oauthGrants: [] }
    expect((await update(data._id, empty)).data).toMatchObject(empty)
  })

  test('store each address once, without empty lines', async () => {
    const redirectUris = [' https://a.example.com/cb ', '', 'https://a.example.com/cb', 'https://a.example.com/cb/']
    expect((await create({ redirectUris })).data.redirectUris).toEqual([
      'https://a.example.com/cb',
      'https://a.example.com/cb/',
    ])
  })

  const refused: [string, object, string, string][] = [
    ['http beyond this machine', { redirectUris: ['http://a.example.com/cb'] }, 'redirectUris.0', UNSAFE],
    ['localhost as a part of a name', { redirectUris: ['http://localhost.example.com/'] }, 'redirectUris.0', UNSAFE],
    ['a wildcard', { redirectUris: ['https://*.example.com/cb'] }, 'redirectUris.0', NO_WILDCARD],
    ['a fragment', { redirectUris: ['https://a.example.com/#cb'] }, 'redirectUris.0', NO_FRAGMENT],
    ['a name and password', { redirectUris: ['https://me:pw@a.example.com/'] }, 'redirectUris.0', NOT_WHOLE],
    ['a backslash', { redirectUris: ['https://a.example.com\\@b.example.com'] }, 'redirectUris.0', NOT_WHOLE],
    ['a script', { redirectUris: ['javascript:alert(1)'] }, 'redirectUris.0', NOT_WHOLE],
    ['an invalid host', { redirectUris: ['https://a;b.example.com/'] }, 'redirectUris.0', UNSAFE],
    ['the second of two', { redirectUris: ['https://a.example.com', 'cb'] }, 'redirectUris.1', NOT_WHOLE],
    ['a page after logout', { postLogoutRedirectUris: ['http://a.example.com'] }, 'postLogoutRedirectUris.0', UNSAFE],
    ['a logout call', { backchannelLogoutUri: 'http://10.0.0.1/out' }, 'backchannelLogoutUri', UNSAFE],
    [
      'a logout call inside the network',
      { backchannelLogoutUri: 'https://10.0.0.1/out' },
      'backchannelLogoutUri',
      INSIDE,
    ],
    ['another way to prove itself', { tokenAuthMethod: 'tls_client_auth' }, 'tokenAuthMethod', CHOICE],
    ['a signature that we do not make', { idTokenAlg: 'none' }, 'idTokenAlg', CHOICE],
    ['the implicit grant', { oauthGrants: ['implicit'] }, 'oauthGrants.0', CHOICE],
    ['no scope at all', { allowedScopes: [] }, 'allowedScopes', 'Choose at least one'],
    ['an unknown scope', { allowedScopes: ['openid', 'admin'] }, 'allowedScopes.1', CHOICE],
    [
      'no keys to check with',
      { tokenAuthMethod: 'private_key_jwt' },
      'jwks',
      'Enter the public keys that the application signs with.',
    ],
    ['keys that are no JSON', { jwks: '-----BEGIN PUBLIC KEY-----' }, 'jwks', 'Enter a JWK Set: {"keys": [ … ]}.'],
    ['a single key', { jwks: JSON.stringify(p256()) }, 'jwks', 'Enter a JWK Set: {"keys": [ … ]}.'],
    ['no key', { jwks: jwks() }, 'jwks', 'Enter between 1 and 10 keys.'],
    [
      'a private key',
      { jwks: jwks(jwk('ec', { namedCurve: 'P-256' }, 'privateKey')) },
      'jwks',
      'Enter public keys only. This contains a private key, which must no longer be used.',
    ],
    [
      'a secret key',
      { jwks: jwks({ kty: 'oct', k: 'c2VjcmV0' }) },
      'jwks',
      'Enter public keys only. This contains a private key, which must no longer be used.',
    ],
    ['a short key', { jwks: jwks(jwk('rsa', { modulusLength: 1024 })) }, 'jwks', WEAK_KEY],
    ['a key for encryption', { jwks: jwks({ ...p256(), use: 'enc' }) }, 'jwks', WEAK_KEY],
    [
      'two keys of one name',
      { jwks: jwks({ ...p256(), kid: '1' }, { ...p256(), kid: '1' }) },
      'jwks',
      'Give each key an id (kid) of its own.',
    ],
    [
      'a point beside its curve',
      { jwks: jwks({ ...p256(), x: p256().x }) },
      'jwks',
      'One of these is not a valid key: its values do not match.',
    ],
    ['a launch that begins nowhere', { launchMode: 'oidc' }, 'applicationSecret.applicationLogin', NO_LOGIN],
    [
      'a public client that acts for itself',
      { tokenAuthMethod: 'none', oauthGrants: ['client_credentials'] },
      'oauthGrants',
      'A public client cannot authenticate, so it cannot act on its own behalf.',
    ],
    [
      'a public client without PKCE',
      { tokenAuthMethod: 'none', pkceRequired: false },
      'pkceRequired',
      'A public client must use PKCE.',
    ],
    [
      'renewals of nothing',
      { oauthGrants: ['refresh_token'] },
      'oauthGrants',
      'Refresh tokens come with a sign-in: choose the authorization code too.',
    ],
  ]
  test.each(refused)('are refused with %s, at the field', async (_what, settings, name, msg) => {
    const { data: existing } = await create()
    for (const answer of [await create(settings), await update(existing._id, settings)])
      expect(answer).toMatchObject({ status: 400, msg, data: { fields: { [name]: msg } } })
    const { rows } = await server.db.execute(sql`select version from applications where id = ${existing._id}`)
    expect(rows).toEqual([{ version: existing.version }])
  })

  test('include the public keys of an application that signs', async () => {
    const keys = jwks({ ...p256(), kid: 'a', use: 'sig' }, { ...jwk('rsa', { modulusLength: 2048 }), kid: 'b' })
    expect((await create({ tokenAuthMethod: 'private_key_jwt', jwks: keys })).data).toMatchObject({ jwks: keys })
  })

  test('are checked together with the stored ones: a setting that another one needs cannot be removed', async () => {
    const login = { ...specified().applicationSecret, applicationLogin: 'https://claims.example.com/login' }
    const { data } = await create({
      launchMode: 'oidc',
      applicationSecret: login,
      tokenAuthMethod: 'private_key_jwt',
      jwks: jwks(p256()),
    })
    expect(data).toMatchObject({ launchMode: 'oidc' })
    expect(await update(data._id, { applicationSecret: login, jwks: '' })).toMatchObject({ status: 400 })
    expect(await update(data._id)).toMatchObject({
      status: 400,
      data: { fields: { 'applicationSecret.applicationLogin': NO_LOGIN } },
    })
    expect(await update(data._id, { launchMode: 'query' })).toMatchObject({ status: 200 })
  })
})
