import { redirect } from '@tanstack/react-router'
import { homeOf } from './home.ts'
import { safeReturnTo } from './return-to.ts'
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

/**
 * Sends people who are signed in on to where they wanted to go, unless an application has them sign in again. That page is
 * loaded: one that was served to a visitor lets no form go to an application.
 */
export function requireVisitor({ context, search }: Entering): void {
  if (!context.session || search.again) return
  const href = safeReturnTo(search.returnTo) ?? homeOf(context.session)
  throw redirect({ href, replace: true, reloadDocument: true })
}
