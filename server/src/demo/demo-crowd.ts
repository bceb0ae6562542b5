import type { ApplicationKey, ClientKey } from './demo-organisations.ts'
import { DEMO_ROLES } from './demo-roles.ts'

const DAY_MS = 86_400_000

const FIRST_NAMES = [
  ...['Aarav', 'Aditi', 'Ajay', 'Akshara', 'Ananya', 'Anil', 'Arjun', 'Bhavna', 'Charu', 'Chetan', 'Deepak', 'Divya'],
  ...['Esha', 'Farida', 'Gaurav', 'Geeta', 'Hari', 'Harini', 'Irfan', 'Indu', 'Jyoti', 'Karan', 'Kavya', 'Kirti'],
  ...['Lata', 'Madhav', 'Mahesh', 'Manju', 'Mohan', 'Naina', 'Naveen', 'Neha', 'Nikhil', 'Pallavi', 'Poonam', 'Pranav'],
  ...[
    'Priya',
    'Rahul',
    'Rajesh',
    'Ramya',
    'Rekha',
    'Rohit',
    'Sahana',
    'Sanjay',
    'Shalini',
    'Shreya',
    'Siddharth',
    'Sneha',
  ],
  ...['Sudha', 'Swati', 'Tanvi', 'Trisha', 'Uma', 'Usha', 'Varun', 'Veena', 'Vijay', 'Vinod', 'Yamini', 'Zoya'],
] as const

const LAST_NAMES = [
  ...['Agarwal', 'Banerjee', 'Bhat', 'Chauhan', 'Desai', 'Deshmukh', 'Fernandes', 'Ghosh', 'Gupta', 'Iyengar', 'Jain'],
  ...['Joshi', 'Kulkarni', 'Kumar', 'Malhotra', 'Mehta', 'Mishra', 'Mukherjee', 'Naidu', 'Pillai', 'Prasad', 'Reddy'],
  ...['Saxena', 'Sharma', 'Shetty', 'Srinivasan', 'Subramanian', 'Thakur', 'Varma'],
] as const

/** How many there are of each state, in this order. `locked`: their sign-ins fail again and again. */
const STATES = { active: 44, locked: 2, invited: 5, unused: 3, inactive: 4, deleted: 2 } as const
export type CrowdState = keyof typeof STATES

export type CrowdMember = {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  state: CrowdState
  createdAt: Date
  assignments: { application: ApplicationKey; client: ClientKey; role: string }[]
}

/** Dozens of people of all states, the same ones at each first start; most have a password that nobody knows (`DEMO_APPROVERS`). */
export function makeCrowd(now: Date, random: () => number): CrowdMember[] {
  const states = Object.entries(STATES).flatMap(([state, count]) => Array<CrowdState>(count).fill(state as CrowdState))
  return states.map((state, index) => {
    const firstName = FIRST_NAMES[index % FIRST_NAMES.length] as string
    const lastName = LAST_NAMES[(index * 7) % LAST_NAMES.length] as string
    const daysAgo = state === 'invited' || state === 'unused' ? 1 + random() * 8 : 40 + random() * 160
    return {
      ...{ firstName, lastName, state },
      email: `${firstName}.${lastName}@example.com`.toLowerCase(),
      phoneNumber: `98450${String(20_000 + index * 37)}`,
      createdAt: new Date(now.getTime() - daysAgo * DAY_MS),
      assignments: assignmentsOf(random),
    }
  })
}

/** One to four applications, each for one client, in a role of that pair. */
function assignmentsOf(random: () => number): CrowdMember['assignments'] {
  const wanted = 1 + Math.floor(random() * 4)
  const found = new Map<ApplicationKey, CrowdMember['assignments'][number]>()
  for (let tries = 0; found.size < wanted && tries < 20; tries++) {
    const role = DEMO_ROLES[Math.floor(random() * DEMO_ROLES.length)]
    if (role && !found.has(role.application))
      found.set(role.application, { application: role.application, client: role.client, role: role.name })
  }
  return [...found.values()]
}

/** Numbers from 0 to 1 that look random and are the same each time (mulberry32). */
export function repeatable(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
