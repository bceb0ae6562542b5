import type { ListFilter, ListSearchFor } from '../../session/list-link.ts'

/** A group of audit events. */
type EventGroup = {
  /** English, for `t()`. */
  label: string
  /** The kind of its records, if different from the label. */
  kind?: string
  /** The list of these records. */
  list?: ListFilter | ListSearchFor
}

const USERS = { to: '/dashboard/user', filter: 'userId' } as const
const APPLICATIONS = { to: '/dashboard/eaiapplication', field: 'description' } as const

/** By the part of an event's name before the dot, in the order of the selection. */
export const EVENT_GROUPS: Record<string, EventGroup> = {
  users: { label: 'User', list: USERS },
  roles: { label: 'Role', list: { to: '/dashboard/role', field: 'name' } },
  permissions: { label: 'Permission', list: { to: '/dashboard/permission', field: 'name' } },
  applications: { label: 'Application', list: APPLICATIONS },
  applicationRoles: {
    label: 'Application Role',
    list: { to: '/dashboard/Eroleclient', field: 'name' },
  },
  pages: { label: 'Page', list: { to: '/dashboard/appPage', field: 'page' } },
  documentApprovals: { label: 'Document Approval' },
  roleConflicts: { label: 'Conflict rule', list: { to: '/dashboard/separationOfDuties', field: 'name' } },
  approvalRoutings: { label: 'Routing of approvals' },
  approvalDrafts: { label: 'Draft of approvals' },
  intendedGaps: { label: 'Intended gap' },
  reviews: { label: 'Review of access' },
  clients: { label: 'Client', list: { to: '/dashboard/client', field: 'displayName' } },
  pocs: { label: 'Point of Contact', list: { to: '/dashboard/poc', field: 'pocName' } },
  clans: { label: 'Clan', list: { to: '/dashboard/clan', field: 'name' } },
  records: { label: 'Permissions of clients', kind: 'Client' },
  emailConfigurations: { label: 'Email Configuration' },
  smsConfigurations: { label: 'SMS Configuration' },
  emailTemplates: {
    label: 'Email Template',
    list: { to: '/dashboard/emailTemplate', field: 'name' },
  },
  smsTemplates: {
    label: 'SMS Template',
    list: { to: '/dashboard/smsTemplate', field: 'name' },
  },
  webhooks: { label: 'Webhook', list: { to: '/dashboard/webhooks', field: 'name' } },
  serviceAccounts: { label: 'Service Account', list: { to: '/dashboard/serviceAccounts', field: 'name' } },
  messages: { label: 'Message', kind: 'User', list: USERS },
  calls: { label: 'Calls to other systems', kind: 'User', list: USERS },
  signin: { label: 'Sign-in', kind: 'User', list: USERS },
  access: { label: 'Access denied', kind: 'User', list: USERS },
  session: { label: 'Session', kind: 'User', list: USERS },
  registration: { label: 'Registration', kind: 'User', list: USERS },
  invitations: { label: 'Invitation' },
  passkeys: { label: 'Passkeys', kind: 'User', list: USERS },
  authenticators: { label: 'Authenticator apps', kind: 'User', list: USERS },
  'recovery-codes': { label: 'Recovery codes', kind: 'User', list: USERS },
  browsers: { label: 'Remembered browsers', kind: 'User', list: USERS },
  phone: { label: 'Phone number', kind: 'User', list: USERS },
  contact: { label: 'Own address and number', kind: 'User', list: USERS },
  password: { label: 'Password', kind: 'User', list: USERS },
  launch: { label: 'Application launches', kind: 'Application', list: APPLICATIONS },
  oidc: { label: 'Sign-in to applications', kind: 'Application', list: APPLICATIONS },
  jobs: { label: 'Jobs' },
  audit: { label: 'Audit' },
  configuration: { label: 'Configuration' },
  backup: { label: 'Backup' },
  installation: { label: 'Installation' },
}

export function groupOf(event: string): EventGroup {
  const [group = ''] = event.split('.')
  return EVENT_GROUPS[group] ?? { label: group }
}
