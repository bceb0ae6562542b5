import { RANGE_BOUNDS, ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import {
  approvalsNeeded,
  ROUTING_MODES,
  ROUTING_PARALLELS,
  ROUTING_REJECTIONS,
  type Routing,
} from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
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
  DEVI,
  HERE,
  inRole,
  MAKER,
  NOW,
} from '../../test/approval-cases.ts'
import { toEntered, toInclusive } from './bounds.ts'
import { type Case, chain } from './chain.ts'
import { coverageOf } from './coverage.ts'
import { decide } from './decide.ts'
import { type Finding, isDenial, lintPage } from './lint.ts'
import { type Rule, rulesAt } from './matrix.ts'
import { courseOf } from './steps.ts'
import { areasOf } from './stretches.ts'

const ROLES = ['Clerk', 'Manager', 'Head', 'Director']
const PEOPLE = [ASHA, BINA, CHITRA, DEVI, MAKER]
/** As many as a ladder can have rows. */
const PEOPLE_ENOUGH = Array.from(
  { length: 41 },
  (_, index) => `00000000-0000-7000-9000-${String(index).padStart(12, '0')}`,
)
const REGIONS = ['IN-KL', 'IN-TN', 'IN-GA'] as const

const paise = fc.integer({ min: 0, max: 400 })
const region = fc.constantFrom<NonNullable<Case['region']>[]>(...REGIONS)
const moment = fc.constantFrom(NOW - 2, NOW - 1, NOW, NOW + 1, NOW + 2)
const rule = fc.record({
  role: fc.constantFrom(...ROLES),
  action: fc.constantFrom(...ROLE_ACTIONS),
  sequence: fc.option(fc.nat(3)),
  rangeFrom: fc.option(paise),
  rangeTo: fc.option(paise),
  regions: fc.oneof(fc.constant<'All'>('All'), fc.constant(['Panindia']), fc.subarray([...REGIONS])),
  clientId: fc.constantFrom(CLIENT, 'another client', null),
  pageId: fc.constantFrom(CLAIMS, 'another page', null),
  bounds: fc.constantFrom(...RANGE_BOUNDS),
  isActive: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
  validFrom: fc.option(moment, { freq: 1 }),
  validUntil: fc.option(moment, { freq: 1 }),
})
const rules = fc
  .array(rule, { maxLength: 40 })
  .map((all) => all.map((one, index): Rule => aRule(one.role, { ...one, ...toInclusive(one), id: `row ${index}` })))
const routing = fc.record({
  mode: fc.constantFrom(...(Object.keys(ROUTING_MODES) as Routing['mode'][])),
  parallel: fc.constantFrom(...(Object.keys(ROUTING_PARALLELS) as Routing['parallel'][])),
  rejection: fc.constantFrom(...(Object.keys(ROUTING_REJECTIONS) as Routing['rejection'][])),
})
const question = fc.record({
  person: fc.constantFrom(...PEOPLE),
  action: fc.constantFrom(...ROLE_ACTIONS),
  amount: paise.map((amount) => amount / 100),
  region,
  createdBy: fc.constantFrom(...PEOPLE, null),
  approvals: fc.array(
    fc.record({
      by: fc.constantFrom(...PEOPLE),
      row: fc.nat(40).map((index) => `row ${index}`),
      onBehalfOf: fc.option(fc.constantFrom(...PEOPLE)),
    }),
    { maxLength: 6 },
  ),
})

const isHere = ({ clientId, pageId }: Rule) => (clientId ?? CLIENT) === CLIENT && (pageId ?? CLAIMS) === CLAIMS
const isNow = ({ isActive, validFrom, validUntil }: Rule) =>
  isActive && (validFrom === null || validFrom <= NOW) && (validUntil === null || NOW < validUntil)
/** The amounts that a range was entered for. */
function isEnteredFor(rule: Rule, amount: number): boolean {
  const { rangeFrom, rangeTo } = toEntered(rule)
  const isAbove = rangeFrom === null || amount > rangeFrom || (amount === rangeFrom && rule.bounds.startsWith('['))
  const isBelow = rangeTo === null || amount < rangeTo || (amount === rangeTo && rule.bounds.endsWith(']'))
  return isAbove && isBelow
}
/** How wide the place of a rule is: its client comes before its page. */
const widthOf = ({ clientId, pageId }: Rule) => (clientId === null ? 2 : 0) + (pageId === null ? 1 : 0)
/** The rules of a case without an index: of each role, only those of its narrowest place. */
function scan(all: Rule[], where: Case): Rule[] {
  const here = all.filter((one) => isHere(one) && isNow(one))
  const narrowest = here.filter((one) =>
    here.every((other) => other.role !== one.role || widthOf(one) <= widthOf(other)),
  )
  const entered = narrowest.filter((one) => isEnteredFor(one, where.amount))
  return chain(
    entered.map((one) => ({ ...one, rangeFrom: null, rangeTo: null })),
    where,
  ).flat() as Rule[]
}
const ids = (some: Rule[]) => some.map(({ id }) => id).toSorted()

test('a case of several documents is judged like one document of their sum, so that nothing is allowed that the sum is denied', () => {
  const answerOf = (all: Rule[], way: Partial<Routing>, asked: object, role: string) =>
    decide(aMatrix(all, way), aQuestion(asked), inRole(role))
  fc.assert(
    fc.property(rules, routing, question, paise, fc.constantFrom(...ROLES), (all, way, asked, earlier, role) => {
      const sum = (Math.round(asked.amount * 100) + earlier) / 100
      const several = answerOf(all, way, { ...asked, earlierAmount: earlier / 100 }, role)
      expect(several).toEqual(answerOf(all, way, { ...asked, amount: sum }, role))
    }),
    { numRuns: 500 },
  )
})

test('the index finds what a scan of all rows finds', () => {
  fc.assert(
    fc.property(rules, paise, fc.option(region), (all, amount, at) => {
      const where = { amount, region: at }
      expect(ids(rulesAt(aMatrix(all), HERE, where))).toEqual(ids(scan(all, where)))
    }),
    { numRuns: 500 },
  )
})

test('nothing is allowed that no row covers, to the creator, or to the same person twice', () => {
  fc.assert(
    fc.property(rules, question, fc.constantFrom(...ROLES), routing, (all, asked, role, by) => {
      const { isAllowed, rules: allowing, reasons, needed } = decide(aMatrix(all, by), aQuestion(asked), inRole(role))
      expect(reasons.length).toBeGreaterThan(0)
      expect(reasons.includes('row-allows')).toBe(isAllowed)
      if (!isAllowed) return
      const covering = scan(all, { amount: Math.round(asked.amount * 100), region: asked.region })
      expect(allowing.length).toBeGreaterThan(0)
      for (const one of allowing) {
        expect(ids(covering)).toContain(one.id)
        expect(one.role).toBe(role)
      }
      if (asked.action === 'Creator') return
      expect(ids(needed[0]?.rules ?? [])).toEqual(expect.arrayContaining(ids(allowing)))
      expect(asked.createdBy).not.toBe(asked.person)
      expect(asked.approvals.every(({ by, row }) => by !== asked.person || allowing.some(({ id }) => id === row))).toBe(
        true,
      )
    }),
    { numRuns: 1000 },
  )
})

const caught = [{ clientId: CLIENT, role: 'Chairman', roleId: 'C', applicationRoleId: 'caught' }]

test('a catch-all role allows what no row covers, and changes nothing else', () => {
  const anybody = fc.constantFrom(...ROLES, 'Chairman')
  fc.assert(
    fc.property(rules, question, anybody, routing, (all, asked, role, by) => {
      const where = { amount: Math.round(asked.amount * 100), region: asked.region }
      const isCovered = scan(all, where).some(({ action }) => action !== 'Creator')
      const without = decide(aMatrix(all, by), aQuestion(asked), inRole(role))
      const answer = decide(aMatrix(all, by, caught), aQuestion(asked), inRole(role))
      if (isCovered || asked.action === 'Creator') {
        expect(answer.isAllowed).toBe(without.isAllowed)
        expect(answer.rules).toEqual(without.rules)
        return
      }
      expect(answer.isAllowed && role !== 'Chairman').toBe(false)
      if (answer.isAllowed) expect(answer.reasons).toEqual(['row-allows', 'catch-all-allows'])
      if (answer.isAllowed) expect(ids(answer.rules)).toEqual(['caught'])
      if (role === 'Chairman' && asked.createdBy !== asked.person && asked.approvals.length === 0)
        expect(answer.isAllowed).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('with a catch-all role no amount is a gap, and what the linter says it catches is what nobody else approves', () => {
  fc.assert(
    fc.property(rules, paise, region, routing, (all, amount, where, by) => {
      const { findings } = lintPage(aMatrix(all, by, caught), HERE)
      expect(findings.filter(isDenial)).toEqual([])
      const isCaught = findings.some((finding) => finding.code === 'caught' && at(finding, amount, where))
      const gap = lintPage(aMatrix(all, by), HERE).findings.some((one) => isDenial(one) && at(one, amount, where))
      expect(isCaught).toBe(gap)
      const { steps, areas } = coverageOf(areasOf(aMatrix(all, by, caught), HERE))
      const cells = areas.find(({ regions }) => regions.includes(where))?.cells ?? []
      const column = steps.findIndex(({ isCatchAll }) => isCatchAll)
      const isDrawn = cells[column]?.asked.some(({ from, to }) => from <= amount && (to === null || amount <= to))
      expect(isDrawn ?? false).toBe(isCaught)
    }),
    { numRuns: 500 },
  )
})

const standIn = fc
  .record({
    role: fc.constantFrom(...ROLES),
    lender: fc.constantFrom(...PEOPLE),
    pages: fc.option(fc.subarray([CLAIMS, 'another page'])),
    upTo: fc.option(paise),
    regions: fc.oneof(fc.constant<'All'>('All'), fc.subarray([...REGIONS])),
  })
  .map(({ role, ...scope }) => aStandIn(role, scope))

test('a stand-in never exceeds the lender, and never acts on a document of either', () => {
  fc.assert(
    fc.property(
      rules,
      question,
      fc.array(standIn, { minLength: 1, maxLength: 4 }),
      fc.option(fc.constantFrom(...ROLES)),
      routing,
      (all, asked, standIns, own, by) => {
        const matrix = aMatrix(all, by)
        const role = own ?? 'nobody'
        const answer = decide(matrix, aQuestion(asked), inRole(role, { standIns }))
        const alone = decide(matrix, aQuestion(asked), inRole(role))
        // Nobody loses by a stand-in, and what one may do oneself is not done for another.
        if (alone.isAllowed) expect(answer).toEqual(alone)
        if (!answer.isAllowed || answer.standIn === null) {
          expect(answer.isAllowed).toBe(alone.isAllowed)
          return
        }
        const { lender, pages, upTo, regions } = answer.standIn
        const byLender = decide(matrix, aQuestion({ ...asked, person: lender }), inRole(answer.standIn.role))
        expect(byLender).toMatchObject({ isAllowed: true, rules: answer.rules, needed: answer.needed, standIn: null })
        expect([asked.person, lender]).not.toContain(asked.createdBy)
        expect(asked.action).not.toBe('Creator')
        expect(pages ?? [CLAIMS]).toContain(CLAIMS)
        expect(asked.amount * 100).toBeLessThanOrEqual(upTo ?? Number.POSITIVE_INFINITY)
        if (regions !== 'All') expect(regions).toContain(asked.region)
      },
    ),
    { numRuns: 2000 },
  )
})

test('rows of other clients and pages change no answer', () => {
  fc.assert(
    fc.property(rules, question, fc.constantFrom(...ROLES), (all, asked, role) => {
      const answer = (some: Rule[]) => decide(aMatrix(some), aQuestion(asked), inRole(role))
      expect(answer(all)).toEqual(answer(all.filter(isHere)))
    }),
  )
})

/** Bands of amounts, each with some steps and a final approval: mostly without findings. */
const bands = fc
  .tuple(fc.uniqueArray(paise, { maxLength: 3 }), fc.infiniteStream(fc.subarray(['Approval', 'Authorised'] as const)))
  .map(([bounds, steps]) => {
    const starts = [0, ...bounds.filter((bound) => bound > 0).toSorted((a, b) => a - b)]
    return starts.flatMap((rangeFrom, band) => {
      const actions = [...(steps.next().value ?? []), 'Final Approval' as const]
      const rangeTo = starts[band + 1] === undefined ? null : (starts[band + 1] as number) - 1
      return actions.map((action, sequence) => aRule(`${action} ${band}`, { action, sequence, rangeFrom, rangeTo }))
    })
  })

/** Approves step by step until nothing is needed, or somebody is denied. */
function climb(all: Rule[], asked: { amount: number; region: string }, by: Partial<Routing> = {}): string[] {
  const matrix = aMatrix(all, by)
  const approvals: { by: string; row: string }[] = []
  for (const person of PEOPLE_ENOUGH) {
    const question = aQuestion({ ...asked, person, approvals })
    const next = decide(matrix, question, inRole('nobody')).needed[0]?.rules[0]
    if (next === undefined) break
    const answer = decide(matrix, { ...question, action: next.action }, inRole(next.role))
    expect(answer.reasons).toEqual(['row-allows'])
    approvals.push({ by: person, row: next.id })
  }
  expect(decide(matrix, aQuestion({ ...asked, approvals }), inRole('nobody')).needed).toEqual([])
  return approvals.map(({ row }) => row)
}

const approves = ({ action }: Rule) => action !== 'Creator' && action !== 'Authorised'

test('no routing completes a document without an approval where some row approves', () => {
  const cases = fc.tuple(
    fc.array(rule, { minLength: 1, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  )
  fc.assert(
    fc.property(cases, routing, ([drawn, acts], by) => {
      const all = drawn.map(
        (one, index): Rule => aRule(one.role, { action: one.action, sequence: one.sequence, id: `row ${index}` }),
      )
      const acted = all.filter((_, index) => acts[index])
      const approvals = acted.map(({ id }, index) => ({ by: PEOPLE_ENOUGH[index] as string, row: id }))
      const { needed } = decide(aMatrix(all, by), aQuestion({ approvals }), inRole('nobody'))
      if (needed.length === 0 && all.some(approves)) expect(acted.some(approves)).toBe(true)
      // Whoever counts as many rows of each step as it needs, as applications do, comes to the same.
      const open = needed.flatMap(({ needs, rules }) => rules.slice(-approvalsNeeded(needs, rules.length)))
      if (all.some(approves)) expect([...acted, ...open].some(approves)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a number of equals asks for no fewer people than one of them, for no more than all, and is never left with fewer rows', () => {
  const numbers = fc.constantFrom(...(Object.keys(ROUTING_PARALLELS) as Routing['parallel'][]))
  fc.assert(
    fc.property(rules, question, routing, numbers, (drawn, asked, by, parallel) => {
      // Where actions differ, one of them leaves acts out, which a number never does.
      const all = drawn.map((one): Rule => (one.action === 'Creator' ? one : { ...one, action: 'Approval' }))
      const left = (how: Routing['parallel']) =>
        decide(aMatrix(all, { ...by, parallel: how }), aQuestion(asked), inRole('nobody')).needed
      const people = (how: Routing['parallel']) =>
        left(how).reduce((sum, { needs, rules }) => sum + approvalsNeeded(needs, rules.length), 0)
      expect(people(parallel)).toBeLessThanOrEqual(people('all-of'))
      expect(people(parallel)).toBeGreaterThanOrEqual(people('one-of'))
      for (const { needs, rules } of left(parallel))
        expect(rules.length).toBeGreaterThanOrEqual(approvalsNeeded(needs, rules.length))
    }),
    { numRuns: 1000 },
  )
})

const at = ({ from, to, regions }: Finding, amount: number, where: string) =>
  from <= amount && (to === null || amount <= to) && (regions.length === 0 || regions.includes(where))

test('what the linter calls a gap is denied to everybody, and every other amount reaches the end of its ladder', () => {
  fc.assert(
    fc.property(rules, paise, fc.oneof(region, fc.constant('Panindia')), routing, (all, amount, where, by) => {
      const matrix = aMatrix(all, by)
      const { findings, asked } = lintPage(matrix, HERE)
      const gaps = findings.filter((finding) => isDenial(finding) && at(finding, amount, where))
      const question = { amount: amount / 100, region: where }
      if (all.filter(isHere).length === 0) return
      if (gaps.length > 0) {
        for (const role of ROLES)
          for (const action of ROLE_ACTIONS.filter((one) => one !== 'Creator')) {
            const answer = decide(matrix, aQuestion({ ...question, action }), inRole(role))
            expect(answer.isAllowed).toBe(false)
            expect(answer.reasons).toContain('nobody-approves')
          }
        expect(gaps).toHaveLength(1)
      } else {
        const rows = climb(all, question, by)
        expect(rows.length).toBeGreaterThan(0)
        expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining(rows))
        const acted = all.filter(({ id }) => rows.includes(id))
        const isFinal = acted.some(({ action }) => action === 'Final Approval')
        const isBlamed = findings.some((finding) => finding.code === 'no-final' && at(finding, amount, where))
        if (by.mode === 'first-qualified') expect(isBlamed).toBe(!acted.some(approves))
        // Of several that can end the ladder, another one may have.
        else if (by.parallel !== 'one-of') expect(isBlamed).toBe(!isFinal)
      }
    }),
    { numRuns: 500 },
  )
})

test('after a rejection the step to which it leads is the next one, by the approvals that it keeps', () => {
  fc.assert(
    fc.property(rules, question, routing, (all, asked, by) => {
      const answer = (changes: object) =>
        decide(aMatrix(all, by), aQuestion({ ...asked, ...changes }), inRole('nobody'))
      const { needed, rejection } = answer({})
      expect(rejection === null).toBe(needed.length === 0 || asked.action === 'Creator')
      if (rejection === null) return
      const kept = asked.approvals.filter(({ row }) => rejection.keptRows.includes(row))
      const [next] = answer({ approvals: kept }).needed
      if (rejection.to === 'step') expect(next).toEqual(rejection.step)
      else expect(rejection.keptRows).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('ranges of findings are as long as possible, and none is reported twice', () => {
  fc.assert(
    fc.property(rules, (all) => {
      const { findings } = lintPage(aMatrix(all), HERE)
      const keys = findings.map(({ rules, ...finding }) => JSON.stringify([finding, ids(rules)]))
      expect(new Set(keys).size).toBe(keys.length)
      for (const code of ['nobody', 'no-final'])
        for (const one of findings.filter((finding) => finding.code === code))
          for (const other of findings.filter((finding) => finding.code === code))
            expect(one.to !== null && other.from === one.to + 1 && other.regions.join() === one.regions.join()).toBe(
              false,
            )
    }),
  )
})

test('a matrix without findings leads every amount of every region to its final approval', () => {
  fc.assert(
    fc.property(bands, paise, region, (all, amount, where) => {
      expect(lintPage(aMatrix(all), HERE).findings).toEqual([])
      expect(climb(all, { amount: amount / 100, region: where }).at(-1)).toMatch(/^row of final approval/)
    }),
    { numRuns: 300 },
  )
})

test('the coverage says of each step what the ladder asks about each amount and region', () => {
  fc.assert(
    fc.property(rules, routing, paise, region, (all, how, amount, at) => {
      const matrix = aMatrix(all, how)
      const { steps, areas } = coverageOf(areasOf(matrix, HERE))
      const cells = areas.find(({ regions }) => regions.includes(at))?.cells ?? []
      const { creators, steps: asked } = courseOf(matrix, HERE, { amount, region: at })
      const covered = steps.filter((_, index) =>
        cells[index]?.asked.some(({ from, to }) => from <= amount && (to === null || amount <= to)),
      )
      expect(covered.map(({ isCreation, sequence }) => (isCreation ? 'creation' : sequence))).toEqual([
        ...(creators.length > 0 ? ['creation'] : []),
        ...asked.flatMap(({ rules: [first] }) => (first === undefined ? [] : [first.sequence])),
      ])
      expect(areas.flatMap(({ regions }) => regions)).toHaveLength(37)
    }),
  )
})
