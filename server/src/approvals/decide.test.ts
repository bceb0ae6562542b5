import { APPROVAL_REASON_CODES, type ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  aMatrix,
  aQuestion,
  aRule,
  aStandIn,
  BINA,
  CHITRA,
  CLAIMS,
  CLIENT,
  inRole,
  MAKER,
  NOW,
  PAYMENTS,
} from '../../test/approval-cases.ts'
import { decide, type Facts } from './decide.ts'
import type { Rule } from './matrix.ts'
import type { Question } from './read-question.ts'
import type { KeptApart } from './separation.ts'
import type { StandIn } from './stand-ins.ts'

const LADDER = [
  aRule('Clerk', { action: 'Creator', sequence: 0 }),
  aRule('Manager', { sequence: 1 }),
  aRule('Auditor', { sequence: 1 }),
  aRule('Treasurer', { action: 'Authorised', sequence: 2 }),
  aRule('Director', { action: 'Final Approval', sequence: 3 }),
  aRule('Observer', { sequence: null }),
]
const by = (person: string, role: string) => ({ by: person, row: `row of ${role}` })
const ask = (rules: Rule[], role: string, question: Partial<Question> = {}, facts: Partial<Facts> = {}) =>
  decide(aMatrix(rules), aQuestion(question), inRole(role, facts))

const met = new Set<ApprovalReason>()
function reasonsOf(...asked: Parameters<typeof ask>) {
  const { isAllowed, reasons } = ask(...asked)
  for (const reason of reasons) met.add(reason)
  expect(isAllowed).toBe(reasons.includes('row-allows'))
  if (isAllowed) expect(reasons.filter((reason) => !reason.startsWith('conflict-'))).toEqual(['row-allows'])
  expect(reasons.length).toBeGreaterThan(0)
  return reasons
}

describe('both bounds belong to a range', () => {
  const band = [aRule('Manager', { rangeFrom: 100_00, rangeTo: 200_00 })]
  test.each<[amount: number | string, ApprovalReason[]]>([
    ['99.99', ['amount-below-range', 'nobody-approves']],
    [100, ['row-allows']],
    ['150.505', ['amount-too-precise']],
    ['150.50', ['row-allows']],
    // One to some, and a thousand to others.
    ['150.500', ['amount-too-precise']],
    ['1.000', ['amount-too-precise']],
    [200, ['row-allows']],
    ['200.01', ['amount-above-limit', 'nobody-approves']],
  ])('%s', (amount, reasons) => {
    expect(reasonsOf(band, 'Manager', { amount })).toEqual(reasons)
  })

  test('without an upper bound it is unlimited, and without a lower one it begins at zero', () => {
    const open = [aRule('Manager', { rangeFrom: null, rangeTo: null })]
    for (const amount of [0, 10_000_000_000]) expect(reasonsOf(open, 'Manager', { amount })).toEqual(['row-allows'])
  })
})

describe('an amount that is none', () => {
  test.each<[amount: number | string, ApprovalReason]>([
    [-1, 'amount-negative'],
    ['-0.001', 'amount-negative'],
    [0.001, 'amount-too-precise'],
    [1e-7, 'amount-too-precise'],
    ['10000000000.01', 'amount-too-large'],
    [1e21, 'amount-too-large'],
    [Number.POSITIVE_INFINITY, 'amount-too-large'],
    ['9'.repeat(30), 'amount-too-large'],
    ['', 'amount-malformed'],
    ['ten', 'amount-malformed'],
    ['1e3', 'amount-malformed'],
    ['0x10', 'amount-malformed'],
    ['1,000', 'amount-malformed'],
    ['1 000', 'amount-malformed'],
    ['.5', 'amount-malformed'],
    ['9'.repeat(31), 'amount-malformed'],
  ])('%s is denied', (amount, reason) => {
    expect(reasonsOf(LADDER, 'Manager', { amount })).toEqual([reason])
  })

  test('minus zero is zero', () => expect(reasonsOf(LADDER, 'Manager', { amount: '-0.00' })).toEqual(['row-allows']))
})

describe('what was approved before of the same case counts', () => {
  const band = [aRule('Manager', { rangeTo: 200_00 }), aRule('Head', { rangeFrom: 200_01, rangeTo: 500_00 })]
  test.each<
    [amount: number | string, earlier: Question['earlierAmount'], manager: ApprovalReason[], head: ApprovalReason[]]
  >([
    [200, undefined, ['row-allows'], ['amount-below-range']],
    [200, null, ['row-allows'], ['amount-below-range']],
    [200, '', ['row-allows'], ['amount-below-range']],
    [200, 0, ['row-allows'], ['amount-below-range']],
    [150, '50.00', ['row-allows'], ['amount-below-range']],
    [150, '50.01', ['amount-above-limit'], ['row-allows']],
    [0, 200.01, ['amount-above-limit'], ['row-allows']],
    [250, 250, ['amount-above-limit'], ['row-allows']],
    [250, 250.01, ['amount-above-limit', 'nobody-approves'], ['amount-above-limit', 'nobody-approves']],
  ])('%s after %s', (amount, earlierAmount, manager, head) => {
    expect(reasonsOf(band, 'Manager', { amount, earlierAmount })).toEqual(manager)
    expect(reasonsOf(band, 'Head', { amount, earlierAmount })).toEqual(head)
  })

  test.each<[amount: number | string, earlier: number | string, reasons: ApprovalReason[]]>([
    [1, -1, ['amount-negative']],
    [1, '0.001', ['amount-too-precise']],
    [1, 'ten', ['amount-malformed']],
    [1, '10000000000.01', ['amount-too-large']],
    ['10000000000', '0.01', ['amount-too-large']],
    [-1, -1, ['amount-negative']],
    [-1, 'ten', ['amount-negative', 'amount-malformed']],
  ])('%s after %s is denied', (amount, earlierAmount, reasons) => {
    const open = [aRule('Manager', { rangeFrom: null, rangeTo: null })]
    expect(reasonsOf(open, 'Manager', { amount, earlierAmount })).toEqual(reasons)
  })

  test('for creations and what is lent, too', () => {
    const creators = [aRule('Clerk', { action: 'Creator', rangeTo: 100_00 })]
    expect(reasonsOf(creators, 'Clerk', { action: 'Creator', amount: 60, earlierAmount: 60 })).toContain(
      'amount-above-limit',
    )
    const lent = { standIns: [aStandIn('Manager', { upTo: 100_00 })] }
    expect(reasonsOf(band, 'Observer', { amount: 60, earlierAmount: 40 }, lent)).toEqual(['row-allows'])
    expect(reasonsOf(band, 'Observer', { amount: 60, earlierAmount: 41 }, lent)).not.toContain('row-allows')
  })
})

describe('a region', () => {
  const south = [aRule('Manager', { regions: ['IN-KL', 'IN-TN'] }), aRule('Head', { regions: ['Panindia'] })]
  test.each<[region: string, manager: ApprovalReason[], head: ApprovalReason[]]>([
    ['IN-KL', ['row-allows'], ['row-allows']],
    ['kerala', ['row-allows'], ['row-allows']],
    ['IN-GA', ['region-not-covered'], ['row-allows']],
    ['Panindia', ['region-not-covered'], ['row-allows']],
    ['', ['region-missing'], ['region-missing']],
    ['All', ['region-unknown'], ['region-unknown']],
    ['IN-XX', ['region-unknown'], ['region-unknown']],
    ['__proto__', ['region-unknown'], ['region-unknown']],
  ])('%j', (region, manager, head) => {
    expect(reasonsOf(south, 'Manager', { region })).toEqual(manager)
    expect(reasonsOf(south, 'Head', { region })).toEqual(head)
  })

  test.each<[string, Partial<Rule>, ApprovalReason[]]>([
    ['at its first moment', { validFrom: NOW }, ['row-allows']],
    ['before it', { validFrom: NOW + 1 }, ['row-not-yet-valid', 'nobody-approves']],
    ['at its last moment', { validUntil: NOW + 1 }, ['row-allows']],
    ['after it', { validUntil: NOW }, ['row-expired', 'nobody-approves']],
    ['within them, made inactive', { isActive: false }, ['row-inactive', 'nobody-approves']],
    [
      'outside in every way',
      { validUntil: NOW, rangeTo: 1, regions: ['IN-GA'] },
      ['row-expired', 'amount-above-limit', 'region-not-covered', 'nobody-approves'],
    ],
  ])('a row with dates %s', (_when, changes, reasons) => {
    expect(reasonsOf([aRule('Manager', changes)], 'Manager')).toEqual(reasons)
  })

  test('a step of a row that has ended is not needed, and its approvals do not count', () => {
    const rules = [aRule('Manager', { validUntil: NOW }), aRule('Director', { action: 'Final Approval', sequence: 2 })]
    const question = { action: 'Final Approval', approvals: [by(BINA, 'manager')] }
    expect(ask(rules, 'Director', question)).toMatchObject({ isAllowed: true, needed: [{ sequence: 2 }] })
  })

  test('a row without regions acts nowhere', () => {
    expect(reasonsOf([aRule('Manager', { regions: [] })], 'Manager')).toEqual(['region-not-covered', 'nobody-approves'])
  })
})

describe('lower sequences act first, equal ones in parallel', () => {
  test.each<[role: string, approvals: Question['approvals'], ApprovalReason[], changes?: Partial<Question>]>([
    ['Manager', [], ['row-allows']],
    ['Auditor', [], ['row-allows']],
    ['Auditor', [by(BINA, 'manager')], ['row-allows']],
    ['Manager', [by(BINA, 'manager')], ['already-approved']],
    ['Treasurer', [by(BINA, 'manager')], ['not-your-step'], { action: 'Authorised' }],
    ['Treasurer', [by(BINA, 'manager'), by(CHITRA, 'auditor')], ['row-allows'], { action: 'Authorised' }],
    ['Director', [by(BINA, 'manager'), by(CHITRA, 'auditor')], ['not-your-step'], { action: 'Final Approval' }],
    ['Observer', [], ['after-final']],
    ['Nobody', [], ['no-row']],
  ])('%s after %j', (role, approvals, reasons, changes = {}) => {
    expect(reasonsOf(LADDER, role, { approvals, ...changes })).toEqual(reasons)
  })

  test('roles without a sequence act last', () => {
    const rules = [aRule('Manager'), aRule('Observer', { sequence: null })]
    expect(reasonsOf(rules, 'Observer')).toEqual(['not-your-step'])
    expect(reasonsOf(rules, 'Observer', { approvals: [by(BINA, 'manager')] })).toEqual(['row-allows'])
  })

  test('what is still needed are the steps without their approvals, up to the final one', () => {
    const { needed } = ask(LADDER, 'Nobody', { approvals: [by(BINA, 'manager')] })
    expect(needed.map(({ sequence, rules }) => [sequence, ...rules.map(({ role }) => role)])).toEqual([
      [1, 'Auditor'],
      [2, 'Treasurer'],
      [3, 'Director'],
    ])
  })
})

describe('an approval counts', () => {
  const needs = (approvals: Question['approvals']) =>
    ask(LADDER, 'Manager', { approvals }).needed.flatMap(({ rules }) => rules.map(({ role }) => role))

  test.each<[what: string, approvals: Question['approvals'], needed: string[]]>([
    ['of a row of this case', [by(BINA, 'manager')], ['Auditor', 'Treasurer', 'Director']],
    ['once for each person', [by(BINA, 'manager'), by(BINA, 'auditor')], ['Auditor', 'Treasurer', 'Director']],
    ['not of the creator', [by(MAKER, 'manager')], ['Auditor', 'Manager', 'Treasurer', 'Director']],
    [
      'not of the creator in capitals',
      [by(MAKER.toUpperCase(), 'manager')],
      ['Auditor', 'Manager', 'Treasurer', 'Director'],
    ],
    ['not of a row that is unknown', [by(BINA, 'king')], ['Auditor', 'Manager', 'Treasurer', 'Director']],
    ['not of the row of a creator', [by(BINA, 'clerk')], ['Auditor', 'Manager', 'Treasurer', 'Director']],
  ])('%s', (_what, approvals, needed) => {
    expect(needs(approvals)).toEqual(needed)
  })

  test('only while its row covers the amount, which may have changed', () => {
    const rules = [aRule('Manager', { rangeTo: 100_00 }), aRule('Head', { sequence: 1, rangeFrom: 100_01 })]
    const approvals = [by(BINA, 'manager')]
    expect(ask(rules, 'Head', { amount: 100, approvals }).needed).toEqual([])
    expect(ask(rules, 'Head', { amount: 101, approvals }).needed).toMatchObject([{ rules: [{ role: 'Head' }] }])
  })
})

describe('four eyes', () => {
  test.each<[what: string, question: Partial<Question>, ApprovalReason[]]>([
    ['its creator does not approve it', { createdBy: ASHA }, ['own-document']],
    ['in capitals neither', { createdBy: ASHA.toUpperCase() }, ['own-document']],
    ['one person approves one step', { approvals: [by(ASHA, 'auditor')] }, ['same-person-twice']],
    ['and no other row meanwhile', { approvals: [by(ASHA, 'king')] }, ['same-person-twice']],
    ['the creator must be said', { createdBy: undefined }, ['creator-missing']],
    ['and be an id', { createdBy: 'asha@example.com' }, ['creator-unknown']],
    ['or be nobody', { createdBy: null }, ['row-allows']],
    ['approvers must be ids, too', { approvals: [by('bina@example.com', 'auditor')] }, ['approver-unknown']],
    ['a pairwise id is one', { approvals: [by('a'.repeat(43), 'auditor')] }, ['row-allows']],
  ])('%s', (_what, question, reasons) => {
    expect(reasonsOf(LADDER, 'Manager', question)).toEqual(reasons)
  })
})

describe('actions', () => {
  test.each<[held: Rule['action'], asked: string, ApprovalReason[]]>([
    ['Creator', 'Creator', ['row-allows']],
    ['Creator', 'Approval', ['action-not-held', 'nobody-approves']],
    ['Approval', 'Creator', ['action-not-held', 'nobody-approves']],
    ['Approval', 'approval', ['row-allows']],
    ['Authorised', 'Approval', ['action-not-held', 'nobody-approves']],
    ['Authorised Approval', 'Approval', ['row-allows']],
    ['Authorised Approval', 'Authorised', ['row-allows']],
    ['Authorised Approval', 'authorised-approval', ['row-allows']],
    ['Authorised Approval', 'Final Approval', ['action-not-held', 'nobody-approves']],
    ['Final Approval', 'final_approval', ['row-allows']],
    ['Final Approval', 'Approval', ['action-not-held', 'nobody-approves']],
    ['Approval', 'Boss', ['action-unknown']],
    ['Approval', '', ['action-unknown']],
  ])('%s, asked for %s', (action, asked, reasons) => {
    expect(reasonsOf([aRule('Manager', { action })], 'Manager', { action: asked })).toEqual(reasons)
  })

  test('a creator creates without anybody before, and needs no creator', () => {
    expect(reasonsOf(LADDER, 'Clerk', { action: 'Creator', createdBy: undefined })).toEqual(['row-allows'])
  })
})

describe('who and where', () => {
  const person = { isActive: false, isCurrent: true, role: 'Manager' }
  const ended = { isActive: true, isCurrent: false, role: 'Manager' }
  const elsewhere = [aRule('Manager', { clientId: 'another' }), aRule('Head', { pageId: 'another' })]
  test.each<[what: string, Partial<Question>, Partial<Facts>, ApprovalReason[]]>([
    ['an inactive application', {}, { isApplicationActive: false }, ['application-inactive']],
    ['an unknown client', {}, { client: null, person: null }, ['client-unknown']],
    ['an inactive client', {}, { client: { id: 'x', isActive: false } }, ['client-inactive']],
    ['an unknown page', { page: 'Refunds' }, {}, ['page-unknown']],
    ['a page by its id', { page: CLAIMS }, {}, ['row-allows']],
    ['a page by its name', { page: ' CLAIMS ' }, {}, ['row-allows']],
    ['an inactive page', { page: 'Payments' }, {}, ['page-inactive']],
    ['nobody of this application', {}, { person: null }, ['not-assigned']],
    ['an inactive person', {}, { person }, ['person-inactive']],
    ['an assignment of another time', {}, { person: ended }, ['assignment-not-current']],
    ['another currency', { currency: 'USD' }, {}, ['currency-unknown']],
    [
      'several at once',
      { amount: -1, region: '' },
      { person },
      ['amount-negative', 'region-missing', 'person-inactive'],
    ],
  ])('%s', (_what, question, facts, reasons) => {
    expect(reasonsOf(LADDER, 'Manager', question, facts)).toEqual(reasons)
  })

  test('rows of other clients and pages do not count; rows for all do', () => {
    expect(reasonsOf(elsewhere, 'Manager')).toEqual(['no-row', 'nobody-approves'])
    expect(reasonsOf(elsewhere, 'Head')).toEqual(['no-row', 'nobody-approves'])
    for (const where of [{ clientId: null }, { pageId: null }, { clientId: null, pageId: null }])
      expect(reasonsOf([aRule('Manager', where)], 'MANAGER')).toEqual(['row-allows'])
  })

  test('without any row nobody does anything', () => {
    expect(reasonsOf([], 'Manager')).toEqual(['no-row', 'nobody-approves'])
  })
})

test('a level above the first one that is enough is not asked', () => {
  const question = { action: 'Final Approval' }
  const matrix = aMatrix(LADDER, { mode: 'first-qualified' })
  const { reasons } = decide(matrix, aQuestion(question), inRole('Director'))
  for (const reason of reasons) met.add(reason)
  expect(reasons).toEqual(['lower-level-asked'])
})

test('where one of a step is enough, a role that only releases is not asked beside one that approves', () => {
  const matrix = aMatrix([aRule('Head'), aRule('Registrar', { action: 'Authorised' })], { parallel: 'one-of' })
  const { reasons } = decide(matrix, aQuestion({ action: 'Authorised' }), inRole('Registrar'))
  for (const reason of reasons) met.add(reason)
  expect(reasons).toEqual(['approver-is-enough'])
})

test('what is lent is given its own reasons', () => {
  const lent = (standIn: Partial<StandIn>, question: Partial<Question> = {}) =>
    reasonsOf(LADDER, 'Nobody', question, { standIns: [aStandIn('Manager', standIn)] })
  expect(lent({})).toEqual(['row-allows'])
  expect(lent({ upTo: 1 })).toEqual(['no-row', 'outside-stand-in'])
  expect(lent({ lender: MAKER })).toEqual(['lenders-document'])
})

describe('a rule of separation of duties looks at what was done in which role', () => {
  const kept = (effect: KeptApart['effect'], ...roles: string[]) => ({
    id: `${effect} ${roles}`,
    name: 'Payments',
    effect,
    roles,
    duties: [] as KeptApart['duties'],
    exception: null as string | null,
  })
  const [prevent, report] = [kept('prevent', 'clerk', 'manager'), kept('report', 'clerk', 'auditor')]
  const asking = kept('ask', 'clerk', 'director')
  test.each<
    [what: string, approvals: Question['approvals'], ApprovalReason[], changes?: Partial<Question>, role?: string]
  >([
    ['whoever approved does not create', [by(ASHA, 'manager')], ['conflicting-roles']],
    ['in capitals neither', [by(ASHA.toUpperCase(), 'manager')], ['conflicting-roles']],
    ['nor did the lender', [{ ...by(BINA, 'manager'), onBehalfOf: ASHA }], ['conflicting-roles']],
    ['what another person did does not matter', [by(BINA, 'manager')], ['row-allows']],
    ['nor what a role did that no rule names', [by(ASHA, 'treasurer')], ['row-allows']],
    ['nor a row that is not in the matrix', [by(ASHA, 'king')], ['row-allows']],
    ['nor the same role', [by(ASHA, 'clerk')], ['row-allows']],
    ['a report allows it and says so', [by(ASHA, 'auditor')], ['row-allows', 'conflict-reported']],
    ['what has to be asked for is refused', [by(ASHA, 'director')], ['conflict-asks']],
    ['beside a report, too', [by(ASHA, 'auditor'), by(ASHA, 'director')], ['conflict-asks']],
    ['both refusals are said', [by(ASHA, 'manager'), by(ASHA, 'director')], ['conflicting-roles', 'conflict-asks']],
    ['a refusal is stronger', [by(ASHA, 'auditor'), by(ASHA, 'manager')], ['conflicting-roles']],
    [
      'the other way round',
      [by(ASHA, 'clerk')],
      ['same-person-twice', 'conflicting-roles'],
      { action: 'Approval' },
      'Manager',
    ],
  ])('%s', (_what, approvals, reasons, changes = {}, role = 'Clerk') => {
    const question = { action: 'Creator', createdBy: null, approvals, ...changes }
    const keptApart = [prevent, report, asking]
    expect(reasonsOf(LADDER, role, question, { keptApart })).toEqual(reasons)
    const { conflicts } = ask(LADDER, role, question, { keptApart })
    const isMet = reasons.some((reason) => reason.startsWith('conflict'))
    expect(conflicts.map(({ name }) => name)).toEqual(isMet ? conflicts.map(() => 'Payments') : [])
    expect(conflicts.length > 0).toBe(isMet)
  })

  test('or by which action, or on which page, where a rule names those', () => {
    const rule = (...duties: KeptApart['duties']) => ({ ...prevent, roles: [], duties })
    const asked = (keptApart: KeptApart, approvals: Question['approvals'], role = 'Clerk', action = 'Creator') =>
      reasonsOf(LADDER, role, { action, createdBy: null, approvals }, { keptApart: [keptApart] })
    const [creates, approves] = [
      { page: null, action: 'Creator' },
      { page: null, action: 'Approval' },
    ] as const
    const elsewhere = { page: 'another page', action: 'Approval' } as const
    expect(asked(rule(creates, approves), [by(ASHA, 'manager')])).toEqual(['conflicting-roles'])
    expect(asked(rule(creates, approves), [by(BINA, 'manager')])).toEqual(['row-allows'])
    expect(asked(rule(creates, elsewhere), [by(ASHA, 'manager')])).toEqual(['row-allows'])
    // Page access is nothing that somebody does on a document.
    const opens = { page: CLAIMS, action: null, by: 'access' } as const
    expect(asked(rule(opens, approves), [by(ASHA, 'manager')])).toEqual(['row-allows'])
    // A role of the rule and an action of it are two things, too; the same row again is not.
    const mixed = { ...rule(approves), roles: ['clerk'] }
    expect(asked(mixed, [by(ASHA, 'manager')])).toEqual(['conflicting-roles'])
    expect(asked({ ...rule(creates), roles: ['clerk'] }, [by(ASHA, 'clerk')])).toEqual(['row-allows'])
  })

  test('unless the person who asks is excepted from it, and from each rule that refuses', () => {
    const question = { action: 'Creator', createdBy: null, approvals: [by(ASHA, 'auditor'), by(ASHA, 'manager')] }
    const excepted = { ...prevent, exception: 'an exception' }
    const asked = (...keptApart: (typeof prevent)[]) => reasonsOf(LADDER, 'Clerk', question, { keptApart })
    expect(asked(excepted)).toEqual(['row-allows', 'conflict-excepted'])
    expect(asked(excepted, report)).toEqual(['row-allows', 'conflict-reported', 'conflict-excepted'])
    expect(asked(excepted, { ...prevent, id: 'another' })).toEqual(['conflicting-roles'])
    expect(asked(excepted, { ...prevent, effect: 'ask' })).toEqual(['conflict-asks'])
    expect(asked({ ...excepted, effect: 'ask' })).toEqual(['row-allows', 'conflict-excepted'])
  })
})

describe('what no row covers', () => {
  const caught = [{ clientId: CLIENT, role: 'Chairman', roleId: 'C', applicationRoleId: 'role chairman' }]
  const band = [aRule('Clerk', { action: 'Creator' }), aRule('Manager', { rangeFrom: 100_00, rangeTo: 200_00 })]
  const answer = (role: string, question: Partial<Question> = {}, facts: Partial<Facts> = {}) => {
    const { reasons } = decide(aMatrix(band, {}, caught), aQuestion(question), inRole(role, facts))
    for (const reason of reasons) met.add(reason)
    return reasons
  }
  const ALLOWS = ['row-allows', 'catch-all-allows']

  test.each<[what: string, role: string, question: Partial<Question>, reasons: string[]]>([
    ['above each range', 'CHAIRMAN', { amount: 201 }, ALLOWS],
    ['below it', 'Chairman', { amount: 0 }, ALLOWS],
    ['by whatever action is to be done', 'Chairman', { amount: 201, action: 'Authorised' }, ALLOWS],
    ['but creation', 'Chairman', { amount: 201, action: 'Creator' }, ['no-row']],
    ['and nothing that a row covers', 'Chairman', { amount: 150 }, ['no-row']],
    ['nor by anybody else', 'Manager', { amount: 201 }, ['amount-above-limit', 'catch-all-only']],
    ['not even without a row', 'Nobody', { amount: 201 }, ['no-row', 'catch-all-only']],
    ['not for the creator', 'Chairman', { amount: 201, createdBy: ASHA }, ['own-document']],
    ['below zero it is denied', 'Chairman', { amount: -1 }, ['amount-negative']],
    ['and with too many decimals', 'Chairman', { amount: '0.001' }, ['amount-too-precise']],
    ['or words', 'Chairman', { amount: 'much' }, ['amount-malformed']],
    ['in a region that is not known', 'Chairman', { amount: 201, region: 'IN-XX' }, ['region-unknown']],
    ['on a page that is not known', 'Chairman', { amount: 201, page: 'Wages' }, ['page-unknown']],
    ['or not active', 'Chairman', { amount: 201, page: 'Payments' }, ['page-inactive']],
    ['in another currency', 'Chairman', { amount: 201, currency: 'USD' }, ['currency-unknown']],
    ['for a client without such a role', 'Chairman', { amount: 201, client: PAYMENTS }, ['client-unknown']],
  ])('%s', (_, role, question, reasons) => {
    expect(answer(role, question, question.client ? { client: null } : {})).toEqual(reasons)
  })

  test('is lent like a row, within its limits, and not for the creator or lender', () => {
    const lent = { standIns: [aStandIn('Chairman', { upTo: 1000_00 })] }
    expect(answer('User', { amount: 201 }, lent)).toEqual(ALLOWS)
    expect(answer('User', { amount: 1001 }, lent)).toContain('outside-stand-in')
    expect(answer('User', { amount: 201, createdBy: BINA }, lent)).toEqual(['lenders-document'])
  })

  test('is done with the one approval, whatever the routing', () => {
    for (const mode of ['ladder', 'first-qualified'] as const) {
      const matrix = aMatrix(band, { mode }, caught)
      const approvals = [{ by: BINA, row: 'role chairman' }]
      expect(decide(matrix, aQuestion({ amount: 201, approvals }), inRole('Chairman'))).toMatchObject({
        ...{ reasons: ['already-approved'], needed: [] },
      })
    }
  })

  test('is kept apart from what a rule names', () => {
    const rule: KeptApart = {
      ...{
        id: 'rule',
        name: 'Four eyes',
        effect: 'prevent',
        exception: null,
        roles: ['chairman', 'manager'],
        duties: [],
      },
    }
    const approvals = [{ by: ASHA, row: 'row of manager' }]
    expect(answer('Chairman', { amount: 201, approvals }, { keptApart: [rule] })).toContain('conflicting-roles')
  })
})

test('every reason of the contract is given above, besides those of a moment without known rows', () => {
  // Nothing is decided then: server/src/decisions/decisions.test.ts.
  const undecided = ['moment-to-come', 'moment-unknown']
  expect([...met, ...undecided].toSorted()).toEqual(APPROVAL_REASON_CODES.toSorted())
})
