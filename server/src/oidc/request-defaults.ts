import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Claims } from './claims.ts'
import { impliedScope } from './implied-scope.ts'
import { actingOf } from './portal-session.ts'

type Asking = { scope?: unknown; claims_in_id_token?: unknown; applicationType?: unknown } | undefined

/**
 * Sets the defaults of a request. The library calls it after all parameters that it knows.
 *
 * @throws InvalidScope for a request that could be granted nothing, before anybody signs in for it
 * @throws InvalidRequest for a response mode that cannot reach a native application
 */
export function assignDefaults({ params, session }: KoaContextWithOIDC['oidc'], client: Asking, { byScope }: Claims) {
  if (params === undefined) return
  // No browser can post a form to a program on a device.
  if (params.response_mode === 'form_post' && client?.applicationType === 'native') {
    params.response_mode = undefined
    throw new errors.InvalidRequest('a native application is sent no form')
  }
  params.scope ??= impliedScope(String(client?.scope ?? '').split(' ')) || undefined
  const isActing = actingOf(session) !== null
  // Nothing that is given while somebody acts goes on afterwards.
  const isLasting = (scope: string) => scope === 'offline_access' && !isActing
  const scopes = String(params.scope ?? '')
    .split(' ')
    .filter((scope) => isLasting(scope) || Object.hasOwn(byScope, scope))
  if (scopes.length === 0) throw new errors.InvalidScope('scope is missing, or names nothing that is known', 'openid')
  // Where a resource is named, the library keeps unknown ones, which nobody must be asked to consent to.
  params.scope = scopes.join(' ')
  if (client?.claims_in_id_token !== true || !scopes.includes('openid')) return
  // As if the application had requested each of these claims by name (OpenID Connect Core §5.5).
  const named = JSON.parse(String(params.claims ?? '{}')) as { id_token?: object }
  const names = scopes.flatMap((scope) => (scope === 'openid' ? [] : (byScope[scope] ?? [])))
  const implied = Object.fromEntries(names.map((name) => [name, null]))
  if (names.length > 0) params.claims = JSON.stringify({ ...named, id_token: { ...implied, ...named.id_token } })
}
