import { redirect } from '@tanstack/react-router'
import { isDeepLink, isServerPath, safeReturnTo } from './return-to.ts'
import type { SessionContext } from './use-session.ts'

type Entering = {
  context: SessionContext
  location: { href: string; pathname: string }
  search: { returnTo?: string | undefined; again?: string | undefined }
}

/** Sends visitors to sign in first, and back here afterwards. */
export function requireSession({ context, location }: Omit<Entering, 'search'>): void {
  if (context.session) return
  const isHome = location.pathname === '/dashboard'
  throw redirect({ to: '/login', search: isHome ? {} : { returnTo: location.href }, replace: true })
}

/** Sends whoever is signed in on to where they wanted to go, unless an application has them sign in again. */
export function requireVisitor({ context, search }: Entering): void {
  if (!context.session || search.again) return
  const returnTo = safeReturnTo(search.returnTo)
  if (!isDeepLink(returnTo)) throw redirect({ to: '/dashboard/app', replace: true })
  throw redirect({ href: returnTo, replace: true, reloadDocument: isServerPath(returnTo) })
}
