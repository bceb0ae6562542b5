import {
  CONSTANT,
  completeLaunchFields,
  includesLaunchField,
  type LaunchFieldName,
} from '@gatehouse/contract/admin/applications/launch-fields.ts'
import type { Launch } from '@gatehouse/contract/launch.ts'
import type { UserData } from '@gatehouse/contract/people.ts'
import type { Access } from '../access/access.ts'
import { readLaunchFields } from '../access/launch-field-rules.ts'
import { subjectOf } from '../access/subject.ts'
import type { Deps } from '../deps.ts'

/** The request by which a browser opens an application for a person. Previews show the same request. */
export function launchRequest(
  { config, keys }: Pick<Deps, 'config' | 'keys'>,
  user: UserData,
  access: Access,
  token: string,
): Launch {
  const { redirectUrl, launchMode, loginUrl } = access.application
  // The application starts its own sign-in, which returns to the portal: no personal data is sent (requirement L4).
  // Only
  // the parameters of OpenID Connect Core §4, and the client, which the application may name in its request.
  if (launchMode === 'oidc' && loginUrl !== '')
    return launchTo(loginUrl, 'query', { iss: config.publicUrl.origin, client: access.client.id })
  const mode = launchMode === 'form_post' ? 'form_post' : 'query'
  return launchTo(
    redirectUrl,
    mode,
    fieldsOf({ ...user, _id: subjectOf(keys.subject, access.application, user._id) }, access, token),
  )
}

/**
 * How the browser opens `address`: with the fields in the query, or as a form post, which keeps them out of the address
 * (requirement L4).
 */
export function launchTo(address: string, mode: 'query' | 'form_post', fields: Record<string, string>): Launch {
  if (mode === 'form_post') return { method: 'POST', url: address, fields }
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return { method: 'GET', url: url.href, fields: {} }
}

/**
 * The fields sent to an application: the token, and as much of the identity as the application is configured to get,
 * under the names that it is configured for (requirements L2 and L3). The identity fields are for display only; an
 * application that trusts them without redeeming the token can be deceived by anyone.
 */
function fieldsOf(user: UserData, { application, client, role }: Access, token: string): Record<string, string> {
  const values: Record<LaunchFieldName, string> = {
    appName: application.name,
    clientIDE: client.id,
    clientID: client.uuid,
    role,
    oAuthtoken: token,
    token,
    userId: user._id,
    redirectURL: application.redirectUrl,
    uuid: client.uuid,
    _id: user._id,
    isActive: 'true',
    email: user.email,
    userName: user.userName,
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber,
  }
  const sent = completeLaunchFields(readLaunchFields(application.launchFields)).flatMap(
    ({ field, name, value, isSent }): [string, string][] => {
      if (!isSent) return []
      if (field === CONSTANT) return [[name, value]]
      return includesLaunchField(application.launchIdentity, field) ? [[name, values[field]]] : []
    },
  )
  return Object.fromEntries(sent)
}
