import type { IncomingMessage } from 'node:http'
import sql, { raw, type Sql } from 'sql-template-tag'
import { OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import { SECONDS } from '../access/lifetimes.ts'
import { newSecret } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { COOKIES } from '../http/cookies.ts'
import { queryOf } from '../http/query-of.ts'
import type { Claims } from './claims.ts'
import type { Answer } from './direct.ts'
import { hasConsented, insertGrant } from './grants.ts'
import { actingOf } from './portal-session.ts'
import { forgetReadAhead, type ReadAhead, readAhead } from './read-ahead.ts'
import { CODE_COLUMNS, keepCodeOf } from './sign-in-notes.ts'

type Needs = Pick<Deps, 'db' | 'config'> & { claims: Claims }

/** The parameters of an ordinary request. */
type Asked = {
  applicationId: string
  redirectUri: string
  scopes: string[]
  challenge: string
  state: string | null
  nonce: string | null
}

const REQUIRED = ['client_id', 'redirect_uri', 'response_type', 'scope', 'code_challenge', 'code_challenge_method']
const OPTIONAL = ['state', 'nonce']

/** A SHA-256 digest in base64url (RFC 7636 §4.2). */
const CHALLENGE = /^[\w-]{43}$/

/**
 * The code for a signed-in person who has the application for exactly one client and needs no prompt (ADR 0040). `null`
 * leaves the request to the library: every other form, and everything that would be refused. Then nothing has been
 * written.
 */
export async function issueCode(
  { db, config, claims }: Needs,
  request: IncomingMessage,
  ip: string,
): Promise<Answer | null> {
  const asked = readPlain(request.url ?? '', claims)
  if (asked === null || !hasOneSession(request.headers.cookie)) return null
  const found = matchAccess(asked, await readAhead(db, request), claims)
  if (found === null) return null
  const { applicationId, redirectUri, scopes, challenge, state, nonce } = asked
  const { session, isFirstParty, clientId } = found
  const { userId, sessionId, acr, amr, authTime } = session
  const grant = { userId, applicationId, clientId, sessionId, isOffline: false, scopes, resources: [] }
  const isOpen = isStillOpen(userId, applicationId, clientId)
  const condition = isFirstParty ? isOpen : sql`${isOpen} and ${hasConsented(userId, applicationId, scopes)}`
  const payload = {
    ...{ kind: 'AuthorizationCode', clientId: applicationId, accountId: userId, acr, amr, authTime, redirectUri },
    ...{ codeChallenge: challenge, codeChallengeMethod: 'S256', ...(nonce === null ? {} : { nonce }) },
    ...{ scope: scopes.join(' '), sessionUid: sessionId, sid: sessionId },
  }
  const code = newSecret()
  const isKept = await keepCodeOf(db, {
    name: isFirstParty ? 'give-code' : 'give-code-with-consent',
    grant: sql`${insertGrant(grant, condition)} returning ${CODE_COLUMNS}`,
    code,
    ip,
    payload: sql`${payload}::jsonb || jsonb_build_object('grantId', given.id, 'iat', ${NOW}, 'exp', ${NOW} + ${SECONDS.code}::int)`,
    ttlSeconds: SECONDS.code,
  })
  if (!isKept) {
    forgetReadAhead(request)
    return null
  }
  const address = new URL(redirectUri)
  const answer = { code, ...(state === null ? {} : { state }), iss: config.publicUrl.origin }
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value)
  return { status: 303, headers: { location: address.href, 'cache-control': 'no-store', 'content-length': '0' } }
}

const NOW = sql`floor(extract(epoch from now()))::int`

/**
 * Whether the session `s` and the person's access are still valid at the write. The application is locked before its
 * grant, in the same order as by everything that deactivates an application, so that neither waits for the other
 * (deadlock).
 */
const isStillOpen = (userId: string, applicationId: string, clientId: string): Sql => sql`
  s.ended_at is null and s.expires_at > now()
  and exists (select 1 from ${raw(OPEN_ASSIGNMENTS)}
    where s.user_id = ${userId} and s.application_id = ${applicationId} and s.client_id = ${clientId} for key share of a)`

/** A request whose parameters are all known here, occur once and are not empty. `null` for any other. */
function readPlain(url: string, { byScope }: Claims): Asked | null {
  const given = new URLSearchParams(queryOf(url))
  const names = [...given.keys()]
  const isUsual = names.every((name) => REQUIRED.includes(name) || OPTIONAL.includes(name))
  const isComplete = REQUIRED.every((name) => given.has(name))
  if (!isUsual || !isComplete || new Set(names).size < names.length) return null
  if ([...given.values()].includes('')) return null
  const one = (name: string) => given.get(name) ?? ''
  if (one('response_type') !== 'code' || one('code_challenge_method') !== 'S256') return null
  const scopes = one('scope').split(' ')
  // `offline_access` is no scope of claims, so it is left to the library: the person must consent to it.
  const areKnown = scopes.includes('openid') && scopes.every((scope) => Object.hasOwn(byScope, scope))
  const challenge = one('code_challenge')
  if (!areKnown || new Set(scopes).size < scopes.length || !CHALLENGE.test(challenge)) return null
  const [state, nonce] = [given.get('state'), given.get('nonce')]
  return { applicationId: one('client_id'), redirectUri: one('redirect_uri'), scopes, challenge, state, nonce }
}

/** When a cookie occurs twice, the library takes the first one, whatever it contains. */
const hasOneSession = (cookie = '') => cookie.split(`${COOKIES.session}=`).length === 2

/** The session and access for a request that needs no prompt; `null` when the library must decide. */
function matchAccess({ applicationId, redirectUri, scopes }: Asked, ahead: ReadAhead | null, { byScope }: Claims) {
  const application = ahead?.client?.id === applicationId ? ahead.client.found : undefined
  const session = ahead?.session?.found
  const [access, ...others] = ahead?.accesses?.found ?? []
  if (application === undefined || session === undefined || access === undefined || others.length > 0) return null
  if (access.demand.lacks !== null || actingOf(session) !== null) return null
  const allowed = String(application.scope).split(' ')
  const isPlain =
    application.application_type === 'web' &&
    application.token_endpoint_auth_method !== 'private_key_jwt' &&
    application.access_token_format === 'opaque' &&
    application.subject_type === undefined &&
    application.claims_in_id_token === false &&
    application.client_name !== '' &&
    // The library refuses every request of an application that is allowed an unknown scope.
    allowed.every((scope) => scope === 'offline_access' || Object.hasOwn(byScope, scope))
  const mayAsk =
    application.response_types?.includes('code') === true &&
    application.redirect_uris?.includes(redirectUri) === true &&
    scopes.every((scope) => allowed.includes(scope))
  // The library escapes addresses in its own way, so addresses with escapes are left to it.
  if (!isPlain || !mayAsk || redirectUri.includes('%')) return null
  const { accountId, uid, acr, amr, loginTs } = session
  return {
    session: { userId: String(accountId), sessionId: String(uid), acr, amr, authTime: loginTs },
    isFirstParty: application.first_party === true,
    clientId: access.client.id,
  }
}
