import type { ShownBranding } from '@gatehouse/contract/get-branding.ts'
import { useRouteContext } from '@tanstack/react-router'
import { useSettings } from './use-session.ts'

/** The branding of a page before signing in; `null`: the portal's own look. */
export const useBranding = (): ShownBranding | null => useRouteContext({ strict: false }).branding ?? null

/** What the page calls the portal: the name of the client or application in whose name one comes, or the portal's own. */
export function useBrand(): string {
  const { brand } = useSettings()
  return useBranding()?.name ?? brand
}
