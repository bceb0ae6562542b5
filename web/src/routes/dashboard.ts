import type { Permission } from '@gatehouse/contract/permissions.ts'
import { type AsyncRouteComponent, createRoute, redirect } from '@tanstack/react-router'
import { needAllTexts } from '../i18n/start-i18n.ts'
import { requireSession } from '../session/guards.ts'
import { homeOf, mayUseConsole } from '../session/home.ts'
import type { SessionContext } from '../session/use-session.ts'
import { type ListWithPages, RECORD_PAGES, SCREENS, type ScreenPath, screenAt } from '../shell/screens.ts'
import { lazyScreen } from './lazy-screen.ts'
import { root } from './root.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The English name of a screen. */
    heading?: string
    /** Without it a page that names the permission is shown instead of the screen; the server decides again at every call. */
    permission?: Permission | null
    /** While acting a page that says so is shown instead. */
    isClosedWhileActing?: boolean
  }
}

/** Everything behind sign-in. */
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async (entering) => {
    requireSession(entering)
    await needAllTexts()
  },
  component: lazyScreen(() => import('../shell/DashboardLayout.tsx'), 'DashboardLayout'),
})

const screenArea = createRoute({
  getParentRoute: () => dashboard,
  id: 'screens',
  component: lazyScreen(() => import('../shell/ScreenLayout.tsx'), 'ScreenLayout'),
})

/** What each screen of the table is drawn by, loaded when it is first shown. */
const PAGES: Record<Exclude<ScreenPath, '/app'>, AsyncRouteComponent<object>> = {
  '/overview': lazyScreen(() => import('../admin/overview/OverviewPage.tsx'), 'OverviewPage'),
  '/eaiapplication': lazyScreen(() => import('../admin/applications/applications.tsx'), 'ApplicationsScreen'),
  '/client': lazyScreen(() => import('../admin/clients/clients.tsx'), 'ClientsScreen'),
  '/approvalProcess': lazyScreen(() => import('../admin/approvals/document-approvals.tsx'), 'DocumentApprovalsScreen'),
  '/Eroleclient': lazyScreen(() => import('../admin/approvals/application-roles.tsx'), 'ApplicationRolesScreen'),
  '/approvalVersions': lazyScreen(
    () => import('../admin/approvals/versions/ApprovalVersionsScreen.tsx'),
    'ApprovalVersionsScreen',
  ),
  '/separationOfDuties': lazyScreen(
    () => import('../admin/approvals/conflicts/role-conflicts.tsx'),
    'RoleConflictsScreen',
  ),
  '/reviews': lazyScreen(() => import('../admin/reviews/ReviewsScreen.tsx'), 'ReviewsScreen'),
  '/conflictingRoles': lazyScreen(
    () => import('../admin/approvals/conflicts/role-conflicts.tsx'),
    'ConflictingRolesScreen',
  ),
  '/appPage': lazyScreen(() => import('../admin/approvals/pages.tsx'), 'PagesScreen'),
  '/priceQuote': lazyScreen(() => import('../admin/price-quotes/PriceQuotePage.tsx'), 'PriceQuotePage'),
  '/role': lazyScreen(() => import('../admin/roles/roles.tsx'), 'RolesScreen'),
  '/permission': lazyScreen(() => import('../admin/roles/permissions.tsx'), 'PermissionsScreen'),
  '/user': lazyScreen(() => import('../admin/people/users.tsx'), 'UsersScreen'),
  '/invitations': lazyScreen(() => import('../admin/people/invitations/InvitationsScreen.tsx'), 'InvitationsScreen'),
  '/accessRequests': lazyScreen(
    () => import('../admin/people/access-requests/AccessRequestsScreen.tsx'),
    'AccessRequestsScreen',
  ),
  '/peopleStandIns': lazyScreen(() => import('../admin/people/stand-ins/StandInsScreen.tsx'), 'StandInsScreen'),
  '/serviceAccounts': lazyScreen(
    () => import('../admin/service-accounts/service-accounts.tsx'),
    'ServiceAccountsScreen',
  ),
  '/configurationEmail': lazyScreen(
    () => import('../admin/gateways/email-configurations.tsx'),
    'EmailConfigurationsScreen',
  ),
  '/emailTemplate': lazyScreen(() => import('../admin/templates/email-templates.tsx'), 'EmailTemplatesScreen'),
  '/configurationSms': lazyScreen(() => import('../admin/gateways/sms-configurations.tsx'), 'SmsConfigurationsScreen'),
  '/smsTemplate': lazyScreen(() => import('../admin/templates/sms-templates.tsx'), 'SmsTemplatesScreen'),
  '/messages': lazyScreen(() => import('../admin/messages/MessagesScreen.tsx'), 'MessagesScreen'),
  '/webhooks': lazyScreen(() => import('../admin/webhooks/webhooks.tsx'), 'WebhooksScreen'),
  '/jobs': lazyScreen(() => import('../admin/jobs/JobsScreen.tsx'), 'JobsScreen'),
  '/activity': lazyScreen(() => import('../admin/activity/ActivityScreen.tsx'), 'ActivityScreen'),
  '/security': lazyScreen(() => import('../admin/security/SecurityPage.tsx'), 'SecurityPage'),
  '/poc': lazyScreen(() => import('../admin/clients/pocs.tsx'), 'PocsScreen'),
  '/clan': lazyScreen(() => import('../admin/clients/clans.tsx'), 'ClansScreen'),
  '/assignPageToRole': lazyScreen(() => import('../admin/approvals/AssignPagesScreen.tsx'), 'AssignPagesScreen'),
  '/pageAccess': lazyScreen(() => import('../admin/approvals/AssignPagesScreen.tsx'), 'PageAccessScreen'),
  '/requestAccess': lazyScreen(() => import('../account/RequestAccessPage.tsx'), 'RequestAccessPage'),
  '/standIns': lazyScreen(() => import('../account/StandInsPage.tsx'), 'StandInsPage'),
  '/myReviews': lazyScreen(() => import('../account/reviews/MyReviewsPage.tsx'), 'MyReviewsPage'),
  '/profile': lazyScreen(() => import('../account/ProfilePage.tsx'), 'ProfilePage'),
  '/preferences': lazyScreen(() => import('../account/PreferencesPage.tsx'), 'PreferencesPage'),
  '/requestsToDecide': lazyScreen(() => import('../account/owned-requests/OwnedRequestsPage.tsx'), 'OwnedRequestsPage'),
  '/signInMethods': lazyScreen(() => import('../account/SignInMethodsPage.tsx'), 'SignInMethodsPage'),
  '/accountActivity': lazyScreen(() => import('../account/AccountActivityPage.tsx'), 'AccountActivityPage'),
  '/sessions': lazyScreen(() => import('../account/SessionsPage.tsx'), 'SessionsPage'),
  '/change': lazyScreen(() => import('../account/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
}

type PagePath = keyof typeof PAGES
// Each route has the path of its key.
const screens = Object.fromEntries((Object.keys(PAGES) as PagePath[]).map((path) => [path, screen(path)])) as {
  [Path in PagePath]: ReturnType<typeof screen<Path>>
}

/** What the page of each kind of record is drawn by. */
const RECORDS: Record<ListWithPages, AsyncRouteComponent<object>> = {
  '/user': lazyScreen(() => import('../admin/people/record/PersonPage.tsx'), 'PersonPage'),
  '/eaiapplication': lazyScreen(() => import('../admin/applications/record/ApplicationPage.tsx'), 'ApplicationPage'),
  '/client': lazyScreen(() => import('../admin/clients/record/ClientPage.tsx'), 'ClientPage'),
  '/serviceAccounts': lazyScreen(
    () => import('../admin/service-accounts/ServiceAccountPage.tsx'),
    'ServiceAccountPage',
  ),
}

// Each route has the key by which it is named below /dashboard.
const records = Object.fromEntries(
  (Object.keys(RECORDS) as ListWithPages[]).map((list) => [RECORD_PAGES[list], record(list)]),
) as { [List in ListWithPages as (typeof RECORD_PAGES)[List]]: ReturnType<typeof record<List>> }

// What most people see first stands outside the area: it loads neither notices nor what pops up.
const launcher = createRoute({
  getParentRoute: () => dashboard,
  path: '/app',
  staticData: { heading: SCREENS['/app'].heading },
  component: lazyScreen(() => import('../launcher/LauncherPage.tsx'), 'LauncherPage'),
})

const home = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: homeOf(context.session), replace: true })
  },
})

/** An address that nothing stands at; the menu stays. */
const unknown = createRoute({
  getParentRoute: () => dashboard,
  path: '$',
  component: lazyScreen(() => import('../shell/NotFoundPage.tsx'), 'NotFoundPage'),
})

export const dashboardRoutes = dashboard.addChildren([
  home,
  launcher,
  unknown,
  newRole('/create'),
  newRole('/addrole'),
  screenArea.addChildren({ ...screens, ...records }),
])

function screen<const Path extends PagePath>(path: Path) {
  const { heading, permission, isClosedWhileActing = false } = screenAt(path)
  const staticData = { heading, permission, isClosedWhileActing }
  const beforeLoad = ({ context }: { context: SessionContext }) => {
    // It would hold nothing for them.
    if (screenAt(path).onlyConsole === 'screen' && !mayUseConsole(context.session))
      throw redirect({ to: '/dashboard/app', replace: true })
  }
  return createRoute({ getParentRoute: () => screenArea, path, staticData, beforeLoad, component: PAGES[path] })
}

/** The page of one record; its section is a part of the address. */
function record<const List extends ListWithPages>(list: List) {
  const { heading, permission } = SCREENS[list]
  return createRoute({
    getParentRoute: () => screenArea,
    path: `${RECORD_PAGES[list]}/$id/{-$section}`,
    staticData: { heading, permission },
    component: RECORDS[list],
  })
}

/** Two old names of the form for a new role (requirement C3). */
function newRole<const Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => dashboard,
    path,
    beforeLoad: () => {
      throw redirect({ to: '/dashboard/role', search: { new: 'true' }, replace: true })
    },
  })
}
