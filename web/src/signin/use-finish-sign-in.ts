import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import { useSearch } from '@tanstack/react-router'
import { isDeepLink, safeReturnTo } from '../session/return-to.ts'

type Next = Output<typeof consumeLogInOtpEmail>['next']

/**
 * Goes where the server says, once the code is accepted; a deep link comes first (requirement S9). The next page is loaded,
 * not routed to: this one was served to a visitor, whose policy lets no form go to an application, and what was typed goes
 * with it.
 */
export function useFinishSignIn(): (next: Next) => Promise<void> {
  const { returnTo, base } = useSearch({ strict: false })

  return async (next) => {
    // /ssologin goes on by itself, and asks for the client where there are several.
    const stays = base !== undefined && next.to === 'dashboard'
    const here = window.location.pathname + window.location.search
    window.location.replace(stays ? here : addressAfter(next, safeReturnTo(returnTo)))
    // The page stays as it is until it is left.
    await new Promise(() => {})
  }
}

function addressAfter(next: Next, returnTo: string | undefined): string {
  if (isDeepLink(returnTo)) return returnTo
  // Who may use the console goes on from there to its home, unless the tiles were asked for.
  if (next.to === 'dashboard') return returnTo ?? '/dashboard'
  const { applicationId: application, redirectUri: redirect, client } = next
  return `/opening?${new URLSearchParams({ application, redirect, client })}`
}
