import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireSession } from '../session/guards.ts'
import { root } from './root.ts'

/** Everything behind sign-in. */
export const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('../shell/DashboardLayout.tsx'), 'DashboardLayout'),
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
    component: lazyRouteComponent(() => import('../launcher/LauncherPage.tsx'), 'LauncherPage'),
  }),
  createRoute({
    getParentRoute: () => dashboard,
    path: '/change',
    component: lazyRouteComponent(() => import('../account/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  }),
] as const
