import type { Permission } from '@gatehouse/contract/permissions.ts'

type ScreenEntry = {
  /** English; heads the page and names its tab. */
  heading: string
  /** English; the entry of the menu and the palette, where it has another name than the page. */
  label?: string
  /** Required to open the screen; `null`: everybody who is signed in. The server decides again at every call. */
  permission: Permission | null
  /** The part of the menu that holds the entry; `null`: above all parts. Without it, palette and address lead there. */
  group?: string | null
  /**
   * Only people who may use the console, whatever they may do there, can open the screen, or find it in the menu. In the
   * latter case all others use the palette or the address.
   */
  onlyConsole?: 'screen' | 'menu'
  /** Other people stand on it, so it stays closed to an administrator who acts for the person (ADR 0098). */
  isClosedWhileActing?: boolean
}

/** THE SCREENS BEHIND SIGN-IN, below /dashboard, in the order of the menu: routes, menu, palette and titles come from here. */
export const SCREENS = {
  '/overview': {
    heading: 'Overview',
    permission: null,
    group: null,
    onlyConsole: 'screen',
  },
  '/app': {
    heading: 'Dashboard',
    permission: null,
    group: null,
  },
  '/eaiapplication': {
    heading: 'Applications',
    label: 'Application',
    permission: 'applications:read',
    group: 'Applications',
  },
  '/client': {
    heading: 'Clients',
    permission: 'clients:read',
    group: 'Client Management',
  },
  '/poc': {
    heading: 'Point of Contact',
    permission: 'clients:read',
    group: 'Client Management',
  },
  '/clan': {
    heading: 'Clans',
    permission: 'clients:read',
    group: 'Client Management',
  },
  '/approvalProcess': {
    heading: 'Document Approval',
    label: 'Approval Process',
    permission: 'approvals:read',
    group: 'Client Management',
  },
  '/Eroleclient': {
    heading: 'Application Roles',
    label: 'App Roles',
    permission: 'approvals:read',
    group: 'Client Management',
  },
  '/approvalVersions': { heading: 'Approval versions', permission: 'approvals:read', group: 'Client Management' },
  '/separationOfDuties': {
    heading: 'Separation of duties',
    permission: 'approvals:read',
    group: 'Client Management',
  },
  '/appPage': {
    heading: 'Pages List',
    label: 'App Page',
    permission: null,
    group: 'Client Management',
    onlyConsole: 'menu',
    isClosedWhileActing: true,
  },
  '/pageAccess': {
    heading: 'Page access',
    permission: 'approvals:read',
    group: 'Client Management',
  },
  '/priceQuote': {
    heading: 'Price Quote',
    permission: null,
    group: 'Client Management',
    onlyConsole: 'menu',
    isClosedWhileActing: true,
  },
  '/role': {
    heading: 'Roles',
    permission: 'roles:read',
    group: 'Access Management',
  },
  '/permission': {
    heading: 'Permissions',
    permission: 'roles:read',
    group: 'Access Management',
  },
  '/user': {
    heading: 'Users',
    permission: 'users:read',
    group: 'Access Management',
  },
  '/invitations': {
    heading: 'Invitations',
    permission: 'users:read',
    group: 'Access Management',
  },
  '/accessRequests': {
    heading: 'Access requests',
    permission: 'users:read',
    group: 'Access Management',
  },
  '/peopleStandIns': {
    heading: 'Stand-ins',
    permission: 'users:read',
    group: 'Access Management',
  },
  '/reviews': { heading: 'Access reviews', permission: 'reviews:read', group: 'Access Management' },
  '/conflictingRoles': {
    heading: 'Conflicting roles',
    permission: 'users:read',
    group: 'Access Management',
  },
  '/serviceAccounts': {
    heading: 'Service Accounts',
    permission: 'service-accounts:read',
    group: 'Access Management',
  },
  '/configurationEmail': {
    heading: 'Email Configuration',
    permission: 'messages:read',
    group: 'Communication',
  },
  '/emailTemplate': {
    heading: 'Email Template',
    permission: 'messages:read',
    group: 'Communication',
  },
  '/configurationSms': {
    heading: 'SMS Configuration',
    permission: 'messages:read',
    group: 'Communication',
  },
  '/smsTemplate': {
    heading: 'SMS Template',
    permission: 'messages:read',
    group: 'Communication',
  },
  '/messages': {
    heading: 'Messages',
    permission: 'messages:read',
    group: 'Communication',
  },
  '/webhooks': {
    heading: 'Webhooks',
    permission: 'webhooks:read',
    group: 'Operation',
  },
  '/jobs': {
    heading: 'Jobs',
    permission: 'users:write',
    group: 'Operation',
  },
  '/activity': {
    heading: 'Activity',
    permission: 'audit:read',
    group: 'Operation',
  },
  '/security': {
    heading: 'Security',
    permission: 'audit:read',
    group: 'Operation',
  },
  '/assignPageToRole': { heading: 'Assign Pages to Role', permission: null, isClosedWhileActing: true },
  '/requestAccess': { heading: 'Ask for access', permission: null },
  '/profile': { heading: 'Profile', permission: null },
  '/preferences': { heading: 'Preferences', permission: null },
  '/signInMethods': { heading: 'Sign-in methods', permission: null },
  '/standIns': { heading: 'My stand-ins', permission: null },
  '/myReviews': { heading: 'My reviews', permission: null, isClosedWhileActing: true },
  '/requestsToDecide': { heading: 'Requests to decide', permission: null, isClosedWhileActing: true },
  '/accountActivity': { heading: 'Account activity', permission: null },
  '/sessions': { heading: 'My applications and sessions', permission: null },
  '/change': { heading: 'Change Password', permission: null },
} as const satisfies Record<`/${string}`, ScreenEntry>

export type ScreenPath = keyof typeof SCREENS

/** THE PAGES OF SINGLE RECORDS, below /dashboard, by the screen that lists them: who may open it may open them. */
export const RECORD_PAGES = {
  '/user': '/users',
  '/eaiapplication': '/applications',
  '/client': '/clients',
  '/serviceAccounts': '/service-accounts',
} as const satisfies Partial<Record<ScreenPath, `/${string}`>>

/** A screen whose records have a page each. */
export type ListWithPages = keyof typeof RECORD_PAGES

/** The route of a record's page; its parameters are the `id` and, but for the first one, the `section`. */
export function recordPage<List extends ListWithPages>(list: List) {
  return `/dashboard${RECORD_PAGES[list]}/$id/{-$section}` as const
}

/** Whether an address is the page of a record that the screen at `path` lists. */
export function isRecordOf(path: ScreenPath, pathname: string): boolean {
  return path in RECORD_PAGES && pathname.startsWith(`/dashboard${RECORD_PAGES[path as ListWithPages]}/`)
}

const SCREEN_PATHS = Object.keys(SCREENS) as ScreenPath[]

export type Screen = ScreenEntry & { path: ScreenPath; to: `/dashboard${ScreenPath}`; label: string }

/** The screens that somebody with these permissions may open, in the order of the menu. */
export function screensFor(permissions: readonly string[]): Screen[] {
  return SCREEN_PATHS.map(screenAt).filter(
    ({ permission, onlyConsole }) =>
      (permission === null || permissions.includes(permission)) && (onlyConsole !== 'screen' || permissions.length > 0),
  )
}

/** Whether somebody with these permissions may open the screen at an address. */
export function mayOpen(permissions: readonly string[], to: Screen['to']): boolean {
  return screensFor(permissions).some((screen) => screen.to === to)
}

export function screenAt(path: ScreenPath): Screen {
  const screen: ScreenEntry = SCREENS[path]
  return { ...screen, path, to: `/dashboard${path}`, label: screen.label ?? screen.heading }
}
