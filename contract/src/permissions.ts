/**
 * The permissions that guard console calls and screens (requirement C1), in the order the console lists them.
 * Role Admin holds all of them, role User none.
 */
export const PERMISSIONS = {
  'users:read': 'See people, their roles and their applications',
  'users:write': 'Create, change, deactivate and delete people',
  'users:act': 'Act for people who may not do more: see the portal as they do, without changing anything',
  'users:act-change':
    'While acting for people, change their name, picture, favourites, messages put off and requests for access; also needs users:act',
  'roles:read': 'See roles and permissions',
  'roles:write': 'Create, change and delete roles and permissions',
  'applications:read': 'See applications and their settings',
  'applications:write': 'Create, change and delete applications',
  'clients:read': 'See clients, points of contact and clans',
  'clients:write': 'Create, change and delete clients, points of contact and clans',
  'approvals:read': 'See application roles and approval rules',
  'approvals:write': 'Change application roles and approval rules',
  'pages:write': 'Create, change and delete application pages',
  'messages:read': 'See email and SMS configurations and templates',
  'messages:write': 'Change email and SMS configurations and templates',
  'webhooks:read': 'See webhooks and their deliveries',
  'webhooks:write': 'Change webhooks, which receive data about people and their permissions',
  'service-accounts:read': 'See service accounts and their keys',
  'service-accounts:write': 'Create, change and delete service accounts, and make and revoke their keys',
  'reviews:read': 'See reviews of access, the people and assignments in them, and their results',
  'reviews:write': 'Start and end reviews of access; taking access away by them also needs users:write',
  'audit:read': 'See who did what and when',
} as const

export type Permission = keyof typeof PERMISSIONS

/** The role that holds every permission. */
export const ADMIN_ROLE = 'Admin'
/** The role of people without an attached role (requirement W5). */
export const USER_ROLE = 'User'

/** What the built-in roles are for. */
export const ROLE_DESCRIPTIONS = {
  [ADMIN_ROLE]: 'Manages everything',
  [USER_ROLE]: 'Opens the applications assigned to them',
}
