import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { isPrivateUse, UNSAFE_ADDRESS } from '@gatehouse/contract/admin/applications/callback-address.ts'
import { type SignInSettings, signInProblems } from '@gatehouse/contract/admin/applications/oauth-settings.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { webOrigin } from '../../access/redirects.ts'
import type { Tx } from '../../db/database.ts'
import { outboundUrlProblem } from '../../outbound/address-rules.ts'
import { refuseFields } from '../engine/refuse-fields.ts'

type Sent = Input<typeof applications.create> | Input<typeof applications.update>

/**
 * Browsers are sent to these with somebody's identity, and two of them are called from here.
 *
 * @param allow hosts that may be called although they lie inside the network
 * @throws AppError invalid_request
 */
export function requireSafeAddresses(sent: Sent, allow: readonly string[]): void {
  const {
    applicationSecret,
    redirectUris = [],
    postLogoutRedirectUris = [],
    backchannelLogoutUri = '',
    jwksUri = '',
  } = sent
  refuseFields({
    applicationRedirectUrl: problemOf(sent.applicationRedirectUrl),
    applicationAllowedUrl: problemOf(sent.applicationAllowedUrl),
    'applicationSecret.applicationLogoutUri': problemOf(applicationSecret.applicationLogoutUri),
    'applicationSecret.applicationLogin': problemOf(applicationSecret.applicationLogin),
    ...problemsOf('redirectUris', redirectUris),
    ...problemsOf('postLogoutRedirectUris', postLogoutRedirectUris),
    backchannelLogoutUri: problemOf(backchannelLogoutUri) ?? insideProblem(backchannelLogoutUri, allow),
    jwksUri: problemOf(jwksUri) ?? insideProblem(jwksUri, allow),
  })
}

/**
 * What stands in the record now, whatever part of it was sent, must fit together.
 *
 * @throws AppError invalid_request
 */
export async function requireFitting(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.execute<SignInSettings>(sql`
    select application_type as "applicationType", launch_mode as "launchMode", login_url as "loginUrl",
      redirect_uris as "redirectUris", post_logout_redirect_uris as "postLogoutRedirectUris",
      token_auth_method as "tokenAuthMethod", jwks, jwks_uri as "jwksUri", oauth_grants as "oauthGrants", pkce_required as "pkceRequired"
    from applications where id = ${id}`)
  const [settings] = rows
  if (settings === undefined) throw new Error('an application that has just been written is not there')
  const problems = signInProblems(settings)
  refuseFields({ ...problems, jwks: problems.jwks ?? unreadableKey(settings.jwks) })
}

const problemOf = (address: string) => (address === '' || webOrigin(address) !== null ? null : UNSAFE_ADDRESS)

const insideProblem = (address: string, allow: readonly string[]) =>
  address === '' ? null : outboundUrlProblem(address, allow)

const problemsOf = (name: string, addresses: readonly string[]) =>
  Object.fromEntries(
    addresses.map((address, position) => [`${name}.${position}`, isPrivateUse(address) ? null : problemOf(address)]),
  )

/** Numbers that look like a key need not be one: a point beside its curve is none. */
function unreadableKey(jwks: string): string | null {
  if (jwks === '') return null
  const { keys } = JSON.parse(jwks) as { keys: JsonWebKey[] }
  try {
    for (const key of keys) createPublicKey({ key, format: 'jwk' })
    return null
  } catch {
    return 'One of these is not a valid key: its values do not match.'
  }
}
