/** Where everybody lands after signing in: asking for it is not a wish of its own. */
const HOME = ['/', '/dashboard', '/dashboard/app', '/dashboard/overview']

/** A path of this site from a query value, or `undefined`: never an address that leads elsewhere. */
export function safeReturnTo(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /^\/\/|[\\\p{Cc}]/u.test(value)) return undefined
  const url = URL.parse(value, location.origin)
  // Without its dots, `/.//host` is the address of another host.
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}

/** Whether somebody asked for a certain screen before signing in (requirement S9). */
export function isDeepLink(returnTo: string | undefined): returnTo is string {
  return returnTo !== undefined && !HOME.includes(returnTo)
}
