import { DEFAULT_ROUTING, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Facts } from '../src/approvals/decide.ts'
import { type CatchAll, compileMatrix, type Matrix, type Rule } from '../src/approvals/matrix.ts'
import type { Question } from '../src/approvals/read-question.ts'
import type { StandIn } from '../src/approvals/stand-ins.ts'

// Builders for the tests of decisions about approvals.

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** The moment of all questions. */
export const NOW = Date.parse('2026-03-03T06:30:00Z')
export const CLIENT = idOf(1)
export const CLAIMS = idOf(2)
export const PAYMENTS = idOf(3)
export const [MAKER, ASHA, BINA, CHITRA, DEVI] = [11, 12, 13, 14, 15].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
]

/** The page of most rules, now. */
export const HERE = { clientId: CLIENT, pageId: CLAIMS, now: NOW }

/** A rule of the page Claims for the client; its id is derived from the role. */
export const aRule = (role: string, changes: Partial<Rule> = {}): Rule => ({
  id: `row of ${role.toLowerCase()}`,
  ...{
    role,
    roleId: role,
    applicationRoleId: `role ${role.toLowerCase()}`,
    action: 'Approval',
    sequence: 1,
    rangeFrom: 0,
    rangeTo: null,
    regions: 'All',
  },
  ...{ clientId: CLIENT, pageId: CLAIMS, home: { clientId: CLIENT, pageId: CLAIMS } },
  ...{ bounds: '[]', isActive: true, validFrom: null, validUntil: null },
  ...changes,
})

export const aMatrix = (rules: Rule[], routing: Partial<Routing> = {}, catchAlls: CatchAll[] = []): Matrix =>
  compileMatrix(
    1,
    [
      { id: CLAIMS, name: 'Claims', isActive: true },
      { id: PAYMENTS, name: 'Payments', isActive: false },
    ],
    rules,
    { ...DEFAULT_ROUTING, ...routing, catchAllClient: '' },
    catchAlls,
  )

export const aQuestion = (changes: Partial<Question> = {}): Question => ({
  ...{ person: ASHA, client: CLIENT, page: 'Claims', action: 'Approval', amount: 1000, currency: 'INR' },
  ...{ region: 'IN-KL', createdBy: MAKER, approvals: [] },
  ...changes,
})

export const inRole = (role: string, changes: Partial<Facts> = {}): Facts => ({
  ...{
    now: NOW,
    isApplicationActive: true,
    client: { id: CLIENT, isActive: true },
    person: { isActive: true, isCurrent: true, role },
    standIns: [],
    keptApart: [],
  },
  ...changes,
})

/** What BINA lends to the person of a question. */
export const aStandIn = (role: string, changes: Partial<StandIn> = {}): StandIn => ({
  ...{ id: `stand-in of ${role.toLowerCase()}`, lender: BINA, firstName: 'Bina', lastName: 'Rao', role },
  ...{ pages: null, upTo: null, regions: 'All', ...changes },
})
