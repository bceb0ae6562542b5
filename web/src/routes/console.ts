import type { Permission } from '@gatehouse/contract/permissions.ts'
import { type AsyncRouteComponent, createRoute, redirect } from '@tanstack/react-router'
import { dashboard } from './dashboard.ts'
import { lazyScreen } from './lazy-screen.ts'

/** The administrator's console (requirement A1). */
export const consoleArea = createRoute({
  getParentRoute: () => dashboard,
  id: 'console',
  component: lazyScreen(() => import('../shell/ConsoleLayout.tsx'), 'ConsoleLayout'),
})

export const consoleScreens = [
  screen(
    '/eaiapplication',
    'applications:read',
    lazyScreen(() => import('../admin/applications/applications.tsx'), 'ApplicationsScreen'),
  ),
  screen(
    '/client',
    'clients:read',
    lazyScreen(() => import('../admin/clients/clients.tsx'), 'ClientsScreen'),
  ),
  screen(
    '/poc',
    'clients:read',
    lazyScreen(() => import('../admin/clients/pocs.tsx'), 'PocsScreen'),
  ),
  screen(
    '/clan',
    'clients:read',
    lazyScreen(() => import('../admin/clients/clans.tsx'), 'ClansScreen'),
  ),
  screen(
    '/approvalProcess',
    'approvals:read',
    lazyScreen(() => import('../admin/approvals/document-approvals.tsx'), 'DocumentApprovalsScreen'),
  ),
  screen(
    '/Eroleclient',
    'approvals:read',
    lazyScreen(() => import('../admin/approvals/application-roles.tsx'), 'ApplicationRolesScreen'),
  ),
  screen(
    '/appPage',
    null,
    lazyScreen(() => import('../admin/approvals/pages.tsx'), 'PagesScreen'),
  ),
  screen(
    '/assignPageToRole',
    null,
    lazyScreen(() => import('../admin/approvals/AssignPagesScreen.tsx'), 'AssignPagesScreen'),
  ),
  screen(
    '/role',
    'roles:read',
    lazyScreen(() => import('../admin/roles/roles.tsx'), 'RolesScreen'),
  ),
  screen(
    '/jobs',
    'users:write',
    lazyScreen(() => import('../admin/jobs/JobsScreen.tsx'), 'JobsScreen'),
  ),
  newRole('/create'),
  newRole('/addrole'),
  screen(
    '/permission',
    'roles:read',
    lazyScreen(() => import('../admin/roles/permissions.tsx'), 'PermissionsScreen'),
  ),
  screen(
    '/user',
    'users:read',
    lazyScreen(() => import('../admin/people/users.tsx'), 'UsersScreen'),
  ),
  screen(
    '/configurationEmail',
    'messages:read',
    lazyScreen(() => import('../admin/gateways/email-configurations.tsx'), 'EmailConfigurationsScreen'),
  ),
  screen(
    '/emailTemplate',
    'messages:read',
    lazyScreen(() => import('../admin/templates/email-templates.tsx'), 'EmailTemplatesScreen'),
  ),
  screen(
    '/configurationSms',
    'messages:read',
    lazyScreen(() => import('../admin/gateways/sms-configurations.tsx'), 'SmsConfigurationsScreen'),
  ),
  screen(
    '/smsTemplate',
    'messages:read',
    lazyScreen(() => import('../admin/templates/sms-templates.tsx'), 'SmsTemplatesScreen'),
  ),
  screen(
    '/webhooks',
    'webhooks:read',
    lazyScreen(() => import('../admin/webhooks/webhooks.tsx'), 'WebhooksScreen'),
  ),
  screen(
    '/messages',
    'messages:read',
    lazyScreen(() => import('../admin/messages/MessagesScreen.tsx'), 'MessagesScreen'),
  ),
  screen(
    '/activity',
    'audit:read',
    lazyScreen(() => import('../admin/activity/ActivityScreen.tsx'), 'ActivityScreen'),
  ),
  screen(
    '/priceQuote',
    null,
    lazyScreen(() => import('../admin/price-quotes/PriceQuotePage.tsx'), 'PriceQuotePage'),
  ),
  screen(
    '/sessions',
    null,
    lazyScreen(() => import('../account/SessionsPage.tsx'), 'SessionsPage'),
  ),
] as const

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Whoever lacks it sees which one it is instead of the screen; the server decides again at every call. */
    permission?: Permission | null
  }
}

/** A screen for whoever holds the permission; `null`: for everybody who is signed in. */
function screen<const Path extends string>(
  path: Path,
  permission: Permission | null,
  component: AsyncRouteComponent<object>,
) {
  return createRoute({
    getParentRoute: () => consoleArea,
    path,
    staticData: { permission },
    component,
  })
}

/** Two old names of the form for a new role (requirement C3). */
function newRole<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => consoleArea,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/dashboard/role', search: { new: 'true' }, replace: true })
    },
  })
}
