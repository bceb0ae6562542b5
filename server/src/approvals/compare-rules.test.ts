import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRules } from './compare-rules.ts'
import { compileMatrix, type Rule } from './matrix.ts'

const NOW = 1000
const RULE: Rule = {
  ...{ id: 'row', roleId: 'H', applicationRoleId: 'head', clientId: 'acme', pageId: 'claims', role: 'Head' },
  ...{ action: 'Approval', sequence: 2, rangeFrom: 0, rangeTo: 100, bounds: '[]', regions: 'All' },
  ...{ validFrom: null, validUntil: null, isActive: true, home: { clientId: 'acme', pageId: 'claims' } },
}
const matrixOf = (...rules: Rule[]) => compileMatrix(1, [], rules)
const effectOf = (before: Partial<Rule> | null, after: Partial<Rule> | null) => {
  const [was, is] = [before, after].map((one) => (one === null ? matrixOf() : matrixOf({ ...RULE, ...one })))
  const [change] = compareRules(was as never, is as never, NOW)
  return change === undefined ? 'same' : `${change.gains ? '+' : ''}${change.loses ? '-' : ''}`
}

test.each<[string, Partial<Rule> | null, Partial<Rule> | null, string]>([
  ['nothing', {}, {}, 'same'],
  ['a new rule', null, {}, '+'],
  ['a rule that goes', {}, null, '-'],
  ['a rule for all clients', {}, { clientId: null }, '+'],
  ['a rule for one client again', { clientId: null }, {}, '-'],
  ['a rule on all pages', {}, { pageId: null }, '+'],
  ['a rule that is made inactive', {}, { isActive: false }, '-'],
  ['a rule that is made active', { isActive: false }, {}, '+'],
  ['an inactive rule with a higher limit', { isActive: false }, { isActive: false, rangeTo: 200 }, ''],
  ['a higher limit', {}, { rangeTo: 200 }, '+'],
  ['no limit', {}, { rangeTo: null }, '+'],
  ['a lower limit', {}, { rangeTo: 50 }, '-'],
  ['a range that moves', {}, { rangeFrom: 50, rangeTo: 150 }, '+-'],
  ['a lower bound of zero', { rangeFrom: null }, { rangeFrom: 0 }, 'same'],
  ['one region', {}, { regions: ['IN-KL'] }, '-'],
  ['another region', { regions: ['IN-KL'] }, { regions: ['IN-GA'] }, '+-'],
  ['the same regions in another order', { regions: ['IN-KL', 'IN-GA'] }, { regions: ['IN-GA', 'IN-KL'] }, 'same'],
  ['an earlier first day', { validFrom: 3000 }, { validFrom: 2000 }, '+'],
  ['a last day', {}, { validUntil: 2000 }, '-'],
  ['both acts instead of one', {}, { action: 'Authorised Approval' }, '+'],
  ['one act instead of both', { action: 'Authorised Approval' }, { action: 'Authorised' }, '-'],
  ['another act', {}, { action: 'Final Approval' }, '+-'],
  ['another order', {}, { sequence: 3 }, ''],
  ['a rule that has ended and goes', { validUntil: 500 }, null, ''],
  ['a rule that is over when it comes', null, { validUntil: 500 }, ''],
  ['a rule without amounts', null, { rangeFrom: 10, rangeTo: 5 }, ''],
  ['a rule without regions', null, { regions: [] }, ''],
])('%s', (_, before, after, effect) => expect(effectOf(before, after)).toBe(effect))

test('rules of other pages, roles and clients stand alone', () => {
  const changes = compareRules(
    matrixOf(RULE),
    matrixOf({ ...RULE, id: 'other', pageId: 'advice', home: { clientId: 'acme', pageId: 'advice' } }),
    NOW,
  )
  expect(changes).toMatchObject([
    { before: { pageId: 'claims' }, after: null, gains: false, loses: true },
    { before: null, after: { pageId: 'advice' }, gains: true, loses: false },
  ])
})

const anAmount = fc.option(fc.integer({ min: 0, max: 20 }))
const aRule = fc.record({
  rangeFrom: anAmount,
  rangeTo: anAmount,
  regions: fc.oneof(fc.constant('All' as const), fc.subarray(['IN-KL', 'IN-GA', 'Panindia'])),
})

test('who gains may do something that was not allowed, and who does not gain may not', () => {
  fc.assert(
    fc.property(aRule, aRule, (before, after) => {
      const allows = ({ rangeFrom, rangeTo, regions }: typeof before, amount: number, region: string) =>
        amount >= (rangeFrom ?? 0) &&
        amount <= (rangeTo ?? Number.POSITIVE_INFINITY) &&
        // Panindia is every region.
        (regions === 'All' || regions.includes('Panindia') || regions.includes(region))
      const cases = Array.from({ length: 22 }, (_, amount) => amount).flatMap((amount) =>
        ['IN-KL', 'IN-GA', 'IN-TN'].map((region) => [amount, region] as const),
      )
      const isMore = cases.some(([amount, region]) => allows(after, amount, region) && !allows(before, amount, region))
      const isLess = cases.some(([amount, region]) => allows(before, amount, region) && !allows(after, amount, region))
      const effect = effectOf(before, after)
      expect([effect.includes('+'), effect.includes('-')]).toEqual([isMore, isLess])
    }),
    { numRuns: 500 },
  )
})
