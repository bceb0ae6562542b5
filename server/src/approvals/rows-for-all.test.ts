import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { describe, expect, test } from 'vitest'
import { aMatrix, aQuestion, aRule, CLIENT, HERE, inRole } from '../../test/approval-cases.ts'
import { decide } from './decide.ts'
import { lintPage } from './lint.ts'
import { type Rule, rulesOn } from './matrix.ts'

const NOW = HERE.now
const ALL_CLIENTS = { clientId: null }
const ALL_PAGES = { pageId: null }
const OTHER_CLIENT = { clientId: 'another client', home: { clientId: 'another client', pageId: HERE.pageId } }
const OTHER_PAGE = { pageId: 'another page', home: { clientId: CLIENT, pageId: 'another page' } }

/** A rule of the manager with a limit of its own, so that answers tell which one was taken. */
const upTo = (rangeTo: number, changes: Partial<Rule> = {}) =>
  aRule('Manager', { id: `up to ${rangeTo}`, rangeTo, ...changes })
const limitsHere = (rules: Rule[]) => rulesOn(aMatrix(rules), HERE).map(({ rangeTo }) => rangeTo)

describe('Of the rules of one role, the most specific place counts', () => {
  test.each<[string, Rule[], number[]]>([
    ['a rule for all clients, where there is no other', [upTo(1, ALL_CLIENTS)], [1]],
    ['a rule on all pages, where there is no other', [upTo(1, ALL_PAGES)], [1]],
    ['a rule of another client', [upTo(1, OTHER_CLIENT)], []],
    ['a rule of another page', [upTo(1, OTHER_PAGE)], []],
    ['the client before all clients', [upTo(1, ALL_CLIENTS), upTo(2)], [2]],
    ['the page before all pages', [upTo(1, ALL_PAGES), upTo(2)], [2]],
    ['the client on all pages before the page for all clients', [upTo(1, ALL_CLIENTS), upTo(2, ALL_PAGES)], [2]],
    [
      'the page for all clients before everything for all',
      [upTo(1, { ...ALL_CLIENTS, ...ALL_PAGES }), upTo(2, ALL_CLIENTS)],
      [2],
    ],
    ['a specific rule that is inactive replaces nothing', [upTo(1, ALL_PAGES), upTo(2, { isActive: false })], [1]],
    ['nor does one that has ended', [upTo(1, ALL_PAGES), upTo(2, { validUntil: NOW })], [1]],
    ['nor does one that has not begun', [upTo(1, ALL_PAGES), upTo(2, { validFrom: NOW + 1 })], [1]],
    ['nor does one of another role', [upTo(1, ALL_PAGES), aRule('Head', { rangeTo: 2 })], [2, 1]],
    ['the name of a role has no case', [upTo(1, ALL_PAGES), aRule('MANAGER', { id: 'capitals', rangeTo: 2 })], [2]],
  ])('%s', (_which, rules, limits) => {
    expect(limitsHere(rules)).toEqual(limits)
  })

  test.each<[string, number, Rule[], ApprovalReason[]]>([
    ['within the specific limit', 100, [upTo(10_000, ALL_PAGES), upTo(100)], ['row-allows']],
    [
      'above it, although the rule for all pages has the amount',
      101,
      [upTo(10_000, ALL_PAGES), upTo(100)],
      ['amount-above-limit', 'nobody-approves'],
    ],
    [
      'in another region, although the rule for all clients acts there',
      100,
      [upTo(10_000, ALL_CLIENTS), upTo(100, { regions: ['IN-GA'] })],
      ['region-not-covered', 'nobody-approves'],
    ],
    ['by an inactive rule', 100, [upTo(100, { isActive: false })], ['row-inactive', 'nobody-approves']],
  ])('a decision %s', (_when, paise, rules, reasons) => {
    const decision = decide(aMatrix(rules), aQuestion({ amount: paise / 100 }), inRole('Manager'))
    expect(decision.reasons).toEqual(reasons)
  })
})

test('an inactive rule is a note of the check, and a replaced one is none', () => {
  const rules = [
    aRule('Head', { action: 'Final Approval', sequence: 2 }),
    upTo(100, { isActive: false, validUntil: NOW }),
    aRule('Head', { id: 'for all', action: 'Final Approval', sequence: 2, ...ALL_PAGES }),
  ]
  const { findings } = lintPage(aMatrix(rules), HERE)
  expect(findings).toMatchObject([{ code: 'inactive', rules: [{ role: 'Manager' }] }])
})
