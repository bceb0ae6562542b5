import { randomInt } from 'node:crypto'
import type { ApplicationKey, ClientKey } from './demo-organisations.ts'

// The first person is an administrator; the others show what a person with few applications sees.

/** A portal role with a part of an administrator's permissions (requirement C1). */
export const DEMO_SUPPORT_ROLE = {
  name: 'Support',
  description: 'Sees people and roles, and changes nothing',
  permissions: ['users:read', 'roles:read'],
} as const

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
    shows: 'two applications, one of them for two clients; decides about requests and in a review',
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

/**
 * Of the crowd, those who can sign in too: with one claim of Eclaims after the other they walk it from its report to the final approval.
 * The test of the demo data holds them to their roles.
 */
export const DEMO_APPROVERS = [
  { email: 'jyoti.shetty@example.com', role: 'Claims Executive', shows: 'reports claims of Eclaims' },
  { email: 'kirti.mishra@example.com', role: 'Claims Manager', shows: 'approves claims of up to ₹1,00,000' },
  { email: 'poonam.fernandes@example.com', role: 'Finance', shows: 'authorises and approves claims' },
  {
    email: 'aditi.ghosh@example.com',
    role: 'Approver',
    shows: 'approves no claims, until Finance lends it under "My stand-ins"',
  },
  { email: 'gaurav.joshi@example.com', role: 'Director', shows: 'gives claims their final approval' },
] as const

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
