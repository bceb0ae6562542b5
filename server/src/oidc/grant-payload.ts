import type { AdapterPayload } from 'oidc-provider'
import type { Claims } from './claims.ts'
import type { Grant } from './grants.ts'

/** A grant in the library's form. */
export function grantPayload(grant: Grant, byScope: Claims['byScope']): AdapterPayload {
  const { id, userId, applicationId, scopes, claimScopes, resources, createdAt, expiresAt } = grant
  const scope = scopes.join(' ')
  return {
    ...{ kind: 'Grant', jti: id, accountId: userId, clientId: applicationId, iat: seconds(createdAt) },
    exp: seconds(expiresAt),
    openid: { scope, claims: claimScopes.flatMap((one) => byScope[one] ?? []) },
    resources: Object.fromEntries(resources.map((resource) => [resource, scope])),
  }
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
