/** The clients of the demo. */
export const DEMO_CLIENTS = [
  {
    key: 'acme',
    actualName: 'Acme Insurance',
    displayName: 'Acme Insurance',
    uuid: 'ACME-01',
    email: 'desk@acme.example.com',
    address: '14 Residency Road, Bengaluru 560025',
    officeContact: 8041230000,
    contact: ['Lakshmi Iyer', 'Farhan Khan', 'Bengaluru', 'Karnataka', '560025'],
  },
  {
    key: 'zenith',
    actualName: 'Zenith General',
    displayName: 'Zenith General',
    uuid: 'ZEN-02',
    email: 'desk@zenith.example.com',
    address: '3 Barakhamba Road, New Delhi 110001',
    officeContact: 1143210000,
    contact: ['Harpreet Gill', 'Nandini Bose', 'New Delhi', 'Delhi', '110001'],
  },
  {
    key: 'bharat',
    actualName: 'Bharat Assist',
    displayName: 'Bharat Assist',
    uuid: 'BHA-03',
    email: 'desk@bharat.example.com',
    address: '7 Senapati Bapat Marg, Mumbai 400013',
    officeContact: 2267890000,
    contact: ['Sachin Kulkarni', 'Zoya Merchant', 'Mumbai', 'Maharashtra', '400013'],
  },
  {
    key: 'coastal',
    actualName: 'Coastal Mutual',
    displayName: 'Coastal Mutual',
    uuid: 'COA-04',
    email: 'desk@coastal.example.com',
    address: '22 Cathedral Road, Chennai 600086',
    officeContact: 4424560000,
    contact: ['Thenmozhi Selvam', 'Joseph Kurian', 'Chennai', 'Tamil Nadu', '600086'],
  },
  {
    key: 'himalaya',
    actualName: 'Himalaya Health',
    displayName: 'Himalaya Health',
    uuid: 'HIM-05',
    email: 'desk@himalaya.example.com',
    address: '9 Rajpur Road, Dehradun 248001',
    officeContact: 1354320000,
    contact: ['Deepa Negi', 'Arvind Rawat', 'Dehradun', 'Uttarakhand', '248001'],
  },
] as const

export const DEMO_CLANS = [
  { client: 'acme', name: 'Field Surveyors', count: 120, type: 'INTERNAL' },
  { client: 'acme', name: 'Garages', count: 340, type: 'EXTERNAL' },
  { client: 'bharat', name: 'Patrols', count: 85, type: 'INTERNAL' },
  { client: 'coastal', name: 'Marine Surveyors', count: 42, type: 'EXTERNAL' },
  { client: 'himalaya', name: 'Hospital Desks', count: 64, type: 'EXTERNAL' },
] as const

/** The sample application serves all of them; the first one has the configured port. */
export const DEMO_APPLICATIONS = [
  {
    key: 'roadside',
    name: 'Roadside Desk',
    group: 'Roadside',
    summary: 'Dispatch a roadside patrol and follow it to the customer',
    launchMode: 'oidc',
  },
  {
    key: 'eclaims',
    name: 'Eclaims',
    group: 'Claims',
    summary: 'Raise and follow motor claims',
    launchMode: 'query',
  },
  {
    key: 'vendor',
    name: 'Vendor Portal',
    group: 'Finance',
    summary: 'Onboard and pay service vendors',
    launchMode: 'form_post',
  },
  {
    key: 'tow',
    name: 'Tow Tracker',
    group: 'Roadside',
    summary: 'Tow jobs and live tracking',
    launchMode: 'oidc',
  },
  {
    key: 'survey',
    name: 'Survey Manager',
    group: 'Claims',
    summary: 'Send a surveyor, collect photos, and settle the report',
    launchMode: 'form_post',
  },
  {
    key: 'policy',
    name: 'Policy Desk',
    group: 'Claims',
    summary: 'Find a policy, its endorsements and its renewals',
    launchMode: 'oidc',
  },
  {
    key: 'expense',
    name: 'Expense Book',
    group: 'Finance',
    summary: 'Hand in receipts and see what was paid',
    launchMode: 'query',
  },
  {
    key: 'leave',
    name: 'Leave Planner',
    group: '',
    summary: 'Ask for leave, and see who is away',
    launchMode: 'oidc',
  },
] as const

export type ClientKey = (typeof DEMO_CLIENTS)[number]['key']
export type ApplicationKey = (typeof DEMO_APPLICATIONS)[number]['key']

/** People without them may ask for these. */
export const DEMO_REQUESTABLE: ReadonlySet<ApplicationKey> = new Set(['expense', 'leave'])

/** Who decides about requests for them, and about access to them in a review. */
export const DEMO_OWNERS: [application: ApplicationKey, email: string][] = [
  ['roadside', 'meera.nair@example.com'],
  ['eclaims', 'meera.nair@example.com'],
  ['eclaims', 'kabir.singh@example.com'],
  ['expense', 'meera.nair@example.com'],
]

/** What people of the crowd have asked for. `answer`: it was declined. */
export const DEMO_ACCESS_REQUESTS: { application: ApplicationKey; daysAgo: number; reason: string; answer?: string }[] =
  [
    { application: 'expense', daysAgo: 0.2, reason: 'I travel to the garages of Pune from next week on.' },
    { application: 'leave', daysAgo: 1.4, reason: 'My team plans its leave there.' },
    {
      application: 'expense',
      daysAgo: 6,
      reason: 'For the receipts of a colleague.',
      answer: 'Everybody hands in their own receipts. Please let your colleague ask.',
    },
  ]

/** A program of the personnel department. */
export const DEMO_SERVICE_ACCOUNT = {
  name: 'HR import',
  description: 'Creates people who were hired, and deactivates those who leave',
  networks: ['198.51.100.0/24'],
  permissions: ['users:read', 'users:write'],
}
