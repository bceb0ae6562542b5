import { REGIONS } from '@gatehouse/contract/regions.ts'
import { describe, expect, test } from 'vitest'
import { aMatrix, aRule, HERE, NOW } from '../../test/approval-cases.ts'
import { type Finding, lintPage, severityOf } from './lint.ts'
import type { Rule } from './matrix.ts'

const LAKH = 1_00_000_00
const STATES = Object.keys(REGIONS).filter((code) => code !== 'Panindia')

const executive = aRule('Executive', { action: 'Creator' })
const director = aRule('Director', { action: 'Final Approval', sequence: 9 })
const final = (role: string, changes: Partial<Rule> = {}) => aRule(role, { action: 'Final Approval', ...changes })

const lint = (rules: Rule[]) => lintPage(aMatrix(rules), HERE).findings
/** Such as 'step-gap of Manager, Head at 2: 100 to 199 in IN-KL'. */
function inShort({ code, rules, step, from, to, regions }: Finding): string {
  const of = rules.length > 0 ? ` of ${rules.map(({ role }) => role).join(', ')}` : ''
  const places =
    regions.length > STATES.length / 2
      ? `not ${Object.keys(REGIONS).filter((code) => !regions.includes(code))}`
      : `${regions}`
  return `${code}${of}${step === null ? '' : ` at ${step}`}: ${from} to ${to ?? 'any'}${regions.length > 0 ? ` in ${places}` : ''}`
}

describe('nothing is found in', () => {
  test.each<[string, Rule[]]>([
    [
      'a bound that only one of two ranges includes',
      [final('Manager', { rangeTo: LAKH }), final('Head', { rangeFrom: LAKH + 1, bounds: '(]' })],
    ],
    ['a creator and a final approval', [executive, director]],
    ['different actions', [aRule('Manager'), aRule('Finance', { action: 'Authorised', sequence: 3 }), director]],
    [
      'ranges that follow one another',
      [aRule('Manager', { rangeTo: 100 }), aRule('Head', { rangeFrom: 101 }), director],
    ],
    [
      'a step for larger amounts alone',
      [aRule('Manager'), aRule('Head', { action: 'Authorised', rangeFrom: LAKH, sequence: 2 }), director],
    ],
    [
      'the same action in different regions',
      [aRule('South', { regions: ['IN-KA'] }), aRule('North', { regions: ['IN-DL'], sequence: 3 }), director],
    ],
    ['the largest range', [final('Director', { rangeTo: 10_000_000_000_00 })]],
  ])('%s', (_what, rules) => {
    expect(lint(rules).map(inShort)).toEqual([])
  })
})

test.each<[string, Rule[], string[]]>([
  [
    'a gap between two ranges',
    [final('A', { rangeTo: LAKH }), final('B', { rangeFrom: 2 * LAKH })],
    ['nobody of A, B: 10000001 to 19999999'],
  ],
  ['a gap at the beginning', [final('A', { rangeFrom: 1 })], ['nobody of A: 0 to 0']],
  ['a gap at the end', [final('A', { rangeTo: LAKH })], ['nobody of A: 10000001 to any']],
  ['creators alone', [executive], ['nobody: 0 to any']],
  [
    'whole rupees as bounds',
    [final('A', { rangeTo: 100_00 }), final('B', { rangeFrom: 101_00 })],
    ['one-apart of A, B: 10001 to 10099'],
  ],
  [
    'whole rupees as bounds at a step',
    [aRule('A', { rangeTo: 100_00 }), aRule('B', { rangeFrom: 101_00 }), director],
    ['one-apart of A, B at 1: 10001 to 10099'],
  ],
  [
    'a gap of a step',
    [aRule('A', { rangeTo: 3 * LAKH }), aRule('B', { rangeFrom: 5 * LAKH }), director],
    ['step-gap of A, B at 1: 30000001 to 49999999'],
  ],
  [
    'a gap of a step in one state',
    [
      aRule('A', { rangeTo: 100 }),
      aRule('B', { rangeFrom: 100_01, regions: ['IN-KL'] }),
      aRule('C', { rangeFrom: 101, regions: STATES.filter((code) => code !== 'IN-KL') }),
      director,
    ],
    ['step-gap of A, B at 1: 101 to 10000 in IN-KL'],
  ],
  ['states without approval', [final('A', { regions: ['IN-KA', 'IN-KL'] })], ['nobody: 0 to any in not IN-KA,IN-KL']],
  ['no approval for all of India', [final('A', { regions: STATES })], ['nobody: 0 to any in Panindia']],
  ['no final approval', [aRule('Manager'), { ...director, rangeFrom: LAKH }], ['no-final: 0 to 9999999']],
  [
    'two that do the same',
    [aRule('Manager', { rangeTo: LAKH }), aRule('Head', { rangeFrom: LAKH - 5, sequence: 3 }), director],
    ['overlap of Manager, Head: 9999995 to 10000000'],
  ],
  [
    'a bound in common',
    [aRule('Manager', { rangeTo: LAKH }), aRule('Head', { rangeFrom: LAKH, sequence: 3 }), director],
    ['shared-bound of Manager, Head: 10000000 to 10000000'],
  ],
  [
    'a bound in common at one step',
    [aRule('Manager', { rangeTo: LAKH }), aRule('Head', { rangeFrom: LAKH, action: 'Authorised' }), director],
    ['shared-bound of Manager, Head at 1: 10000000 to 10000000'],
  ],
  [
    'a doubled sequence',
    [aRule('Manager'), aRule('Surveyor'), director],
    ['same-sequence of Manager, Surveyor at 1: 0 to any'],
  ],
  [
    'a role after some final approvals',
    [final('Head', { rangeTo: 99 }), aRule('Auditor', { sequence: 5 }), { ...director, rangeFrom: 100 }],
    ['after-final of Auditor at 5: 0 to 99'],
  ],
  [
    'a role after every final approval',
    [director, aRule('Auditor', { action: 'Authorised', sequence: 10, rangeFrom: LAKH })],
    ['unreachable of Auditor at 10: 10000000 to any'],
  ],
  [
    'a range upside down',
    [director, aRule('Manager', { rangeFrom: 2, rangeTo: 1 })],
    ['range-upside-down of Manager at 1: 2 to 1'],
  ],
  [
    'an amount that two bounds leave out',
    [final('Manager', { rangeTo: LAKH - 1, bounds: '[)' }), final('Head', { rangeFrom: LAKH + 1, bounds: '(]' })],
    ['one-apart of Manager, Head: 10000000 to 10000000'],
  ],
  ['a last day that is over', [director, aRule('Manager', { validUntil: NOW })], ['expired of Manager at 1: 0 to any']],
  [
    'a first day to come',
    [director, aRule('Manager', { validFrom: NOW + 1 })],
    ['not-yet-valid of Manager at 1: 0 to any'],
  ],
  [
    'nothing but rows that have ended',
    [{ ...director, validUntil: 1 }],
    ['nobody: 0 to any', 'expired of Director at 9: 0 to any'],
  ],
  ['no region', [director, aRule('Manager', { regions: [] })], ['no-region of Manager at 1: 0 to any']],
  ['no sequence', [{ ...director, sequence: null }], ['no-sequence of Director: 0 to any']],
])('%s is found', (_what, rules, found) => {
  expect(lint(rules).map(inShort)).toEqual(found)
})

test('what denies a document of some state is an error, and nothing else', () => {
  const severities = (rules: Rule[]) => lint(rules).map((finding) => `${finding.code}: ${severityOf(finding)}`)
  expect(severities([final('A', { rangeTo: LAKH }), aRule('B', { rangeFrom: 2, rangeTo: 1 })])).toEqual([
    'nobody: error',
    'range-upside-down: warning',
  ])
  expect(severities([final('A', { regions: STATES })])).toEqual(['nobody: warning'])
  const apart = { low: { rangeTo: 100_00 }, high: { rangeFrom: 101_00 } }
  expect(severities([final('A', apart.low), final('B', apart.high)])).toEqual(['one-apart: error'])
  expect(severities([aRule('A', apart.low), aRule('B', apart.high), director])).toEqual(['one-apart: warning'])
  expect(severities([aRule('A'), aRule('B'), director])).toEqual(['same-sequence: note'])
})
