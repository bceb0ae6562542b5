import type { Interaction, KoaContextWithOIDC } from 'oidc-provider'
import { authorizing } from './account.ts'
import { essentialAcrs } from './essential-acr.ts'
import { PATHS } from './paths.ts'
import { ACR } from './portal-session.ts'

/** The page of our own web app where a waiting request goes on. */
export function interactionUrl({ oidc }: KoaContextWithOIDC, { uid, prompt, params }: Interaction): string {
  const lacks = authorizing(oidc)?.lacks
  const returnTo = `${PATHS.authorization}/${uid}`
  // There the person confirms with a passkey or an app, or adds one, and goes on.
  if (prompt.name === 'sign_in_demand' && (lacks === 'strong' || lacks === 'passkey'))
    return `/dashboard/signInMethods?${new URLSearchParams({ returnTo, ...(lacks === 'passkey' && { needs: lacks }) })}`
  const page = PAGES[prompt.name]
  // Names the application whose branding the page shows.
  const named = typeof params.client_id === 'string' ? { client_id: params.client_id } : {}
  if (page !== undefined) return `${page}?${new URLSearchParams({ request: uid, ...named })}`
  const query = new URLSearchParams({ returnTo, ...named })
  if (typeof params.login_hint === 'string') query.set('login_hint', params.login_hint)
  if (typeof params.ui_locales === 'string') query.set('ui_locales', params.ui_locales)
  // Without this, the sign-in page would send a signed-in person straight back to the request, in a loop.
  if (oidc.session?.accountId !== undefined) query.set('again', '1')
  // A browser that is remembered does not give what was asked for.
  if (lacks === 'recent' || asksForBothSteps(params)) query.set('steps', '2')
  return `/login?${query}`
}

/** Whether the application asks for the second level, or for a sign-in of now. */
function asksForBothSteps({ acr_values = '', claims, prompt = '', max_age }: Interaction['params']): boolean {
  const named = [String(acr_values), String(prompt)].flatMap((list) => list.split(' '))
  return (
    max_age !== undefined ||
    named.includes(ACR.two) ||
    named.includes('login') ||
    (essentialAcrs(claims) ?? []).includes(ACR.two)
  )
}

const PAGES: Record<string, string> = {
  select_account: '/select-account',
  choose_client: '/choose-client',
  consent: '/consent',
  no_access: '/no-access',
}
