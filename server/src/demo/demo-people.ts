import { randomInt } from 'node:crypto'

/** Who the demo is about. The first one administers; the others show what a person with few applications sees. */
export const DEMO_CLIENTS = [
  { key: 'acme', actualName: 'Acme Insurance', displayName: 'Acme Insurance', uuid: 'ACME-01' },
  { key: 'zenith', actualName: 'Zenith General', displayName: 'Zenith General', uuid: 'ZEN-02' },
  { key: 'bharat', actualName: 'Bharat Assist', displayName: 'Bharat Assist', uuid: 'BHA-03' },
] as const

/** The first one is the sample application, which runs along; the others only have a tile. */
export const DEMO_APPLICATIONS = [
  {
    key: 'roadside',
    name: 'Roadside Desk',
    summary: 'Dispatch a roadside patrol and follow it to the customer',
    url: '',
  },
  {
    key: 'eclaims',
    name: 'Eclaims',
    summary: 'Raise and follow motor claims',
    url: 'https://eclaims.example.com/pages/login/sso',
  },
  {
    key: 'vendor',
    name: 'Vendor Portal',
    summary: 'Onboard and pay service vendors',
    url: 'https://vendors.example.com/pages/login/sso',
  },
  {
    key: 'tow',
    name: 'Tow Tracker',
    summary: 'Tow jobs and live tracking',
    url: 'https://tow.example.com/pages/login/sso',
  },
] as const

type ClientKey = (typeof DEMO_CLIENTS)[number]['key']
type ApplicationKey = (typeof DEMO_APPLICATIONS)[number]['key']

type DemoPerson = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  isAdministrator: boolean
  assignments: [ApplicationKey, ClientKey, string][]
  /** What signing in as them shows. */
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
]

const LETTERS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '@$!%*#?&'] as const
const LENGTH = 14

/** Fits both password policies' characters, and is nobody's favourite. */
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
