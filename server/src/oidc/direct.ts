import type { IncomingMessage } from 'node:http'
import type { Deps } from '../deps.ts'
import { type Claims, makeClaims } from './claims.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { giveClientToken, giveForCode, giveRefreshed } from './direct-token.ts'
import { stillAllowed } from './grants.ts'
import { PATHS } from './paths.ts'
import { readBody, rewind } from './post-bridge.ts'
import { type Introspected, readBearer, readIntrospected } from './presented-token.ts'
import type { SigningKeys } from './signing-keys.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys'> & {
  signingKeys: SigningKeys
  addressOf: (request: IncomingMessage) => string
}
type Known = Needs & { claims: Claims }
export type Answer = { status: number; body: unknown; authenticate?: string }

const FORM_MAX_BYTES = 16_384

/**
 * What applications ask most, answered with one statement and without the library (ADR 0015): userinfo with a token in
 * its header; introspection and the usual requests for tokens with HTTP Basic. All other forms of them, and whatever
 * is refused, are the library's; `null` leaves a request to it.
 */
export function makeDirect(deps: Needs) {
  const needs: Known = { ...deps, claims: makeClaims(deps.config) }
  return (path: string, request: IncomingMessage): Promise<Answer | null> | Answer | null => {
    const { method, url, headers } = request
    const { authorization = '', origin } = headers
    if (path === PATHS.access) return method === 'GET' ? tellAccess(needs, authorization) : methodNotAllowed
    // From a page of another site: whether that may be is decided there.
    if (origin !== undefined || url !== path) return null
    if (method === 'POST' && (path === PATHS.introspection || path === PATHS.token))
      return answerApplication(needs, path, request)
    const isUserinfo = path === PATHS.userinfo && (method === 'GET' || method === 'POST')
    return isUserinfo && BEARER.test(authorization) && headers['content-type'] === undefined
      ? tellClaims(needs, authorization)
      : null
  }
}

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i
const BEARER = /^bearer ([^\s]+)$/i

const methodNotAllowed: Answer = { status: 405, body: { error: 'invalid_request' } }

async function readAuthorized({ db }: Known, authorization: string, scope: string) {
  const bearer = await readBearer(db, BEARER.exec(authorization)?.[1] ?? '')
  if (bearer === null || bearer.audience !== null) return unauthorized(401, 'invalid_token')
  return bearer.scope.split(' ').includes(scope) ? bearer : unauthorized(403, 'insufficient_scope')
}

async function tellClaims(deps: Known, authorization: string): Promise<Answer> {
  const bearer = await readAuthorized(deps, authorization, 'openid')
  if ('status' in bearer) return bearer
  const { facts, scope, named, claimScopes } = bearer
  const oneByOne = { claims: Object.keys(named ?? {}), scopes: claimScopes }
  return { status: 200, body: deps.claims.open(facts, scope.split(' '), oneByOne) }
}

async function tellAccess(deps: Known, authorization: string): Promise<Answer> {
  const bearer = await readAuthorized(deps, authorization, 'access')
  return 'status' in bearer ? bearer : { status: 200, body: deps.claims.access(bearer.facts) }
}

/** What an application asks that proves itself with its secret. */
async function answerApplication(needs: Known, path: string, request: IncomingMessage): Promise<Answer | null> {
  const isForm = FORM.test(request.headers['content-type'] ?? '')
  const credentials = isForm ? readCredentials(needs.keys, request, needs.addressOf(request)) : null
  if (credentials === null) return null
  const body = await readBody(request, FORM_MAX_BYTES)
  if (body === null) return { status: 413, body: { error: 'invalid_request' } }
  const form = new URLSearchParams(body.toString('utf8'))
  const answer = await (path === PATHS.token ? giveTokens : introspect)(needs, credentials, form)
  if (answer === null) rewind(request, body)
  return answer && { status: 200, body: answer }
}

/** The requests for tokens that say nothing but the usual. */
async function giveTokens({ db, config, signingKeys }: Known, credentials: Credentials, form: URLSearchParams) {
  const asked = `${form.get('grant_type')}: ${[...form.keys()].sort().join(' ')}`
  if (asked === 'client_credentials: grant_type') return giveClientToken(db, credentials)
  const key = (await signingKeys.published()).find(({ alg }) => alg === 'RS256')
  if (key === undefined) return null
  const giver = { db, credentials, key, issuer: config.publicUrl.origin }
  const one = (name: string) => form.get(name) ?? ''
  if (asked === 'refresh_token: grant_type refresh_token') return giveRefreshed(giver, one('refresh_token'))
  return asked === 'authorization_code: code code_verifier grant_type redirect_uri'
    ? giveForCode(giver, one('code'), one('redirect_uri'), one('code_verifier'))
    : null
}

async function introspect({ db, config }: Known, credentials: Credentials, form: URLSearchParams) {
  const [asked, ...more] = form.getAll('token')
  if (asked === undefined || more.length > 0) return null
  const known = await readIntrospected(db, credentials, asked)
  if (known === null) return null
  const { token } = known
  // Of its own audience only: what a token says is nobody else's business (security note D23).
  const isOwn = token !== null && (token.audience ?? token.applicationId) === credentials.id
  return isOwn ? toAnswer(token, config.publicUrl.origin) : { active: false }
}

function toAnswer(token: Introspected, iss: string) {
  const { model, applicationId, audience, sub, allowedScopes, sid, iat, exp } = token
  const scope = stillAllowed(token.scope ?? '', allowedScopes)
  return {
    active: true,
    client_id: applicationId,
    ...(sub === null ? {} : { sub }),
    ...(scope === '' ? {} : { scope }),
    ...(sid === null ? {} : { sid }),
    ...(audience === null ? {} : { aud: audience }),
    ...{ iat, exp, iss },
    ...(model === 'RefreshToken' ? {} : { token_type: 'Bearer' }),
  }
}

const unauthorized = (status: number, error: string): Answer => ({
  status,
  body: { error },
  authenticate: `Bearer realm="portal", error="${error}"`,
})
