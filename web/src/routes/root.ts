import { createRootRoute, Outlet } from '@tanstack/react-router'
import { handshake } from '../handshake.ts'
import { followPreferences } from '../session/preferences.ts'
import { FailedPage } from '../shell/FailedPage.tsx'

export const root = createRootRoute({
  beforeLoad: async () => {
    const { session, endReason, settings } = await handshake()
    await followPreferences(session)
    return { session, endReason, settings }
  },
  component: Outlet,
  errorComponent: FailedPage,
})
