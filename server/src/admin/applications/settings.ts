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
 * Checks the addresses: browsers are redirected to them with the identity of a person, and the server calls two of them.
 *
 * @param allow hosts inside the network that may be called
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
 * Checks that the stored record is consistent, whichever of its fields the call contained.
 *
 * @throws AppError invalid_request
 */
export async function requireFitting(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.execute<SignInSettings>(sql`
    select application_type as "applicationType", launch_mode as "launchMode", login_url as "loginUrl",
      redirect_uris as "redirectUris", post_logout_redirect_uris as "postLogoutRedirectUris",
      token_auth_method as "tokenAuthMethod", jwks, jwks_uri as "jwksUri", oauth_grants as "oauthGrants", pkce_required as "pkceRequired",
      backchannel_logout_uri as "backchannelLogoutUri", opens_while_acting as "opensWhileActing"
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

/** Well-formed numbers are not always a key: a point may not be on its curve. */
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
