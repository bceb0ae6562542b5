import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { dashboardRoutes } from './routes/dashboard.ts'
import { lazyScreen } from './routes/lazy-screen.ts'
import { root } from './routes/root.ts'
import { brandingFor } from './session/branding.ts'
import { requireSession, requireVisitor } from './session/guards.ts'
import { texts } from './session/texts.ts'
import { WAY_ON } from './session/use-way-on.ts'
import { CardLayout } from './shell/CardLayout.tsx'
import { FailedPage } from './shell/FailedPage.tsx'

// THE ROUTES of visitors (requirement W1); the screens behind sign-in are a table, shell/screens.ts. Each is loaded when it
// is first shown.

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

/** Everything that is one card in the middle. */
const card = createRoute({
  getParentRoute: () => root,
  id: 'card',
  beforeLoad: async ({ location }) => ({ branding: await brandingFor(location.searchStr) }),
  component: CardLayout,
})

/** Screens for visitors; people who are signed in are sent on. */
const visitor = createRoute({
  getParentRoute: () => card,
  id: 'visitor',
  validateSearch: texts(...WAY_ON, 'step'),
  beforeLoad: requireVisitor,
})

const visitorScreens = [
  createRoute({
    getParentRoute: () => visitor,
    path: '/login',
    component: lazyScreen(() => import('./signin/LoginPage.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: () => visitor,
    path: '/loginandregister',
    component: lazyScreen(() => import('./signin/LoginAndRegisterPage.tsx'), 'LoginAndRegisterPage'),
  }),
  createRoute({
    getParentRoute: () => visitor,
    path: '/otp',
    component: lazyScreen(() => import('./signin/OtpLoginPage.tsx'), 'OtpLoginPage'),
  }),
  createRoute({
    getParentRoute: () => visitor,
    path: '/register',
    component: lazyScreen(() => import('./signin/RegisterPage.tsx'), 'RegisterPage'),
  }),
] as const

/** Screens for everybody, signed in or not. */
const openScreens = [
  createRoute({
    getParentRoute: () => card,
    path: '/registerandassign',
    validateSearch: texts('Application', 'Client'),
    component: lazyScreen(() => import('./signin/RegisterAndAssignPage.tsx'), 'RegisterAndAssignPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/ssologin',
    validateSearch: texts('base', 'clientId', 'clientIDE', 'returnTo', 'step'),
    component: lazyScreen(() => import('./signin/SsoLoginPage.tsx'), 'SsoLoginPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/applogin',
    component: lazyScreen(() => import('./signin/AppLoginPage.tsx'), 'AppLoginPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/choose-client',
    validateSearch: texts('request'),
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./signin/ChooseClientPage.tsx'), 'ChooseClientPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/select-account',
    validateSearch: texts('request'),
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./signin/SelectAccountPage.tsx'), 'SelectAccountPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/consent',
    validateSearch: texts('request'),
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./signin/ConsentPage.tsx'), 'ConsentPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/no-access',
    validateSearch: texts('request'),
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./signin/NoAccessPage.tsx'), 'NoAccessPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/verifyemail',
    validateSearch: texts(...WAY_ON),
    component: lazyScreen(() => import('./signin/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/verifyemailassign',
    validateSearch: texts('Application', 'Client'),
    component: lazyScreen(() => import('./signin/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/forgetpassword',
    validateSearch: texts(...WAY_ON),
    component: lazyScreen(() => import('./signin/ForgetPasswordPage.tsx'), 'ForgetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/resetpassword/{-$id}',
    component: lazyScreen(() => import('./signin/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/invitation/{-$id}',
    component: lazyScreen(() => import('./signin/InvitationPage.tsx'), 'InvitationPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/lockaccount/{-$token}',
    component: lazyScreen(() => import('./signin/LockAccountPage.tsx'), 'LockAccountPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/recover/{-$id}',
    component: lazyScreen(() => import('./signin/RecoverPage.tsx'), 'RecoverPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/stoprecovery/{-$id}',
    component: lazyScreen(() => import('./signin/StopRecoveryPage.tsx'), 'StopRecoveryPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/undochange/{-$id}',
    component: lazyScreen(() => import('./signin/UndoChangePage.tsx'), 'UndoChangePage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/setup/{-$token}',
    component: lazyScreen(() => import('./signin/SetUpPage.tsx'), 'SetUpPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/logout',
    component: lazyScreen(() => import('./launcher/LogoutPage.tsx'), 'LogoutPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/signout',
    validateSearch: texts('asked'),
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./launcher/SignOutPage.tsx'), 'SignOutPage'),
  }),
  // Shown by the provider in place of an answer, at the address of the request.
  createRoute({
    getParentRoute: () => card,
    path: '/oauth2/$',
    component: lazyScreen(() => import('./signin/RefusedPage.tsx'), 'RefusedPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/404',
    component: lazyScreen(() => import('./shell/NotFoundPage.tsx'), 'NotFoundPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/opening',
    validateSearch: texts('application', 'redirect', 'client'),
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./session/OpeningPage.tsx'), 'OpeningPage'),
  }),
  createRoute({
    getParentRoute: () => card,
    path: '/appAuth',
    validateSearch: texts('RedirectUrl', 'clientIDE', 'role'),
    beforeLoad: requireSession,
    component: lazyScreen(() => import('./launcher/AppAuthPage.tsx'), 'AppAuthPage'),
  }),
] as const

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    card.addChildren([visitor.addChildren(visitorScreens), ...openScreens]),
    dashboardRoutes,
    unknown,
  ]),
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  // Query values are plain texts, numbers too: links from other systems are not JSON.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: writeQuery,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query ? `?${query}` : ''
}
