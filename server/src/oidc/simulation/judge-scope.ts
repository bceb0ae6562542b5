import { OAUTH_SCOPES } from '@gatehouse/contract/admin/applications/oauth-settings.ts'
import { essentialAcrs, hasReadableSubject } from '../essential-acr.ts'
import { impliedScope } from '../implied-scope.ts'
import type { ApplicationFacts, AskedRequest } from './judge-all.ts'
import { fails, type Judged, passes, warns } from './judged.ts'

export function judgeScope(
  { scope: sent, claims, maxAge }: AskedRequest,
  prompts: string[],
  { allowedScopes, oauthGrants }: ApplicationFacts,
): Judged {
  // RFC 6749 §3.3
  if (sent !== '' && !/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(sent))
    return fails('invalid_scope', 'scope_malformed')
  const implied = impliedScope(allowedScopes)
  if (sent === '' && claims === '' && maxAge === '')
    return implied === '' ? fails('invalid_scope', 'scope_empty') : warns('scope_implied', { scopes: implied })
  const scopes = scopesOf(sent)
  const isOffline = prompts.includes('consent') && oauthGrants.includes('refresh_token')
  const effective = scopes.filter((scope) => scope !== 'offline_access' || isOffline)
  const known = effective.filter(isKnown)
  const refused = known.filter((scope) => !allowedScopes.includes(scope))
  if (refused.length > 0) return fails('invalid_scope', 'scope_not_allowed', { scopes: refused.join(' ') })
  if (!scopes.includes('openid') && (claims !== '' || maxAge !== ''))
    return fails('invalid_request', 'scope_needs_openid')
  if (known.length === 0) return fails('invalid_scope', 'scope_empty')
  if (!scopes.includes('openid')) return warns('scope_without_openid')
  if (effective.length < scopes.length) return warns('scope_without_offline')
  return known.length < effective.length
    ? warns('scope_unknown', { scopes: effective.filter((scope) => !isKnown(scope)).join(' ') })
    : passes('scope_allowed')
}

/** Judges claims requested one by one (OpenID Connect Core §5.5). */
export function judgeClaims(
  { claims: sent, scope }: AskedRequest,
  { isFirstParty, allowedScopes }: ApplicationFacts,
  claimsByScope: Record<string, string[]>,
): Judged | null {
  if (sent === '') return null
  const parts = readClaims(sent)
  if (parts === null) return fails('invalid_request', 'claims_malformed')
  try {
    essentialAcrs(sent)
  } catch {
    return fails('invalid_request', 'claims_acr_malformed')
  }
  const scopes = isFirstParty ? allowedScopes : scopesOf(scope).filter((one) => allowedScopes.includes(one))
  const open = scopes.flatMap((one) => claimsByScope[one] ?? [])
  const passedOver = parts.flatMap((part) => Object.keys(part)).filter((name) => !open.includes(name))
  return passedOver.length === 0
    ? passes('claims_understood')
    : warns('claims_passed_over', { claims: [...new Set(passedOver)].join(', ') })
}

/** Both members of the `claims` parameter, or `null` when it is not such an object. */
function readClaims(sent: string): object[] | null {
  let claims: unknown
  try {
    claims = JSON.parse(sent)
  } catch {
    return null
  }
  if (!isObject(claims) || !hasReadableSubject(claims)) return null
  const { userinfo, id_token } = claims as { userinfo?: unknown; id_token?: unknown }
  const parts = [userinfo, id_token].filter((part) => part !== undefined)
  return parts.length > 0 && parts.every(isObject) ? parts : null
}

export const scopesOf = (sent: string) => [...new Set(sent.split(' ').filter(Boolean))]
export const isKnown = (scope: string) => (OAUTH_SCOPES as readonly string[]).includes(scope)
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
