import { createRootRoute, Outlet } from '@tanstack/react-router'
import { learnRelatedOrigins } from '../factors/related-origins.ts'
import { handshake } from '../handshake.ts'
import { followPreferences } from '../session/preferences.ts'
import { FailedPage } from '../shell/FailedPage.tsx'

export const root = createRootRoute({
  beforeLoad: async () => {
    const { session, endReason, settings } = await handshake()
    await Promise.all([followPreferences(session), learnRelatedOrigins(settings)])
    return { session, endReason, settings }
  },
  component: Outlet,
  errorComponent: FailedPage,
})
