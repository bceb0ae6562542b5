import { createRoute, redirect } from '@tanstack/react-router'
import { needAllTexts } from '../i18n/start-i18n.ts'
import { requireSession } from '../session/guards.ts'
import { lazyScreen } from './lazy-screen.ts'
import { root } from './root.ts'

/** Everything behind sign-in. */
export const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async (entering) => {
    requireSession(entering)
    await needAllTexts()
  },
  component: lazyScreen(() => import('../shell/DashboardLayout.tsx'), 'DashboardLayout'),
})

export const dashboardScreens = [
  createRoute({
    getParentRoute: () => dashboard,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/dashboard/app', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: '/app',
    component: lazyScreen(() => import('../launcher/LauncherPage.tsx'), 'LauncherPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: '/change',
    component: lazyScreen(() => import('../account/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  }),
] as const
