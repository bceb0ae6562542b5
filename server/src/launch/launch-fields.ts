import type { Launch } from '@gatehouse/contract/launch.ts'
import type { UserData } from '@gatehouse/contract/people.ts'
import type { Access } from '../access/access.ts'

/** The launch token under both of its names (decision L1). */
const TOKEN_FIELDS = ['oAuthtoken', 'token']
const MINIMAL_FIELDS = ['appName', 'clientIDE', 'clientID', 'role', 'userId', 'redirectURL', ...TOKEN_FIELDS]

/**
 * What goes along to an application: the token, and as much of the identity as it is set to get (decisions L2, L3).
 * The identity fields are for display only; whoever believes them without redeeming the token believes anybody.
 */
export function launchFields(
  user: UserData,
  { application, client, role }: Access,
  token: string,
): Record<string, string> {
  const all: Record<string, string> = {
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
  const sent = { full: Object.keys(all), minimal: MINIMAL_FIELDS, none: TOKEN_FIELDS }[application.launchIdentity]
  const { rename = {}, drop = [], add = {} } = application.launchFields
  const chosen = sent.filter((name) => !drop.includes(name)).map((name) => [rename[name] ?? name, all[name] ?? ''])
  return { ...add, ...Object.fromEntries(chosen) }
}

/** How the browser opens `address`: with the fields in the query, or posted so that they stay out of it (decision L4). */
export function launchTo(address: string, mode: 'query' | 'form_post', fields: Record<string, string>): Launch {
  if (mode === 'form_post') return { method: 'POST', url: address, fields }
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return { method: 'GET', url: url.href, fields: {} }
}
