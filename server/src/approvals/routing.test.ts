import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  aMatrix,
  aQuestion,
  aRule,
  aStandIn,
  BINA,
  CHITRA,
  DEVI,
  HERE,
  inRole,
  MAKER,
} from '../../test/approval-cases.ts'
import { compareRoutings } from './compare-routings.ts'
import { type Decision, decide, type Facts, openRules, readLadder } from './decide.ts'
import { lintPage, severityOf } from './lint.ts'
import { lintPeople } from './lint-people.ts'
import type { Rule } from './matrix.ts'
import type { Question } from './read-question.ts'
import type { Step } from './steps.ts'

const THOUSAND = 1000_00
/** Levels that each know a larger limit, and two equals in the middle. */
const LEVELS = [
  aRule('Clerk', { action: 'Creator', sequence: 0 }),
  aRule('Manager', { sequence: 1, rangeTo: THOUSAND }),
  aRule('Head', { sequence: 2, rangeTo: 10 * THOUSAND }),
  aRule('Auditor', { sequence: 2, rangeTo: 10 * THOUSAND }),
  aRule('Director', { sequence: 3, action: 'Final Approval' }),
  aRule('Observer', { sequence: 4 }),
]
type Approvals = Question['approvals']
const by = (person: string, role: string) => ({ by: person, row: `row of ${role}` })
const ask = (routing: Partial<Routing>, role: string, question: Partial<Question> = {}, facts: Partial<Facts> = {}) =>
  decide(aMatrix(LEVELS, routing), aQuestion(question), inRole(role, facts))
const inRoles = ({ needs, rules }: Pick<Step, 'needs' | 'rules'>) =>
  `${needs}: ${rules.map(({ role }) => role).join(', ')}`
const inShort = ({ needed }: Pick<Decision, 'needed'>) => needed.map(inRoles)

const MANAGER = DEVI
const [ONE_MORE, TWO_MORE, LAST] = ['one-of: Auditor, Treasurer', '2-of: Auditor, Head, Treasurer', 'all-of: Director']
const lentBy = (lender: string) => ({ ...by(CHITRA, 'head'), onBehalfOf: lender })
const LADDER = {}
const FIRST: Partial<Routing> = { mode: 'first-qualified' }
const ONE: Partial<Routing> = { parallel: 'one-of' }
const FIRST_OF_ONE: Partial<Routing> = { ...FIRST, ...ONE }

describe('what is still needed', () => {
  test.each<[string, Partial<Routing>, amount: number, Approvals, needed: string[]]>([
    ['a ladder asks each level', LADDER, 900, [], ['all-of: Manager', 'all-of: Auditor, Head', 'all-of: Director']],
    ['the first level that is enough', FIRST, 900, [], ['all-of: Manager']],
    ['a higher one for more', FIRST, 2000, [], ['all-of: Auditor, Head']],
    ['the bound belongs to the lower one', FIRST, 1000, [], ['all-of: Manager']],
    ['and the highest', FIRST, 10_001, [], ['all-of: Director']],
    ['all of equals', FIRST, 2000, [by(BINA, 'head')], ['all-of: Auditor']],
    ['by different people', FIRST, 2000, [by(BINA, 'head'), by(BINA, 'auditor')], ['all-of: Auditor']],
    ['until both have', FIRST, 2000, [by(BINA, 'head'), by(CHITRA, 'auditor')], []],
    ['one of equals', FIRST_OF_ONE, 2000, [], ['one-of: Auditor, Head']],
    ['whichever it is', FIRST_OF_ONE, 2000, [by(BINA, 'auditor')], []],
    ['on a ladder, too', ONE, 2000, [by(BINA, 'auditor')], ['one-of: Director']],
    ['not by the creator', ONE, 2000, [by(MAKER, 'auditor')], ['one-of: Auditor, Head', 'one-of: Director']],
    ['more than one does no harm', ONE, 2000, [by(BINA, 'auditor'), by(CHITRA, 'head')], ['one-of: Director']],
    ['a higher level that has approved', FIRST, 900, [by(BINA, 'director')], []],
    ['which needs all of its own equals', FIRST, 900, [by(BINA, 'head')], ['all-of: Manager']],
    ['and has them', FIRST, 900, [by(BINA, 'head'), by(CHITRA, 'auditor')], []],
    ['or one of them', FIRST_OF_ONE, 900, [by(BINA, 'head')], []],
    [
      'a lower level, whose limit is not enough any more',
      FIRST,
      2000,
      [by(BINA, 'manager')],
      ['all-of: Auditor, Head'],
    ],
    ['a ladder keeps an approval that came early', LADDER, 2000, [by(BINA, 'director')], ['all-of: Auditor, Head']],
    ['and does not count what it never asks', LADDER, 10_001, [by(BINA, 'observer')], ['all-of: Director']],
  ])('%s', (_what, routing, amount, approvals, needed) => {
    expect(inShort(ask(routing, 'Nobody', { amount, approvals }))).toEqual(needed)
  })
})

describe('a number of equals', () => {
  const BOARD = [
    ...['Manager', 'Head', 'Auditor', 'Treasurer'].map((role) => aRule(role, { sequence: role === 'Manager' ? 1 : 2 })),
    aRule('Director', { sequence: 3, action: 'Final Approval' }),
  ]
  const RELEASING = BOARD.map((rule) => (rule.role === 'Treasurer' ? { ...rule, action: 'Authorised' as const } : rule))
  const [TWO, THREE]: Partial<Routing>[] = [{ parallel: '2-of' }, { parallel: '3-of' }]
  const MANAGED = by(MANAGER, 'manager')
  const of = (routing: Partial<Routing>, approvals: Approvals, rules = BOARD, role = 'Nobody', facts = {}) =>
    decide(aMatrix(rules, routing), aQuestion({ approvals }), inRole(role, facts))
  const ALL = 'all-of: Auditor, Head, Treasurer'

  test.each<[string, Partial<Routing> | undefined, Approvals, needed: string[], rules?: Rule[]]>([
    ['asks for two', TWO, [], ['all-of: Manager', '2-of: Auditor, Head, Treasurer', 'all-of: Director']],
    ['and for one more after the first', TWO, [MANAGED, by(BINA, 'head')], ['one-of: Auditor, Treasurer', LAST]],
    ['until two have', TWO, [MANAGED, by(BINA, 'head'), by(CHITRA, 'auditor')], [LAST]],
    ['the same role counts once', TWO, [MANAGED, by(BINA, 'head'), by(CHITRA, 'head')], [ONE_MORE, LAST]],
    ['the same person counts once', TWO, [MANAGED, by(BINA, 'head'), by(BINA, 'auditor')], [ONE_MORE, LAST]],
    ['who approved another step does not count', TWO, [MANAGED, by(MANAGER, 'head')], [TWO_MORE, LAST]],
    ['nor does the creator', TWO, [MANAGED, by(MAKER, 'head')], [TWO_MORE, LAST]],
    ['a lender and their stand-in count once', TWO, [MANAGED, lentBy(BINA), by(BINA, 'auditor')], [ONE_MORE, LAST]],
    ['three of three are all', THREE, [MANAGED, by(BINA, 'head')], ['all-of: Auditor, Treasurer', LAST]],
    ['nine of three are all, too', { parallel: '9-of' }, [MANAGED], [ALL, LAST]],
    ['other actions count for nothing: all of them', TWO, [MANAGED], [ALL, LAST], RELEASING],
    [
      'a role that stands there twice is asked, and so is each other one',
      TWO,
      [MANAGED],
      ['all-of: Auditor, Head, HEAD', LAST],
      BOARD.map((rule) => (rule.role === 'Treasurer' ? { ...rule, role: 'HEAD' } : rule)),
    ],
  ])('%s', (_what, routing, approvals, needed, rules) => {
    expect(inShort(of(routing ?? {}, approvals, rules))).toEqual(needed)
  })

  test.each<[string, role: string, Approvals, reasons: Decision['reasons']]>([
    ['each of them', 'Treasurer', [MANAGED], ['row-allows']],
    ['the rest after the first', 'Treasurer', [MANAGED, by(BINA, 'head')], ['row-allows']],
    ['not the role that has', 'Head', [MANAGED, by(BINA, 'head')], ['already-approved']],
    ['none after the second', 'Treasurer', [MANAGED, by(BINA, 'head'), by(CHITRA, 'auditor')], ['already-approved']],
    ['not who has', 'Treasurer', [MANAGED, by(ASHA, 'head')], ['same-person-twice']],
  ])('lets act %s', (_what, role, approvals, reasons) => {
    expect(of(TWO ?? {}, approvals, BOARD, role).reasons).toEqual(reasons)
  })

  test('of the first level that is enough are as many', () => {
    const first: Partial<Routing> = { ...FIRST, ...TWO }
    const board = BOARD.filter(({ role }) => role !== 'Manager')
    expect(inShort(of(first, [by(BINA, 'head')], board))).toEqual([ONE_MORE])
    // A higher level that has approved counts only with as many, too.
    expect(inShort(of(first, [by(BINA, 'head')]))).toEqual(['all-of: Manager'])
    expect(inShort(of(first, [by(BINA, 'head'), by(CHITRA, 'auditor')]))).toEqual([])
  })

  test('a stand-in does not act for a lender who has', () => {
    const facts = { standIns: [aStandIn('Treasurer')] }
    expect(of(TWO ?? {}, [MANAGED, by(BINA, 'head')], BOARD, 'Nobody', facts).reasons).toEqual(['same-person-twice'])
    expect(of(TWO ?? {}, [MANAGED, by(CHITRA, 'head')], BOARD, 'Nobody', facts).reasons).toEqual(['row-allows'])
  })
})

describe('who may act', () => {
  test.each<[string, Partial<Routing>, role: string, Partial<Question>, reasons: Decision['reasons']]>([
    ['the first level', FIRST, 'Manager', {}, ['row-allows']],
    ['no higher one', FIRST, 'Head', {}, ['lower-level-asked']],
    ['nor the highest', FIRST, 'Director', { action: 'Final Approval' }, ['lower-level-asked']],
    ['a lower one neither', FIRST, 'Manager', { amount: 2000 }, ['amount-above-limit']],
    ['nobody once a higher one has', FIRST, 'Manager', { approvals: [by(BINA, 'director')] }, ['already-approved']],
    ['each of equals', ONE, 'Auditor', { amount: 2000 }, ['row-allows']],
    ['none once one has', ONE, 'Head', { amount: 2000, approvals: [by(BINA, 'auditor')] }, ['already-approved']],
    ['the next step then', ONE, 'Director', nextOf(by(BINA, 'auditor')), ['row-allows']],
    ['not whoever was the one', ONE, 'Director', nextOf(by(ASHA, 'auditor')), ['same-person-twice']],
    ['not the creator', FIRST_OF_ONE, 'Manager', { createdBy: ASHA }, ['own-document']],
    ['nor in all of equals', FIRST, 'Head', { amount: 2000, approvals: [by(ASHA, 'auditor')] }, ['same-person-twice']],
    ['creation has no steps', FIRST_OF_ONE, 'Clerk', { action: 'Creator' }, ['row-allows']],
  ])('%s', (_what, routing, role, question, reasons) => {
    expect(ask(routing, role, question).reasons).toEqual(reasons)
  })

  function nextOf(approval: Approvals[number]): Partial<Question> {
    return { amount: 2000, action: 'Final Approval', approvals: [approval] }
  }

  test.each([
    [{ lender: BINA }, ['row-allows']],
    [{ lender: MAKER }, ['lenders-document']],
  ])('a stand-in is one of equals, but never for the creator: %j', (standIn, reasons) => {
    const facts = { standIns: [aStandIn('Head', standIn)] }
    expect(ask(ONE, 'Nobody', { amount: 2000 }, facts).reasons).toEqual(reasons)
  })

  test('what may act is what is searched for', () => {
    const reasonFor = (action: string, approvals: Approvals = []) => {
      const ladder = readLadder(
        aMatrix(LEVELS, FIRST_OF_ONE),
        aQuestion({ action, amount: 2000, approvals }),
        inRole(''),
      )
      const { rules, reason } = Array.isArray(ladder) ? { rules: [], reason: null } : openRules(ladder)
      return [reason, ...rules.map(({ role }) => role)]
    }
    expect(reasonFor('Approval')).toEqual(['row-allows', 'Auditor', 'Head'])
    expect(reasonFor('Final Approval')).toEqual(['lower-level-asked'])
    expect(reasonFor('Approval', [by(BINA, 'head')])).toEqual(['already-approved'])
  })
})

describe('where one of a step is enough, only a final approval closes a chain that has one', () => {
  const CLOSED = [
    aRule('Manager', { sequence: 1 }),
    aRule('Head', { sequence: 2 }),
    aRule('Releaser', { sequence: 2, action: 'Authorised Approval' }),
    aRule('Director', { sequence: 2, action: 'Final Approval' }),
    aRule('Chair', { sequence: 2, action: 'Final Approval' }),
  ]
  const AT_ONCE = CLOSED.slice(1)
  const FINAL = 'one-of: Chair, Director'
  test.each<[string, Partial<Routing>, Rule[], Approvals, needed: string[]]>([
    ['on a ladder', ONE, CLOSED, [], ['one-of: Manager', FINAL]],
    ['an approval beside it closes nothing', ONE, CLOSED, [by(BINA, 'manager'), by(CHITRA, 'head')], [FINAL]],
    ['nor does one that also releases', ONE, CLOSED, [by(BINA, 'manager'), by(CHITRA, 'releaser')], [FINAL]],
    ['one final approval does', ONE, CLOSED, [by(BINA, 'manager'), by(CHITRA, 'chair')], []],
    ['at the first level that is enough', FIRST_OF_ONE, AT_ONCE, [by(BINA, 'head')], [FINAL]],
    ['and at a higher one', FIRST_OF_ONE, CLOSED, [by(BINA, 'head')], ['one-of: Manager']],
    ['which has closed it', FIRST_OF_ONE, CLOSED, [by(BINA, 'director')], []],
    ['all of them, where all are asked', FIRST, AT_ONCE, [by(BINA, 'chair')], ['all-of: Director, Head, Releaser']],
  ])('%s', (_what, routing, rules, approvals, needed) => {
    expect(inShort(decide(aMatrix(rules, routing), aQuestion({ approvals }), inRole('Nobody')))).toEqual(needed)
  })

  test('the others learn why they are not asked', () => {
    const { reasons } = decide(aMatrix(AT_ONCE, ONE), aQuestion({}), inRole('Head'))
    expect(reasons).toEqual(['approver-is-enough'])
    const { alternatives } = lintPage(aMatrix(AT_ONCE, ONE), HERE)
    expect(alternatives.map(inRoles)).toEqual(['one-of: Chair, Director'])
  })
})

describe('a role that only releases', () => {
  const RELEASED = [
    aRule('Treasurer', { action: 'Authorised' }),
    aRule('Head', { sequence: 2 }),
    aRule('Registrar', { action: 'Authorised', sequence: 2 }),
    aRule('Director', { sequence: 3, action: 'Final Approval' }),
  ]
  const BOTH = [by(DEVI, 'treasurer'), by(BINA, 'registrar')]
  const of = (routing: Partial<Routing>, question: Partial<Question>, rules = RELEASED, role = 'Nobody') =>
    decide(aMatrix(rules, routing), aQuestion(question), inRole(role))

  test.each<[string, Partial<Routing>, Approvals, needed: string[]]>([
    ['is no level that is enough', FIRST, [], ['all-of: Treasurer', 'all-of: Head, Registrar']],
    ['leaves the approval open', FIRST, [by(DEVI, 'treasurer')], ['all-of: Head, Registrar']],
    ['is not replaced by a higher level', FIRST, [by(BINA, 'director')], ['all-of: Treasurer']],
    ['is not asked beside one that approves', FIRST_OF_ONE, [], ['one-of: Treasurer', 'one-of: Head']],
    ['does not stand for it', FIRST_OF_ONE, BOTH, ['one-of: Head']],
    ['nor on a ladder', ONE, BOTH, ['one-of: Head', 'one-of: Director']],
  ])('%s', (_what, routing, approvals, needed) => {
    expect(inShort(of(routing, { approvals }))).toEqual(needed)
  })

  test('is asked like all others where none approves', () => {
    const rules = [
      aRule('Treasurer', { action: 'Authorised' }),
      aRule('Registrar', { action: 'Authorised', sequence: 2 }),
    ]
    expect(inShort(of(FIRST, {}, rules))).toEqual(['all-of: Treasurer', 'all-of: Registrar'])
    const found = lintPage(aMatrix(rules, FIRST), HERE).findings.map(({ code }) => code)
    expect(found).toContain('no-final')
  })

  test('at a higher level does not end a document', () => {
    const rules = [aRule('Head'), aRule('Registrar', { action: 'Authorised', sequence: 2 })]
    expect(inShort(of(FIRST, { approvals: [by(BINA, 'registrar')] }, rules))).toEqual(['all-of: Head'])
    const mixed = [...rules, aRule('Director', { sequence: 2 })]
    expect(inShort(of(FIRST_OF_ONE, { approvals: [by(BINA, 'registrar')] }, mixed))).toEqual(['one-of: Head'])
  })

  test('learns why it is not asked, and the check says that it is left out', () => {
    const asked = { action: 'Authorised', approvals: [by(DEVI, 'treasurer')] }
    expect(of(ONE, asked, RELEASED, 'Registrar').reasons).toEqual(['approver-is-enough'])
    const ladder = readLadder(aMatrix(RELEASED.slice(1), ONE), aQuestion({ action: 'Authorised' }), inRole(''))
    expect(Array.isArray(ladder) ? null : openRules(ladder).reason).toBe('approver-is-enough')
    const { findings, alternatives, asked: roles } = lintPage(aMatrix(RELEASED, ONE), HERE)
    expect(findings.map(({ code, rules }) => [code, ...rules.map(({ role }) => role)])).toEqual([
      ['different-actions', 'Head', 'Registrar'],
    ])
    expect(alternatives.map(inRoles)).toEqual(['one-of: Treasurer', 'one-of: Head', 'one-of: Director'])
    expect(roles.map(({ role }) => role)).toEqual(['Treasurer', 'Head', 'Director'])
  })
})

describe('a rejection', () => {
  const below = [by(BINA, 'head'), by(CHITRA, 'auditor')]
  const three = [by(DEVI, 'manager'), ...below]
  test.each<[string, Partial<Routing>, Partial<Question>, rejection: unknown]>([
    ['ends it', {}, { amount: 2000, approvals: below }, { rule: 'stop', to: 'end', step: null, keptRows: [] }],
    ['leads back to the creator', { rejection: 'back-to-maker' }, { approvals: three }, { to: 'maker', keptRows: [] }],
    [
      'leads back one step',
      { rejection: 'back-one-step' },
      { approvals: three },
      {
        to: 'step',
        step: { sequence: 2, needs: 'all-of', rules: [{ role: 'Auditor' }, { role: 'Head' }] },
        keptRows: ['row of manager'],
      },
    ],
    [
      'forgets the approvals of its own step',
      { rejection: 'back-one-step' },
      { approvals: [by(DEVI, 'manager'), by(BINA, 'head')] },
      { to: 'step', step: { sequence: 1 }, keptRows: [] },
    ],
    [
      'leads from the first step to the creator',
      { rejection: 'back-one-step' },
      {},
      { rule: 'back-one-step', to: 'maker', step: null },
    ],
    ['so where there is one level', { ...FIRST, rejection: 'back-one-step' }, {}, { to: 'maker', step: null }],
    ['of an approved document is none', FIRST, { approvals: [by(BINA, 'manager')] }, null],
    ['of a creation is none', {}, { action: 'Creator' }, null],
    ['of what no row covers is none', {}, { region: '' }, null],
  ])('%s', (_what, routing, question, rejection) => {
    const found = ask(routing, 'Nobody', { amount: 900, ...question })
    if (rejection === null) expect(found.rejection).toBeNull()
    else expect(found.rejection).toMatchObject(rejection as object)
  })
})

describe('the check', () => {
  const lint = (routing: Partial<Routing>, rules = LEVELS) =>
    lintPage(aMatrix(rules, routing), HERE).findings.map((finding) => {
      const who = finding.rules.map(({ role }) => role).join(', ')
      return `${severityOf(finding)}: ${finding.code}${who && ` of ${who}`}`
    })
  const APART = [aRule('Manager', { rangeTo: 5 }), aRule('Head', { sequence: 2, rangeFrom: 500, rangeTo: 999 })]

  test.each<[string, Partial<Routing>, Rule[] | undefined, findings: string[]]>([
    [
      'a ladder by all of its rules',
      LADDER,
      undefined,
      [
        'warning: overlap of Manager, Auditor, Head',
        'note: same-sequence of Auditor, Head',
        'warning: unreachable of Observer',
      ],
    ],
    [
      'one level without blame for the others, but for one that is never asked',
      FIRST,
      undefined,
      ['note: same-sequence of Auditor, Head', 'warning: never-first of Observer'],
    ],
    [
      'one of equals',
      FIRST_OF_ONE,
      undefined,
      ['note: one-is-enough of Auditor, Head', 'warning: never-first of Observer'],
    ],
    [
      'a number of equals',
      { parallel: '2-of' },
      [
        aRule('Auditor'),
        aRule('Head'),
        aRule('Treasurer'),
        aRule('Director', { sequence: 2, action: 'Final Approval' }),
      ],
      ['note: some-are-enough of Auditor, Head, Treasurer'],
    ],
    [
      'a number that is not less than all',
      { ...FIRST, parallel: '2-of' },
      undefined,
      ['note: same-sequence of Auditor, Head', 'warning: never-first of Observer'],
    ],
    ['amounts of no level', FIRST, APART, ['error: nobody of Manager, Head', 'error: nobody of Head']],
    [
      'a step that leaves an act out',
      ONE,
      [aRule('Treasurer', { action: 'Authorised' }), aRule('Director', { action: 'Final Approval' })],
      ['warning: different-actions of Director, Treasurer'],
    ],
  ])('judges %s', (_what, routing, rules, findings) => {
    expect(lint(routing, rules)).toEqual(findings)
  })

  test('knows who can replace whom', () => {
    const replaced = (routing: Partial<Routing>) => lintPage(aMatrix(LEVELS, routing), HERE).alternatives.map(inRoles)
    expect(replaced(LADDER)).toEqual([])
    expect(replaced(ONE)).toEqual(['one-of: Manager', 'one-of: Auditor, Head', 'one-of: Director'])
  })

  test.each([
    [['Auditor', 'Head'], ['others-have-people of Treasurer']],
    [['Auditor'], ['no-people of Head', 'no-people of Treasurer']],
    [[], ['no-people of Auditor', 'no-people of Head', 'no-people of Treasurer']],
  ])('of two of three, while %j have people', (roles, findings) => {
    const board = ['Auditor', 'Head', 'Treasurer'].map((role) => aRule(role))
    const lint = lintPage(aMatrix(board, { parallel: '2-of' }), HERE)
    const found = lintPeople(lint, ({ role }) => roles.includes(role))
    expect(found.map(({ code, rules: [rule] }) => `${code} of ${rule?.role}`)).toEqual(findings)
  })

  test('where some amounts of a number of equals need each of them, nobody can be replaced', () => {
    const board = ['Auditor', 'Head', 'Treasurer'].map((role) =>
      aRule(role, { rangeTo: role === 'Treasurer' ? THOUSAND : 10 * THOUSAND }),
    )
    const lint = lintPage(aMatrix(board, { parallel: '2-of' }), HERE)
    const found = lintPeople(lint, ({ role }) => role !== 'Auditor')
    expect(found.map(({ code }) => code)).toEqual(['no-people'])
  })
})

test('another routing of the same rules asks some about fewer documents, and the former one about more', () => {
  const first = aMatrix(LEVELS, FIRST)
  const ladder = aMatrix(LEVELS)
  const names = (some: ReadonlySet<Rule>) => [...some].map(({ role }) => role).toSorted()
  const { fewer, more } = compareRoutings(first, ladder.routing, HERE)
  expect([names(fewer), names(more)]).toEqual([['Auditor', 'Director', 'Head'], []])
  const back = compareRoutings(ladder, first.routing, HERE)
  expect([names(back.fewer), names(back.more)]).toEqual([[], ['Auditor', 'Director', 'Head']])
})
