import { readFile } from 'node:fs/promises'
import { RANGE_BOUNDS, ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { APPROVAL_FINDINGS } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMatrix, aRule, CLAIMS, CLIENT, HERE, NOW } from '../../test/approval-cases.ts'
import { enteredAs, toEntered, toInclusive } from './bounds.ts'
import { containsFinding, extentOf } from './contains-finding.ts'
import { type Finding, lintPage } from './lint.ts'
import type { Matrix, Rule } from './matrix.ts'
import { isAdded, type Mend, mayBeMended, mendsOf, withMend, withSeverity } from './mends.ts'
import { areasOf } from './stretches.ts'

const LAKH = 1_00_000_00
const director = aRule('Director', { action: 'Final Approval', sequence: 9 })
const final = (role: string, changes: Partial<Rule> = {}) => aRule(role, { action: 'Final Approval', ...changes })

const everybody = () => true
const asked = (rules: Rule[], hasPeople: (rule: Rule) => boolean = everybody, by: Partial<Routing> = {}) => {
  const matrix = aMatrix(rules, by)
  const { findings } = lintPage(matrix, HERE)
  return findings.map((finding) => ({ matrix, clientId: CLIENT, now: NOW, pageIds: [CLAIMS], finding, hasPeople }))
}
/** Such as 'raise-end of Manager to 99'. */
function inShort({ kind, roles, limits, removed, keeps }: Mend): string {
  const { rangeFrom, rangeTo, sequence } = limits
  const end = [rangeFrom, rangeTo, sequence].filter((one) => one !== undefined)
  const names = [...(keeps ? [keeps.name, 'without'] : []), roles.map(({ name }) => name).join()]
  return [kind, ...names, ...end, ...(removed.length > 0 ? [removed.length] : [])].join(' ')
}
async function mends(rules: Rule[], hasPeople?: (rule: Rule) => boolean, by?: Partial<Routing>) {
  const found = await Promise.all(asked(rules, hasPeople, by).map(mendsOf))
  return found.flat().map(inShort)
}

test.each<[string, Rule[], string[]]>([
  [
    'a gap between two ranges: one of them grows',
    [final('A', { rangeTo: LAKH }), final('B', { rangeFrom: 2 * LAKH })],
    [`raise-end A ${2 * LAKH - 1}`, `lower-start B ${LAKH + 1}`],
  ],
  [
    'whole rupees as bounds',
    [final('A', { rangeTo: 100_00 }), final('B', { rangeFrom: 101_00 })],
    ['raise-end A 10099', 'lower-start B 10001'],
  ],
  [
    'a gap of a step',
    [aRule('A', { rangeTo: 3 * LAKH }), aRule('B', { rangeFrom: 5 * LAKH }), director],
    [`raise-end A ${5 * LAKH - 1}`, `lower-start B ${3 * LAKH + 1}`],
  ],
  [
    'a gap below two steps, which have to grow together',
    [aRule('Manager', { rangeFrom: 5 }), { ...director, rangeFrom: 5 }],
    ['lower-start Manager,Director 0'],
  ],
  [
    'a gap below a range without a final approval, which stays as it is for more amounts',
    [aRule('Manager', { rangeFrom: 1000 })],
    ['lower-start Manager 0', 'make-final Manager'],
  ],
  ['no end above the last range', [final('A', { rangeTo: LAKH })], []],
  ['no growth into a range in another region', [final('A', { rangeTo: 9, regions: ['IN-KL'] }), final('B')], []],
  [
    'a bound in common: one of both gives it up',
    [aRule('Manager', { rangeTo: LAKH }), aRule('Head', { rangeFrom: LAKH, sequence: 3 }), director],
    [`end-below Manager ${LAKH - 1}`, `begin-above Head ${LAKH + 1}`],
  ],
  [
    'a doubled sequence: the ranges meet',
    [aRule('Manager', { rangeTo: 9 }), aRule('Head', { rangeFrom: 5, rangeTo: null }), director],
    ['end-below Manager 4', 'begin-above Head 10'],
  ],
  [
    'of two that always act together one stays, whichever is chosen',
    [aRule('Manager'), aRule('Surveyor'), director],
    ['leave-one Manager without Surveyor 1', 'leave-one Surveyor without Manager 1'],
  ],
  [
    'of three, too',
    [
      aRule('A', { regions: ['IN-KL', 'IN-GA'] }),
      aRule('B', { regions: ['IN-GA', 'IN-KL'] }),
      aRule('C', { regions: ['IN-KL', 'IN-GA'] }),
      director,
    ],
    ['leave-one A without B,C 2', 'leave-one B without A,C 2', 'leave-one C without A,B 2'],
  ],
  ['not of two that act together in some regions only', [aRule('A'), aRule('B', { regions: ['IN-KL'] }), director], []],
  [
    'no final approval: the last step gives it, in each band',
    [aRule('Manager', { rangeTo: 9 }), aRule('Head', { rangeFrom: 10 })],
    ['make-final Manager,Head'],
  ],
  ['no sequence', [aRule('Manager', { sequence: 4 }), { ...director, sequence: null }], ['set-sequence Director 5']],
  ['a row that has ended', [director, aRule('Manager', { validUntil: NOW })], ['remove-rows Manager 1']],
  ['the only row has ended', [aRule('Manager', { validUntil: NOW })], []],
  [
    'a row that is never reached',
    [director, aRule('Auditor', { action: 'Authorised', sequence: 10 })],
    ['remove-rows Auditor 1'],
  ],
  ['a range upside down', [director, aRule('Manager', { rangeFrom: 2, rangeTo: 1 })], ['remove-rows Manager 1']],
  ['no region', [director, aRule('Manager', { regions: [] })], ['remove-rows Manager 1']],
])('%s', async (_what, rules, expected) => {
  expect(await mends(rules)).toEqual(expected)
})

test('authority that grows is not given to a role without people', async () => {
  const rules = [final('A', { rangeTo: LAKH }), final('B', { rangeFrom: 2 * LAKH })]
  expect(await mends(rules, ({ role }) => role === 'A')).toEqual([`raise-end A ${2 * LAKH - 1}`])
})

test('of roles that act together none without people stays', async () => {
  const rules = [aRule('Manager'), aRule('Surveyor'), director]
  expect(await mends(rules, ({ role }) => role !== 'Surveyor')).toEqual(['leave-one Manager without Surveyor 1'])
  const open = await mends(rules, everybody, { parallel: 'one-of' })
  expect(open).toEqual(['leave-one Manager without Surveyor 1', 'leave-one Surveyor without Manager 1'])
})

test('a mend that would break another page of the role is not offered', async () => {
  const [a, b] = [final('A', { rangeTo: 9 }), final('B', { rangeFrom: 20 })]
  const other = { ...a, id: 'a there', pageId: 'there' }
  const next = final('C', { rangeFrom: 10, pageId: 'there' })
  const rules = [a, b, other, next]
  const matrix = {
    ...aMatrix(rules),
    pages: new Map([CLAIMS, 'there'].map((id) => [id, { id, name: id, isActive: true }])),
  }
  const [finding] = lintPage(matrix, HERE).findings
  if (finding === undefined) throw new Error('no gap')
  const found = await mendsOf({
    ...{ matrix, finding, clientId: CLIENT, now: NOW, pageIds: [CLAIMS], hasPeople: everybody },
  })
  expect(found.map(inShort)).toEqual(['lower-start B 10'])
})

/** Who is asked about each small amount in some regions. */
const laddersOf = (matrix: Matrix, without: readonly string[] = []) =>
  ['IN-KL', 'IN-TN', 'IN-GA', 'Panindia'].map((region) => {
    const stretches = areasOf(matrix, HERE).find(({ regions }) => regions.some((one) => one === region))?.stretches
    const ladders = Array.from({ length: 42 }, (_, amount) => stretches?.findLast(({ from }) => from <= amount))
    return ladders.map((ladder) =>
      ladder?.course.steps.map(({ rules }) => rules.map(({ id }) => id).filter((id) => !without.includes(id))),
    )
  })

const paise = fc.integer({ min: 0, max: 40 })
const drawn = fc.record({
  action: fc.constantFrom(...ROLE_ACTIONS),
  sequence: fc.option(fc.nat(3)),
  rangeFrom: fc.option(paise),
  rangeTo: fc.option(paise),
  regions: fc.oneof(fc.constant<'All'>('All'), fc.constant(['Panindia']), fc.subarray(['IN-KL', 'IN-TN'])),
  validUntil: fc.option(fc.constantFrom(NOW - 1, NOW + 1), { freq: 1 }),
})
// The first one may have twins, as roles that act together are.
const matrices = fc
  .tuple(fc.array(drawn, { minLength: 1, maxLength: 5 }), fc.nat(2))
  .map(([all, twins]) =>
    [...all, ...all.slice(0, 1), ...all.slice(0, 1)]
      .slice(0, all.length + twins)
      .map((one, index): Rule => aRule(`Role ${index}`, one)),
  )
const routing = fc.record({
  mode: fc.constantFrom<Routing['mode']>('ladder', 'first-qualified'),
  parallel: fc.constantFrom<Routing['parallel']>('all-of', 'one-of'),
})

test('a mend removes its finding and adds none, and without rows that act on nothing every case has the same ladder', async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(matrices, routing, async (rules, by) => {
      for (const one of asked(rules, everybody, by)) {
        const found = await mendsOf(one)
        if (found.length > 0) expect(mayBeMended(one.finding)).toBe(true)
        for (const mend of found) {
          kinds.add(mend.kind)
          const mended = aMatrix(withMend(rules, mend), by)
          const before = lintPage(one.matrix, HERE).findings.map(withSeverity)
          const after = lintPage(mended, HERE).findings.map(withSeverity)
          const errors = (some: typeof after) => some.filter(({ isError }) => isError)
          expect(after.filter((other) => containsFinding(extentOf(one.finding), other))).toEqual([])
          expect(errors(after).filter((other) => !before.some((known) => containsFinding(known, other)))).toEqual([])
          expect(after.filter((other) => isAdded(other, before, extentOf(one.finding)))).toEqual([])
          expect(after.filter(({ code }) => !before.some((known) => known.code === code))).toEqual([])
          // Nobody new is asked, and in each step somebody stays.
          const gone = mend.kind === 'leave-one' ? mend.removed.map(({ id }) => id) : []
          if (mend.kind === 'remove-rows' || mend.kind === 'leave-one')
            expect(laddersOf(mended)).toEqual(laddersOf(one.matrix, gone))
        }
      }
    }),
    // So many that every kind is drawn: with 60, one run in 500 had five.
    { numRuns: 400 },
  )
  expect([...kinds].length).toBeGreaterThan(5)
  expect(kinds).toContain('leave-one')
})

test('a finding says that it may be mended if it is of a kind of which the guide says so', async () => {
  const guide = await readFile(new URL('../../../docs/integrating.md', import.meta.url), 'utf8')
  const kinds = /These kinds are ([^.]*)\./.exec(guide)?.[1] ?? ''
  // Two roles that always act together, where the range of one of them begins and ends beside the finding.
  const rules = [aRule('A', { rangeFrom: 6, rangeTo: 9 }), aRule('B', { rangeFrom: 6, rangeTo: 9 })]
  const of = (code: Finding['code']) => ({ code, rules, step: null, from: 3, to: 5, regions: [] })
  const ranges = [aRule('A', { rangeTo: 9 }), aRule('B', { rangeFrom: 5 })]
  const meeting = (code: Finding['code']) => ({ ...of(code), rules: ranges, from: 5, to: 9 })
  const may = APPROVAL_FINDINGS.filter((code) => mayBeMended(of(code)) || mayBeMended(meeting(code)))
  expect([...may].sort()).toEqual([...kinds.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code).sort())
})

test('an end that a mend changes is written as people write it, and means the same', () => {
  const former = { rangeFrom: 0, rangeTo: LAKH, bounds: '[]' as const }
  expect(enteredAs({ rangeFrom: 0, rangeTo: 2 * LAKH - 1 }, former)).toEqual({
    ...former,
    ...{ rangeTo: 2 * LAKH, bounds: '[)' },
  })
  expect(enteredAs({ rangeFrom: LAKH + 1, rangeTo: null }, { ...former, rangeTo: null })).toEqual({
    ...{ rangeFrom: LAKH, rangeTo: null, bounds: '(]' },
  })
  fc.assert(
    fc.property(
      fc.record({ rangeFrom: fc.option(paise), rangeTo: fc.option(paise) }),
      fc.record({ rangeFrom: fc.option(paise), rangeTo: fc.option(paise), bounds: fc.constantFrom(...RANGE_BOUNDS) }),
      (range, before) => {
        const entered = enteredAs(range, before)
        expect(toInclusive(entered)).toEqual(range)
        if (range.rangeFrom === before.rangeFrom && range.rangeTo === before.rangeTo)
          expect(entered).toEqual({ ...toEntered(before), bounds: before.bounds })
      },
    ),
  )
})
