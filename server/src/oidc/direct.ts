import type { IncomingMessage } from 'node:http'
import { applicationSecretHash } from '../access/application-secret.ts'
import { equalBytes } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { type Claims, makeClaims } from './claims.ts'
import { stillAllowed } from './grants.ts'
import { PATHS } from './paths.ts'
import { readText } from './post-bridge.ts'
import { type Introspected, readBearer, readIntrospected } from './presented-token.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys'> & { claims: Claims }
export type Answer = { status: number; body: unknown; authenticate?: string }

const FORM_MAX_BYTES = 16_384
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The two questions that applications ask at every request of theirs, answered with one look-up and without the library
 * (ADR 0015): userinfo with a token in its header, introspection with HTTP Basic. All other forms of them are the
 * library's; `null` leaves a request to it.
 */
export function makeDirect(deps: Pick<Deps, 'db' | 'config' | 'keys'>) {
  const needs: Needs = { ...deps, claims: makeClaims(deps.config) }
  return (path: string, request: IncomingMessage): Promise<Answer> | Answer | null => {
    const { method, url, headers } = request
    const { authorization = '', origin } = headers
    if (path === PATHS.access) return method === 'GET' ? tellAccess(needs, authorization) : methodNotAllowed
    // From a page of another site: whether that may be is decided there.
    if (origin !== undefined || url !== path) return null
    if (path === PATHS.introspection && method === 'POST' && BASIC.test(authorization))
      return introspect(needs, request)
    const isUserinfo = path === PATHS.userinfo && (method === 'GET' || method === 'POST')
    return isUserinfo && BEARER.test(authorization) && headers['content-type'] === undefined
      ? tellClaims(needs, authorization)
      : null
  }
}

const BASIC = /^basic /i
const BEARER = /^bearer ([^\s]+)$/i

const methodNotAllowed: Answer = { status: 405, body: { error: 'invalid_request' } }

async function readAuthorized({ db }: Needs, authorization: string, scope: string) {
  const bearer = await readBearer(db, BEARER.exec(authorization)?.[1] ?? '')
  if (bearer === null || bearer.audience !== null) return unauthorized(401, 'invalid_token')
  return bearer.scope.split(' ').includes(scope) ? bearer : unauthorized(403, 'insufficient_scope')
}

async function tellClaims(deps: Needs, authorization: string): Promise<Answer> {
  const bearer = await readAuthorized(deps, authorization, 'openid')
  if ('status' in bearer) return bearer
  const { facts, scope, named, claimScopes } = bearer
  const oneByOne = { claims: Object.keys(named ?? {}), scopes: claimScopes }
  return { status: 200, body: deps.claims.open(facts, scope.split(' '), oneByOne) }
}

async function tellAccess(deps: Needs, authorization: string): Promise<Answer> {
  const bearer = await readAuthorized(deps, authorization, 'access')
  return 'status' in bearer ? bearer : { status: 200, body: deps.claims.access(bearer.facts) }
}

async function introspect({ db, config, keys }: Needs, request: IncomingMessage): Promise<Answer> {
  const [id, secret] = credentials(request.headers.authorization)
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  const text = isForm ? await readText(request, FORM_MAX_BYTES) : null
  const tokens = new URLSearchParams(text ?? '').getAll('token')
  const asked = UUID.test(id) ? await readIntrospected(db, id, tokens[0] ?? '') : null
  const isRight =
    asked?.secretHash != null &&
    asked.tokenAuthMethod.startsWith('client_secret_') &&
    equalBytes(asked.secretHash, applicationSecretHash(keys.applicationSecret, id, secret))
  if (!isRight) return { status: 401, body: { error: 'invalid_client' }, authenticate: 'Basic realm="applications"' }
  if (tokens.length !== 1) return { status: 400, body: { error: 'invalid_request' } }
  const { token } = asked
  // Of its own audience only: what a token says is nobody else's business (security note D23).
  const isOwn = token !== null && (token.audience ?? token.applicationId) === id
  return { status: 200, body: isOwn ? toAnswer(token, config.publicUrl.origin) : { active: false } }
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

/** Both halves are form-encoded (RFC 6749 §2.3.1). */
function credentials(authorization: string | undefined): [string, string] {
  const text = Buffer.from((authorization ?? '').slice('basic '.length), 'base64').toString('utf8')
  const colon = text.indexOf(':')
  try {
    const [id, secret] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)].map((half) =>
      decodeURIComponent(half.replaceAll('+', ' ')),
    )
    return [id ?? '', secret ?? '']
  } catch {
    return ['', '']
  }
}

const unauthorized = (status: number, error: string): Answer => ({
  status,
  body: { error },
  authenticate: `Bearer realm="portal", error="${error}"`,
})
