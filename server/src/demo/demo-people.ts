import { randomInt } from 'node:crypto'

/**
 * The clients of the demo. The first person is an administrator; the others show what a person with few applications
 * sees.
 */
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
] as const

export const DEMO_CLANS = [
  { client: 'acme', name: 'Field Surveyors', count: 120, type: 'INTERNAL' },
  { client: 'acme', name: 'Garages', count: 340, type: 'EXTERNAL' },
  { client: 'bharat', name: 'Patrols', count: 85, type: 'INTERNAL' },
] as const

/** A portal role with a part of an administrator's permissions (requirement C1). */
export const DEMO_SUPPORT_ROLE = {
  name: 'Support',
  description: 'Sees people and roles, and changes nothing',
  permissions: ['users:read', 'roles:read'],
} as const

/** The first one is the sample application, which is started with the demo; the others only have a tile. */
export const DEMO_APPLICATIONS = [
  {
    key: 'roadside',
    name: 'Roadside Desk',
    summary: 'Dispatch a roadside patrol and follow it to the customer',
    launchMode: 'oidc',
  },
  {
    key: 'eclaims',
    name: 'Eclaims',
    summary: 'Raise and follow motor claims',
    launchMode: 'query',
  },
  {
    key: 'vendor',
    name: 'Vendor Portal',
    summary: 'Onboard and pay service vendors',
    launchMode: 'form_post',
  },
  {
    key: 'tow',
    name: 'Tow Tracker',
    summary: 'Tow jobs and live tracking',
    launchMode: 'oidc',
  },
] as const

export type ClientKey = (typeof DEMO_CLIENTS)[number]['key']
export type ApplicationKey = (typeof DEMO_APPLICATIONS)[number]['key']

type DemoPerson = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  isAdministrator: boolean
  isSupport?: true
  assignments: [ApplicationKey, ClientKey, string][]
  /** What a visitor sees when signed in as this person. */
  shows: string
}

export const DEMO_PEOPLE: DemoPerson[] = [
  {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha.rao@example.com',
    phoneNumber: '9876500001',
    isAdministrator: true,
    assignments: [
      ['roadside', 'acme', 'Manager'],
      ['roadside', 'zenith', 'Auditor'],
      ['eclaims', 'acme', 'Approver'],
      ['vendor', 'acme', 'Manager'],
      ['tow', 'bharat', 'Dispatcher'],
    ],
    shows: 'administrator, four applications',
  },
  {
    firstName: 'Meera',
    lastName: 'Nair',
    email: 'meera.nair@example.com',
    phoneNumber: '9876500002',
    isAdministrator: false,
    assignments: [
      ['roadside', 'acme', 'Dispatcher'],
      ['roadside', 'bharat', 'Supervisor'],
      ['eclaims', 'zenith', 'Handler'],
    ],
    shows: 'two applications, one of them for two clients',
  },
  {
    firstName: 'Kabir',
    lastName: 'Singh',
    email: 'kabir.singh@example.com',
    phoneNumber: '9876500003',
    isAdministrator: false,
    assignments: [['roadside', 'zenith', 'Dispatcher']],
    shows: 'one application, one client: goes straight into it',
  },
  {
    firstName: 'Diya',
    lastName: 'Patel',
    email: 'diya.patel@example.com',
    phoneNumber: '9876500004',
    isAdministrator: false,
    assignments: [],
    shows: 'nothing assigned yet',
  },
  {
    firstName: 'Vikram',
    lastName: 'Shah',
    email: 'vikram.shah@example.com',
    phoneNumber: '9876500005',
    isAdministrator: false,
    isSupport: true,
    assignments: [],
    shows: 'sees people and roles in the console, and changes nothing',
  },
]

const LETTERS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '@$!%*#?&'] as const
const LENGTH = 14

/** Has the characters that both password policies require, and is random. */
export function randomPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] as string
  const letters = [
    ...LETTERS.map(pick),
    ...Array.from({ length: LENGTH - LETTERS.length }, () => pick(LETTERS[0] + LETTERS[1] + LETTERS[2])),
  ]
  for (let i = letters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    const [a, b] = [letters[i] as string, letters[j] as string]
    letters[i] = b
    letters[j] = a
  }
  return letters.join('')
}
