import type { KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Credentials, readCredentials } from '../access/application-credentials.ts'
import { noteSecretUse } from '../access/note-secret-use.ts'
import { subjectOf } from '../access/subject.ts'
import type { Deps } from '../deps.ts'
import { type Claims, makeClaims } from './claims.ts'
import { findOAuthClient } from './clients.ts'
import { isPageOf, preflight, readableBy } from './cross-origin.ts'
import { issueCode } from './direct-authorization.ts'
import { exchangeCode, issueClientToken, refreshTokens } from './direct-token.ts'
import { stillAllowed } from './grants.ts'
import { PATHS } from './paths.ts'
import { readBody, rewind } from './post-bridge.ts'
import { type Bearer, type Introspected, mayBeRefreshToken, readBearer, readIntrospected } from './presented-token.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys' | 'signingKeys'>
type Known = Needs & { claims: Claims }
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

const FORM_MAX_BYTES = 16_384

/**
 * Answers the most frequent requests with one statement and without the library (ADR 0015): userinfo with a token in
 * the header; introspection and ordinary token requests with HTTP Basic; a code for a signed-in person. `null` leaves a
 * request to the library: all other forms, and whatever would be refused.
 */
export function makeDirect(deps: Needs) {
  const needs: Known = { ...deps, claims: makeClaims(deps) }
  return (path: string, request: IncomingMessage, ip: string): Promise<Answer | null> | Answer | null => {
    const { method, url, headers } = request
    const { authorization = '', origin } = headers
    if (path === PATHS.access) return answerAccess(needs, request)
    // A page of another origin: the library decides whether it may read the answer.
    if (origin !== undefined) return null
    if (path === PATHS.authorization) return method === 'GET' ? issueCode(needs, request, ip) : null
    if (url !== path) return null
    if (method === 'POST' && (path === PATHS.introspection || path === PATHS.token))
      return answerApplication(needs, path, request)
    const isUserinfo = path === PATHS.userinfo && (method === 'GET' || method === 'POST')
    return isUserinfo && BEARER.test(authorization) && headers['content-type'] === undefined
      ? answerUserinfo(needs, authorization)
      : null
  }
}

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i
const BEARER = /^bearer ([^\s]+)$/i

/** A token for a resource is not valid here. */
async function readToken({ db }: Known, authorization = ''): Promise<Bearer | null> {
  const bearer = await readBearer(db, BEARER.exec(authorization)?.[1] ?? '')
  return bearer?.audience === null ? bearer : null
}

type AskedScope = { scope: 'openid' | 'access'; realm: string }

function answerBearer(
  bearer: Bearer | null,
  { scope, realm }: AskedScope,
  bodyOf: (bearer: Bearer) => unknown,
): Answer {
  if (bearer === null) return unauthorized(401, realm, 'invalid_token', 'invalid token provided')
  const isOpen = bearer.scope.split(' ').includes(scope)
  return isOpen
    ? { status: 200, body: bodyOf(bearer) }
    : unauthorized(403, realm, 'insufficient_scope', `access token missing ${scope} scope`, scope)
}

async function answerUserinfo(deps: Known, authorization: string): Promise<Answer> {
  const asked = { scope: 'openid', realm: deps.config.publicUrl.origin } as const
  return answerBearer(await readToken(deps, authorization), asked, ({ facts, scope, named, claimScopes }) => {
    const oneByOne = { claims: Object.keys(named ?? {}), scopes: claimScopes }
    return deps.claims.open(facts, scope.split(' '), oneByOne)
  })
}

/** The library does not know this endpoint, so CORS is handled here in the way that it does at userinfo. */
async function answerAccess(deps: Known, { method, headers }: IncomingMessage): Promise<Answer> {
  const asked = method === 'OPTIONS' ? preflight(headers) : null
  if (asked !== null) return { status: 204, headers: asked }
  if (method !== 'GET' && method !== 'HEAD')
    return { status: 405, body: { error: 'invalid_request' }, headers: { allow: 'GET, HEAD, OPTIONS' } }
  const realm = deps.config.publicUrl.origin
  const bearer = await readToken(deps, headers.authorization)
  const answer =
    headers.authorization === undefined
      ? withoutToken(realm)
      : answerBearer(bearer, { scope: 'access', realm }, ({ facts }) => deps.claims.access(facts))
  const { origin } = headers
  if (origin === undefined) return answer
  const client = bearer && (await findOAuthClient(deps.db, bearer.applicationId))
  if (bearer !== null && !isPageOf(client?.redirect_uris, origin))
    return { status: 400, body: { error: 'invalid_request' } }
  return { ...answer, headers: { ...answer.headers, ...readableBy(origin) } }
}

/** Requests of an application that authenticates with its secret. */
async function answerApplication(needs: Known, path: string, request: IncomingMessage): Promise<Answer | null> {
  const isForm = FORM.test(request.headers['content-type'] ?? '')
  const credentials = isForm ? readCredentials(needs.keys, request.headers.authorization ?? '') : null
  if (credentials === null) return null
  const body = await readBody(request, FORM_MAX_BYTES)
  if (body === null) return { status: 413, body: { error: 'invalid_request' } }
  const form = new URLSearchParams(body.toString('utf8'))
  const answer = await (path === PATHS.token ? issueTokens : introspect)(needs, credentials, form)
  if (answer === null) rewind(request, body)
  else await noteSecretUse(needs.db, ...credentials.values)
  return answer && { status: 200, body: answer }
}

/** Ordinary token requests. */
async function issueTokens({ db, config, keys, signingKeys }: Known, credentials: Credentials, form: URLSearchParams) {
  const asked = `${form.get('grant_type')}: ${[...form.keys()].sort().join(' ')}`
  if (asked === 'client_credentials: grant_type') return issueClientToken(db, credentials)
  const key = (await signingKeys.published()).find(({ alg }) => alg === 'RS256')
  if (key === undefined) return null
  const issuing = { db, keys, credentials, key, issuer: config.publicUrl.origin }
  const one = (name: string) => form.get(name) ?? ''
  if (asked === 'refresh_token: grant_type refresh_token') return refreshTokens(issuing, one('refresh_token'))
  return asked === 'authorization_code: code code_verifier grant_type redirect_uri'
    ? exchangeCode(issuing, one('code'), one('redirect_uri'), one('code_verifier'))
    : null
}

async function introspect({ db, config, keys, claims }: Known, credentials: Credentials, form: URLSearchParams) {
  const [asked, ...more] = form.getAll('token')
  const hint = form.get('token_type_hint') ?? undefined
  // A secret or an id in the form, beside the header, is left to the library, which refuses it.
  const isUsual = [...form.keys()].every((name) => name === 'token' || name === 'token_type_hint')
  if (asked === undefined || more.length > 0 || !isUsual) return null
  const known = await readIntrospected(db, credentials, asked)
  if (known === null) return null
  const { token } = known
  // An application may introspect only tokens of its own audience (requirement P23).
  const isOwn =
    token !== null &&
    (token.audience ?? token.applicationId) === credentials.id &&
    (token.model !== 'RefreshToken' || mayBeRefreshToken(hint))
  return isOwn ? toAnswer(token, config.publicUrl.origin, keys.subject, claims) : { active: false }
}

function toAnswer(token: Introspected, iss: string, key: KeyObject, claims: Claims) {
  const { model, applicationId, audience, userId, subject, username, allowedScopes, sid, iat, exp } = token
  const scope = stillAllowed(token.scope ?? '', allowedScopes)
  return {
    active: true,
    client_id: applicationId,
    ...(userId === null ? {} : { sub: subjectOf(key, subject, userId) }),
    // With a pairwise subject, the user name would identify the person across applications.
    ...(username === null || subject.subjectType === 'pairwise' ? {} : { username }),
    ...(scope === '' ? {} : { scope }),
    ...(sid === null ? {} : { sid }),
    ...claims.actor(subject, token.acting),
    ...(audience === null ? {} : { aud: audience }),
    ...{ iat, exp, iss },
    ...(model === 'RefreshToken' ? {} : { token_type: 'Bearer' }),
  }
}

/** Without any credentials the header names no error (RFC 6750 §3.1), as at userinfo. */
const withoutToken = (realm: string): Answer => ({
  status: 401,
  body: { error: 'invalid_token', error_description: 'no access token provided' },
  headers: { 'www-authenticate': `Bearer realm="${realm}"` },
})

function unauthorized(status: number, realm: string, error: string, error_description: string, scope?: string): Answer {
  const said = Object.entries({ realm, error, error_description, ...(scope === undefined ? {} : { scope }) })
  return {
    status,
    body: { error, error_description, ...(scope === undefined ? {} : { scope }) },
    headers: { 'www-authenticate': `Bearer ${said.map(([name, value]) => `${name}="${value}"`).join(', ')}` },
  }
}
