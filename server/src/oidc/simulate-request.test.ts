import { renewApplicationSecret } from '@gatehouse/contract/admin/applications/applications.ts'
import {
  addApplicationSecret,
  applicationSecrets,
  endApplicationSecret,
} from '@gatehouse/contract/admin/applications/secrets.ts'
import { type SIMULATION_TEXTS, simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, anAssignment } from '../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../test/console.ts'
import {
  aProof,
  authorizePath,
  browse,
  changeApplication,
  ISSUER,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'
import { newId } from '../crypto/ids.ts'
import { ACR } from './portal-session.ts'

const server = useListening()
const admin = useAdministrator(server)

type Someone = Awaited<ReturnType<typeof someoneWithOidc>>
type Asked = Record<string, string | undefined>
type Simulation = Output<typeof simulateRequest>

const { challenge } = aProof()

/** A valid request of an application. */
const right = ({ application }: Someone): Asked => ({
  redirect_uri: application.redirectUrl,
  response_type: 'code',
  scope: 'openid profile',
  code_challenge: challenge,
  code_challenge_method: 'S256',
})

function ask({ application, person }: Someone, asked: Asked, changes: object = {}) {
  return admin.call(simulateRequest, {
    applicationId: application.id,
    userId: person.id,
    client: asked.client,
    redirectUri: asked.redirect_uri,
    responseType: asked.response_type,
    responseMode: asked.response_mode,
    scope: asked.scope,
    claims: asked.claims,
    resource: asked.resource,
    prompt: asked.prompt,
    maxAge: asked.max_age,
    codeChallenge: asked.code_challenge,
    codeChallengeMethod: asked.code_challenge_method,
    ...changes,
  })
}

const findingOf = ({ findings }: Pick<Simulation, 'findings'>, step: string) =>
  findings.find((one) => one.step === step)

/** The real result of the request: an error for the application or on a page, a page that asks, or a code. */
async function happens({ visitor, application }: Someone, asked: Asked) {
  const reply = await browse(server, visitor, authorizePath(application, { scope: undefined, ...asked }))
  const posted = Object.fromEntries(
    [...reply.text.matchAll(/name="(error|code)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]),
  )
  if (posted.error !== undefined) return { error: posted.error }
  if (posted.code !== undefined) return { code: true }
  if (reply.location === null) return { page: /name="refusal" content="(\w+)"/.exec(reply.text)?.[1] }
  if (reply.location.origin === ISSUER) return { asks: reply.location.pathname }
  const params = new URLSearchParams(reply.location.search || reply.location.hash.slice(1))
  return params.has('error') ? { error: params.get('error') } : { code: params.has('code') }
}

/** The prediction in the same form. */
function predicted({ findings, error, isRedirected }: Simulation, prompt: string | undefined) {
  // Our own page names an administrator to ask, before the application gets the error.
  if (error === 'access_denied' && prompt !== 'none' && findingOf({ findings }, 'access')?.verdict === 'fails')
    return { asks: '/no-access' }
  if (error !== null) return isRedirected ? { error } : { page: error }
  const asking = findings.find(({ verdict }) => verdict === 'asks')
  if (asking === undefined) return { code: true }
  if (asking.reason === 'person_selects_account') return { asks: '/select-account' }
  return { asks: { person: '/login', access: '/choose-client', consent: '/consent' }[asking.step as string] }
}

type Case = [
  what: string,
  reason: keyof typeof SIMULATION_TEXTS,
  asked?: Asked,
  settings?: Record<string, unknown>,
  prepare?: (someone: Someone) => Promise<unknown>,
]

const signedOut = async (someone: Someone) => {
  someone.visitor = server.visitor({ ip: anAddress() })
  await server.db.execute(sql`update sessions set ended_at = now() where user_id = ${someone.person.id}`)
}
const another = async ({ person, application }: Someone) =>
  anAssignment(server, person.id, application.id, (await aClient(server)).id, 'Clerk')
const allowed = ({ person, application }: Someone) =>
  server.db.execute(sql`
    insert into oidc_consents (user_id, application_id, scopes) values (${person.id}, ${application.id}, '{openid,profile}')`)
const secondsAgo = (seconds: number) => (someone: Someone) =>
  server.db.execute(sql`
    update sessions set authenticated_at = now() - make_interval(secs => ${seconds}) where user_id = ${someone.person.id}`)
const byCodeAlone = ({ person }: Someone) =>
  server.db.execute(sql`update sessions set amr = '{otp}' where user_id = ${person.id}`)
const byPasswordAlone = ({ person }: Someone) =>
  server.db.execute(sql`update sessions set amr = '{pwd}' where user_id = ${person.id}`)
const API = 'https://api.example.com/'
const anApi = async ({ person }: Someone, isAssigned = true) => {
  await server.db.execute(sql`update applications set allowed_url = '' where allowed_url = ${API}`)
  const api = await anApplication(server)
  await changeApplication(server, api.id, { allowed_url: API })
  if (isAssigned) await anAssignment(server, person.id, api.id, (await aClient(server)).id, 'Clerk')
}
/** Only one application may have this address at a time. */
const ITSELF = 'https://itself.example.com/'
const insisting = (acr: object) => JSON.stringify({ id_token: { acr: { essential: true, ...acr } } })
const unassigned = ({ person }: Someone) => server.db.execute(sql`delete from assignments where user_id = ${person.id}`)

const cases: Case[] = [
  ['without any fault', 'redirect_registered'],
  ['of an inactive application', 'application_not_active', {}, { status: 'INACTIVE' }],
  ['of a blocked application', 'application_not_active', {}, { status: 'Temporary BLOCKED' }],
  ['without a redirect address', 'redirect_missing', { redirect_uri: undefined }],
  ['to another address', 'redirect_unknown', { redirect_uri: 'https://elsewhere.example.com/cb' }],
  ['to an unsafe address that was stored', 'redirect_none', {}, { redirect_uris: ['http://a.example.com/cb'] }],
  ['without a response type', 'response_missing', { response_type: undefined }],
  ['for tokens', 'response_unsupported', { response_type: 'token' }],
  [
    'of an application that may not use the code flow',
    'response_not_allowed',
    {},
    { oauth_grants: ['client_credentials'] },
  ],
  ['with response_mode=form_post', 'mode_known', { response_mode: 'form_post' }],
  ['with response_mode=fragment', 'mode_known', { response_mode: 'fragment' }],
  ['with response_mode=form_post and an error', 'scope_malformed', { response_mode: 'form_post', scope: '"' }],
  ['with an unknown response mode', 'mode_unknown', { response_mode: 'web_message' }],
  [
    'with an unknown response mode, for tokens',
    'mode_unknown',
    { response_mode: 'web_message', response_type: 'token' },
  ],
  ['with max_age after a recent sign-in', 'age_understood', { max_age: '600' }],
  ['with max_age after an old sign-in', 'person_signed_in_long_ago', { max_age: '600' }, {}, secondsAgo(700)],
  ['with max_age=0', 'person_signed_in_long_ago', { max_age: '0' }],
  [
    'with max_age after an old sign-in and prompt=none',
    'person_too_long_ago',
    { max_age: '5', prompt: 'none' },
    {},
    secondsAgo(60),
  ],
  [
    'with max_age after the password alone in a remembered browser',
    'person_gives_both_steps',
    { max_age: '600' },
    {},
    byPasswordAlone,
  ],
  [
    'with max_age after the password alone in a remembered browser and prompt=none',
    'person_gave_one_step',
    { max_age: '600', prompt: 'none' },
    {},
    byPasswordAlone,
  ],
  ['with max_age=0 and prompt=none', 'person_too_long_ago', { max_age: '0', prompt: 'none' }],
  ['with a negative max_age', 'age_malformed', { max_age: '-1' }],
  ['with a max_age that is not a number', 'age_malformed', { max_age: 'soon' }],
  ['with max_age and without openid', 'scope_needs_openid', { max_age: '5', scope: 'profile' }],
  ['with claims and without openid', 'scope_needs_openid', { claims: '{"userinfo":{}}', scope: 'profile' }],
  ['for claims', 'claims_understood', { claims: '{"userinfo":{"name":null},"id_token":{"email":null}}' }],
  [
    'for claims that are not allowed',
    'claims_passed_over',
    { claims: '{"userinfo":{"email":null,"shoe_size":null}}' },
    { allowed_scopes: ['openid', 'profile'] },
  ],
  ['for claims that are not JSON', 'claims_malformed', { claims: '{' }],
  ['for claims that are a list', 'claims_malformed', { claims: '[]' }],
  ['for empty claims', 'claims_malformed', { claims: '{}' }],
  ['for claims that are not an object', 'claims_malformed', { claims: '{"userinfo":"name"}' }],
  ['for a subject that is no object', 'claims_malformed', { claims: '{"id_token":{"sub":"x"}}' }],
  ['for acr values that are not a list', 'claims_acr_malformed', { claims: insisting({ values: 'two' }) }],
  ['for an unknown acr', 'person_acr_unmet', { claims: insisting({ value: 'gold' }) }],
  [
    'for an unknown acr, without a session',
    'person_acr_unmet',
    { claims: insisting({ value: 'gold' }) },
    {},
    signedOut,
  ],
  ['for an acr weaker than that of the session', 'person_acr_unmet', { claims: insisting({ value: ACR.one }) }],
  ['for two factors', 'person_signed_in', { claims: insisting({ value: ACR.two }) }],
  [
    'for two factors after a sign-in with one',
    'person_signs_in_more_strongly',
    { claims: insisting({ value: ACR.two }) },
    {},
    byCodeAlone,
  ],
  [
    'for two factors after a sign-in with one and prompt=none',
    'person_not_strong_enough',
    { claims: insisting({ value: ACR.two }), prompt: 'none' },
    {},
    byCodeAlone,
  ],
  ['for a token for another application', 'resource_known', { resource: API }, {}, anApi],
  [
    'for a token for an application that is not assigned',
    'access_resource_closed',
    { resource: API },
    {},
    (someone) => anApi(someone, false),
  ],
  [
    'for a token for another application, by a third-party application',
    'resource_forbidden',
    { resource: API },
    { is_first_party: false },
    anApi,
  ],
  [
    'for a token for itself, by a third-party application',
    'resource_known',
    { resource: ITSELF },
    { is_first_party: false, allowed_url: ITSELF },
    allowed,
  ],
  ['for a token for an unknown resource', 'resource_unknown', { resource: 'https://nobody.example.com/' }],
  ['for a resource that is not an address', 'resource_malformed', { resource: 'api' }],
  ['for a resource with a fragment', 'resource_malformed', { resource: `${API}#part` }],
  ['with an unknown prompt', 'prompt_unknown', { prompt: 'create' }],
  ['with prompt=select_account', 'person_selects_account', { prompt: 'select_account' }],
  ['with contradictory prompts', 'prompt_none_alone', { prompt: 'none login' }],
  [
    'for a scope that is not allowed',
    'scope_not_allowed',
    { scope: 'openid phone' },
    { allowed_scopes: ['openid', 'profile'] },
  ],
  ['of an application without allowed scopes', 'scope_not_allowed', {}, { allowed_scopes: [] }],
  ['with characters that are invalid in a scope', 'scope_malformed', { scope: 'openid "profile"' }],
  ['without openid', 'scope_without_openid', { scope: 'profile' }],
  ['without a scope', 'scope_implied', { scope: undefined }],
  ['without a scope, if only openid is allowed', 'scope_empty', { scope: undefined }, { allowed_scopes: ['openid'] }],
  ['without a known scope', 'scope_empty', { scope: 'sandwich offline_access' }],
  ['for offline_access without consent', 'scope_without_offline', { scope: 'openid offline_access' }],
  ['for an unknown scope', 'scope_unknown', { scope: 'openid sandwich' }],
  ['without PKCE', 'pkce_missing', { code_challenge: undefined, code_challenge_method: undefined }],
  ['with a method and without a challenge', 'pkce_missing', { code_challenge: undefined }],
  [
    'without PKCE, if that is allowed',
    'pkce_absent',
    { code_challenge: undefined, code_challenge_method: undefined },
    { pkce_required: false },
  ],
  [
    'of a public client without PKCE',
    'pkce_missing',
    { code_challenge: undefined, code_challenge_method: undefined },
    { pkce_required: false, token_auth_method: 'none' },
  ],
  ['with plain PKCE', 'pkce_plain', { code_challenge_method: 'plain' }],
  ['with PKCE without a method', 'pkce_plain', { code_challenge_method: undefined }],
  ['with a challenge that is too short', 'pkce_malformed', { code_challenge: 'short' }],
  ['without a session', 'person_signs_in', {}, {}, signedOut],
  ['without a session and with prompt=none', 'person_not_signed_in', { prompt: 'none' }, {}, signedOut],
  ['with prompt=login', 'person_signs_in_anew', { prompt: 'login' }],
  ['with prompt=none', 'person_signed_in', { prompt: 'none' }],
  ['of a person without the application', 'access_missing', {}, {}, unassigned],
  ['of a person without the application and with prompt=none', 'access_missing', { prompt: 'none' }, {}, unassigned],
  ['of a person with two clients', 'access_chosen', {}, {}, another],
  ['of a person with two clients and with prompt=none', 'access_choice_forbidden', { prompt: 'none' }, {}, another],
  ['for a client that is not assigned', 'access_other_client', { client: newId() }, {}, another],
  [
    'of an application that is not opened from the portal',
    'access_open',
    {},
    {},
    async ({ application }) =>
      changeApplication(server, application.id, { redirect_uris: [application.redirectUrl], redirect_url: '' }),
  ],
  ['after consent was given', 'consent_given', {}, { is_first_party: false }, allowed],
  ['before consent was given', 'consent_asked', {}, { is_first_party: false }],
  [
    'with prompt=consent after consent was given',
    'consent_asked',
    { prompt: 'consent' },
    { is_first_party: false },
    allowed,
  ],
  [
    'for more scopes than consent was given for',
    'consent_asked',
    { scope: 'openid email' },
    { is_first_party: false },
    allowed,
  ],
  ['before consent was given, with prompt=none', 'consent_forbidden', { prompt: 'none' }, { is_first_party: false }],
  ['of a first-party application with prompt=consent', 'consent_asked', { prompt: 'consent' }],
  [
    'of a first-party application for offline_access',
    'consent_asked',
    { scope: 'openid offline_access', prompt: 'consent' },
    { oauth_grants: ['authorization_code', 'refresh_token'] },
  ],
  [
    'with two errors',
    'scope_not_allowed',
    { scope: 'openid phone', redirect_uri: 'https://x.example.com' },
    { allowed_scopes: ['openid'] },
  ],
]

describe('the prediction of a dry run is what then happens', () => {
  test.each(cases)('%s: %s', async (_what, reason, asked = {}, settings = {}, prepare = async () => undefined) => {
    const someone = await someoneWithOidc(server, settings)
    await prepare(someone)
    const sent = { ...right(someone), ...asked }
    const { status, data } = await ask(someone, sent)
    expect(status).toBe(200)
    expect(data.findings.map((finding) => finding.reason)).toContain(reason)
    expect(predicted(data, sent.prompt)).toEqual(await happens(someone, sent))
  })
})

test('a dry run issues nothing and opens nothing', async () => {
  const someone = await someoneWithOidc(server)
  const count = async () => {
    const { rows } = await server.db.execute(sql`
      select (select count(*) from oidc_artifacts) as artifacts, (select count(*) from oidc_grants) as grants,
        (select count(*) from opened_applications) as opened`)
    return rows
  }
  const before = await count()
  expect((await ask(someone, right(someone))).data.error).toBeNull()
  expect(await count()).toEqual(before)
})

test('for a slightly different address, the registered one is named', async () => {
  const someone = await someoneWithOidc(server, {
    redirect_uris: ['https://desk.example.com/oidc/callback', 'https://desk.example.com/'],
  })
  const { data } = await ask(someone, { ...right(someone), redirect_uri: 'https://desk.example.com/oidc/callback/' })
  expect(findingOf(data, 'redirect')).toMatchObject({ values: { nearest: 'https://desk.example.com/oidc/callback' } })
  expect(data.isRedirected).toBe(false)
})

test('an assignment is shown with client and role, and what is missing to redeem the code', async () => {
  const someone = await someoneWithOidc(server, { secret_hash: null })
  const { data } = await ask(someone, right(someone))
  expect(findingOf(data, 'access')?.values).toEqual({ client: someone.client.actualName, role: 'Manager' })
  expect(findingOf(data, 'redemption')).toMatchObject({
    verdict: 'fails',
    error: 'invalid_client',
    reason: 'redemption_without_secret',
  })
  await server.db.execute(sql`update clients set status = 'INACTIVE' where id = ${someone.client.id}`)
  await server.db.execute(sql`update users set is_active = false where id = ${someone.person.id}`)
  const later = (await ask(someone, right(someone))).data
  expect(findingOf(later, 'access')?.reason).toBe('access_client_inactive')
  expect(findingOf(later, 'person')?.reason).toBe('person_not_active')
})

test("an additional secret redeems codes until it expires, and so does the application's own secret", async () => {
  const someone = await someoneWithOidc(server, { secret_hash: null })
  const applicationId = someone.application.id
  const redemption = async () => findingOf((await ask(someone, right(someone))).data, 'redemption')?.reason
  const end = (secretId: string) => admin.call(endApplicationSecret, { applicationId, secretId, days: 0 })
  await admin.call(addApplicationSecret, { applicationId, name: 'At the terminal', days: 7 })
  expect(await redemption()).toBe('redemption_secret')
  const [added] = (await admin.call(applicationSecrets, { applicationId })).data
  await end(added?._id ?? '')
  expect(await redemption()).toBe('redemption_without_secret')

  await admin.call(renewApplicationSecret, { applicationId })
  expect(await redemption()).toBe('redemption_secret')
  await server.db.execute(sql`update applications set secret_expires_at = now() where id = ${applicationId}`)
  expect(await redemption()).toBe('redemption_without_secret')
})

test('the settings to copy agree with the discovery document, and contain no secret', async () => {
  const someone = await someoneWithOidc(server, { redirect_uris: ["https://desk.example.com/it's"] })
  const { data } = await ask(someone, { ...right(someone), redirect_uri: "https://desk.example.com/it's" })
  const discovery = (await browse(server, someone.visitor, '/.well-known/openid-configuration')).json()
  const { client_id, discovery: address, token_endpoint_auth_method, ...endpoints } = data.settings
  expect(discovery).toMatchObject(endpoints)
  expect(client_id).toBe(someone.application.id)
  expect(token_endpoint_auth_method).toBe('client_secret_basic')
  expect(address).toBe(`${ISSUER}/.well-known/openid-configuration`)
  expect(new URL(data.address).searchParams.get('code_challenge')).toBe(challenge)
  expect(data.curl).toContain(`-u '${client_id}:SECRET'`)
  expect(data.curl).toContain(`'redirect_uri=https://desk.example.com/it'\\''s'`)
  expect(JSON.stringify(data)).not.toContain(someone.application.secret)

  const proofs = {
    client_secret_post: 'client_secret=SECRET',
    none: 'client_id=',
    private_key_jwt: 'client_assertion=',
  }
  for (const [token_auth_method, proof] of Object.entries(proofs)) {
    await changeApplication(server, someone.application.id, { token_auth_method })
    const { curl } = (await ask(someone, right(someone))).data
    expect(curl).toContain(proof)
    expect(curl).not.toContain('-u ')
  }
})

test('a dry run for others needs the permission to see people, and for oneself the permission to see applications', async () => {
  const someone = await someoneWithOidc(server)
  const reader = await someoneWith(server, ['applications:read'])
  const request = { applicationId: someone.application.id, redirectUri: someone.application.redirectUrl }
  const own = await reader.visitor.call(simulateRequest, request)
  expect(findingOf(own.data, 'access')?.reason).toBe('access_missing')
  expect(await reader.visitor.call(simulateRequest, { ...request, userId: someone.person.id })).toMatchObject({
    status: 403,
  })
  expect(await someone.visitor.call(simulateRequest, request)).toMatchObject({ status: 403 })
  expect(await admin.call(simulateRequest, { ...request, applicationId: newId() })).toMatchObject({ status: 404 })
  expect(await admin.call(simulateRequest, { ...request, userId: newId() })).toMatchObject({ status: 404 })
})
