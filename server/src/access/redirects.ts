import type { Access } from './access.ts'
import type { SignInTarget } from './sign-in-target.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * The origin of an address that a browser brought along, or `null` when it is not a plain web address. Anything that
 * browsers and parsers might read differently is refused (requirements P11 and P12).
 */
export function webOrigin(address: string): string | null {
  if (
    /[\\\s\p{Cc}]/u.test(address) ||
    address.includes('#') ||
    !/^https?:\/\/[^/]/i.test(address) ||
    !URL.canParse(address)
  )
    return null
  const { protocol, username, password, host, hostname, origin } = new URL(address)
  // Parsers accept `;` and `,` in a host; in a Content-Security-Policy they would start a new directive or policy.
  if (username !== '' || password !== '' || !/^[\w.:[\]-]+$/.test(host)) return null
  return protocol === 'https:' || LOOPBACK.includes(hostname) ? origin : null
}

/** The accesses whose application has the origin of `address`. */
export function accessesAt<One extends Access>(accesses: One[], address: string): One[] {
  const origin = webOrigin(address)
  if (origin === null) return []
  return accesses.filter(({ application }) =>
    [openedAt(application), application.allowedUrl].some((own) => webOrigin(own) === origin),
  )
}

/**
 * The address under which the portal opens an application: its Redirect URL or, without one, the page where it starts
 * its own sign-in.
 */
export const openedAt = ({ redirectUrl, loginUrl }: Pick<Access['application'], 'redirectUrl' | 'loginUrl'>) =>
  redirectUrl || loginUrl

/**
 * The accesses for the client that the address names, by its id or by its id in other systems; all of them when it
 * names none.
 */
export function accessesFor<One extends Access>(accesses: One[], client: string | undefined): One[] {
  return client
    ? accesses.filter((one) => one.client.id === client || (one.client.uuid !== '' && one.client.uuid === client))
    : accesses
}

/** The accesses that a sign-in target may mean. The same check runs before a sign-in, after it, and without one. */
export function accessesOf<One extends Access>(
  accesses: One[],
  { redirectUrl, applicationId, client }: SignInTarget,
): One[] {
  return accessesFor(accessesAt(accesses, redirectUrl), client ?? undefined).filter(
    ({ application }) => applicationId === null || application.id === applicationId,
  )
}
