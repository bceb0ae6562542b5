import type { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { Region } from '@gatehouse/contract/regions.ts'
import type { ApplicationKey, ClientKey } from './demo-organisations.ts'

export type DemoRole = {
  application: ApplicationKey
  client: ClientKey
  name: string
  roleId: string
  regions: 'All' | Region[]
  sequence?: number
  action?: (typeof ROLE_ACTIONS)[number]
  /** In rupees, both inclusive; without an upper bound it is unlimited. */
  from?: number
  to?: number
  /** Pages that the role may use, and the ones among them that it approves. */
  pages?: string[]
  approves?: string[]
}

export const DEMO_PAGES: { application: ApplicationKey; name: string; description: string; isInactive?: true }[] = [
  { application: 'eclaims', name: 'Claim Intimation', description: 'Where a claim is reported' },
  { application: 'eclaims', name: 'Survey Report', description: 'What the surveyor found' },
  { application: 'eclaims', name: 'Settlement', description: 'What is paid, and why' },
  { application: 'eclaims', name: 'Payment Advice', description: 'Sent to the bank' },
  { application: 'roadside', name: 'Service Request', description: 'Who is stranded, and where' },
  { application: 'roadside', name: 'Dispatch Board', description: 'Patrols and their jobs' },
  { application: 'roadside', name: 'Audit Trail', description: 'Every job, step by step' },
  { application: 'vendor', name: 'Vendor Onboarding', description: 'Papers and bank details of a vendor' },
  { application: 'vendor', name: 'Vendor Invoice', description: 'Invoices to be paid' },
  { application: 'tow', name: 'Tow Job', description: 'From pick-up to hand-over' },
  { application: 'survey', name: 'Field Report', description: 'Photos and measures of the surveyor' },
  { application: 'policy', name: 'Endorsements', description: 'Changes of a policy within its year' },
  { application: 'expense', name: 'Receipts', description: 'What was spent, and for what' },
  { application: 'leave', name: 'Calendar', description: 'Who is away, and when' },
  { application: 'tow', name: 'Paper Log', description: 'Before live tracking', isInactive: true },
]

const acmeClaims = { application: 'eclaims', client: 'acme' } as const

/** All roles of the demo's assignments, and the approvals of Acme Insurance's claims. */
export const DEMO_ROLES: DemoRole[] = [
  {
    ...acmeClaims,
    name: 'Claims Executive',
    roleId: 'EC-ACME-01',
    regions: 'All',
    sequence: 1,
    action: 'Creator',
    from: 0,
    pages: ['Claim Intimation', 'Survey Report'],
    approves: ['Claim Intimation'],
  },
  {
    ...acmeClaims,
    name: 'Claims Manager',
    roleId: 'EC-ACME-02',
    regions: 'All',
    sequence: 2,
    action: 'Approval',
    from: 0,
    to: 1_00_000,
    pages: ['Survey Report', 'Settlement'],
    approves: ['Settlement'],
  },
  {
    ...acmeClaims,
    name: 'Regional Head',
    roleId: 'EC-ACME-03',
    regions: ['IN-AP', 'IN-KA', 'IN-KL', 'IN-TN', 'IN-TS'],
    sequence: 3,
    action: 'Authorised',
    from: 1_00_000.01,
    to: 10_00_000,
    pages: ['Settlement'],
    approves: ['Settlement'],
  },
  {
    ...acmeClaims,
    name: 'Finance',
    roleId: 'EC-ACME-04',
    regions: 'All',
    sequence: 4,
    action: 'Authorised Approval',
    from: 0,
    to: 10_00_000,
    pages: ['Claim Intimation', 'Settlement', 'Payment Advice'],
    // Above its limit nobody approves an intimation: something to find for "Check approvals".
    approves: ['Claim Intimation', 'Settlement', 'Payment Advice'],
  },
  {
    ...acmeClaims,
    name: 'Director',
    roleId: 'EC-ACME-05',
    regions: ['Panindia'],
    sequence: 5,
    action: 'Final Approval',
    from: 0,
    pages: ['Settlement', 'Payment Advice'],
    approves: ['Settlement', 'Payment Advice'],
  },
  { ...acmeClaims, name: 'Approver', roleId: 'EC-ACME-06', regions: 'All', pages: ['Settlement'] },
  {
    application: 'eclaims',
    client: 'zenith',
    name: 'Handler',
    roleId: 'EC-ZEN-01',
    regions: ['IN-DL', 'IN-HR', 'IN-UP'],
    pages: ['Claim Intimation', 'Survey Report'],
  },
  {
    application: 'roadside',
    client: 'acme',
    name: 'Manager',
    roleId: 'RD-ACME-01',
    regions: 'All',
    pages: ['Service Request', 'Dispatch Board', 'Audit Trail'],
  },
  {
    application: 'roadside',
    client: 'acme',
    name: 'Dispatcher',
    roleId: 'RD-ACME-02',
    regions: ['IN-KA', 'IN-TN'],
    pages: ['Service Request', 'Dispatch Board'],
  },
  {
    application: 'roadside',
    client: 'zenith',
    name: 'Auditor',
    roleId: 'RD-ZEN-01',
    regions: 'All',
    pages: ['Audit Trail'],
  },
  {
    application: 'roadside',
    client: 'zenith',
    name: 'Dispatcher',
    roleId: 'RD-ZEN-02',
    regions: ['IN-DL', 'IN-PB'],
    pages: ['Service Request', 'Dispatch Board'],
  },
  {
    application: 'roadside',
    client: 'bharat',
    name: 'Supervisor',
    roleId: 'RD-BHA-01',
    regions: 'All',
    pages: ['Service Request', 'Dispatch Board'],
  },
  // The role of people who register themselves (requirement S6).
  {
    application: 'roadside',
    client: 'bharat',
    name: 'User',
    roleId: 'RD-BHA-02',
    regions: 'All',
    pages: ['Service Request'],
  },
  {
    application: 'vendor',
    client: 'acme',
    name: 'Manager',
    roleId: 'VP-ACME-01',
    regions: 'All',
    pages: ['Vendor Onboarding', 'Vendor Invoice'],
  },
  {
    application: 'tow',
    client: 'bharat',
    name: 'Dispatcher',
    roleId: 'TT-BHA-01',
    regions: ['IN-MH', 'IN-GJ'],
    pages: ['Tow Job'],
  },
  ...plain('survey', 'Surveyor', 'SV', ['Field Report'], ['acme', 'zenith', 'coastal']),
  ...plain('survey', 'Desk Lead', 'SL', ['Field Report'], ['acme', 'coastal']),
  ...plain('policy', 'Agent', 'PD', ['Endorsements'], ['zenith', 'coastal', 'himalaya']),
  ...plain('expense', 'Employee', 'EX', ['Receipts'], ['acme', 'bharat', 'coastal', 'himalaya']),
  ...plain('leave', 'Employee', 'LV', ['Calendar'], ['acme', 'zenith', 'bharat', 'coastal', 'himalaya']),
]

/** One role for several clients, which approves nothing. */
function plain(
  application: ApplicationKey,
  name: string,
  code: string,
  pages: string[],
  clients: ClientKey[],
): DemoRole[] {
  return clients.map((client) => ({
    ...{ application, client, name, pages },
    ...{ roleId: `${code}-${client.slice(0, 3).toUpperCase()}-01`, regions: 'All' },
  }))
}

/** Claims go through every level, as without a routing, but a rejected one goes back a step. */
export const DEMO_ROUTINGS = [
  { application: 'eclaims', mode: 'ladder', parallel: 'all-of', rejection: 'back-one-step' },
] as const

/** Rules of separation of duties. The second one is broken by somebody of the demo: something to find under "Who breaks a rule". */
export const DEMO_ROLE_CONFLICTS = [
  {
    application: 'eclaims',
    name: 'Report and pay',
    description: 'People who report claims do not pay them',
    roles: ['Claims Executive', 'Finance'],
    scope: 'application',
    effect: 'prevent',
  },
  {
    application: 'roadside',
    name: 'Dispatch and supervise',
    description: 'Allowed while the desk in Mumbai is small',
    roles: ['Dispatcher', 'Supervisor'],
    scope: 'application',
    effect: 'report',
  },
] as const
