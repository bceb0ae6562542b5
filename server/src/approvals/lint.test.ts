import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { describe, expect, test } from 'vitest'
import { type Case, chain, type MatrixRow } from './chain.ts'
import { type Finding, lint } from './lint.ts'
import { inWords } from './words.ts'

const LAKH = 1_00_000_00

const aRow = (role: string, changes: Partial<MatrixRow> = {}): MatrixRow => ({
  role,
  action: 'Approval',
  sequence: 2,
  rangeFrom: 0,
  rangeTo: null,
  regions: 'All',
  ...changes,
})
const creator = aRow('Executive', { action: 'Creator', sequence: 1 })
const final = aRow('Director', { action: 'Final Approval', sequence: 9 })
const wordsOf = (matrix: MatrixRow[]) => lint(matrix).map(inWords)

describe('no problem is reported for', () => {
  test.each<[string, MatrixRow[]]>([
    ['a creator and a final approval', [creator, final]],
    [
      'different actions on the same amounts',
      [creator, aRow('Manager'), aRow('Finance', { action: 'Authorised', sequence: 3 }), final],
    ],
    ['the same action in parallel', [creator, aRow('Manager'), aRow('Surveyor'), final]],
    [
      'ranges that follow one another',
      [aRow('Manager', { rangeTo: 100 }), aRow('Head', { rangeFrom: 101, sequence: 3 }), final],
    ],
    [
      'the same action in different regions',
      [aRow('South', { regions: ['IN-KA'] }), aRow('North', { regions: ['IN-DL'], sequence: 3 }), final],
    ],
  ])('%s', (_what, matrix) => {
    expect(lint(matrix)).toEqual([])
  })
})

test.each<[string, MatrixRow[], string[]]>([
  [
    'a gap between two ranges',
    [
      aRow('Manager', { action: 'Final Approval', rangeTo: LAKH }),
      aRow('Head', { action: 'Final Approval', rangeFrom: 2 * LAKH }),
    ],
    ['Nobody approves amounts from ₹1,00,000.01 to ₹1,99,999.99.'],
  ],
  [
    'a gap of one amount',
    [aRow('A', { action: 'Final Approval', rangeTo: 99 }), aRow('B', { action: 'Final Approval', rangeFrom: 101 })],
    ['Nobody approves the amount ₹1.'],
  ],
  [
    'a gap at the beginning',
    [aRow('A', { action: 'Final Approval', rangeFrom: 1 })],
    ['Nobody approves the amount ₹0.'],
  ],
  ['a gap at the end', [{ ...final, rangeTo: LAKH }], ['Nobody approves amounts of ₹1,00,000.01 and more.']],
  ['creators only', [creator], ['Nobody approves anything.']],
  ['no row at all', [], ['Nobody approves anything.']],
  [
    'a region without approval',
    [creator, { ...final, regions: ['IN-KA', 'IN-KL'] }],
    ['Nobody approves any amount in all other regions.'],
  ],
  [
    'amounts without a final approval',
    [creator, aRow('Manager'), { ...final, rangeFrom: LAKH }],
    ['Nobody gives the final approval of amounts from ₹0 to ₹99,999.99.'],
  ],
  [
    'no final approval in two regions',
    [aRow('Manager', { regions: ['IN-KA', 'IN-TN'] }), aRow('Head', { action: 'Final Approval', regions: ['IN-DL'] })],
    [
      'Nobody gives the final approval of any amount in Karnataka and Tamil Nadu.',
      'Nobody approves any amount in all other regions.',
    ],
  ],
  [
    'two that do the same',
    [creator, aRow('Manager', { rangeTo: LAKH }), aRow('Head', { rangeFrom: LAKH, sequence: 3 }), final],
    ['Manager and Head do the same, one after the other, for the amount ₹1,00,000.'],
  ],
  [
    'a role after the final approval',
    [final, aRow('Auditor', { action: 'Authorised', sequence: 10, rangeFrom: LAKH })],
    ['Auditor comes after the final approval of amounts of ₹1,00,000 and more, and is never asked.'],
  ],
  [
    'a range upside down',
    [final, aRow('Manager', { rangeFrom: 2, rangeTo: 1 })],
    ['Manager: the range ends below its start, so this role approves nothing.'],
  ],
  [
    'no region',
    [final, aRow('Manager', { regions: [] })],
    ['Manager: no region is chosen, so this role approves nothing.'],
  ],
  ['no sequence', [{ ...final, sequence: null }], ['Director: this role has no sequence, so it comes last.']],
])('%s is reported', (_what, matrix, words) => {
  expect(wordsOf(matrix)).toEqual(words)
})

describe('for any matrix', () => {
  const REGIONS = ['IN-KA', 'IN-TN', 'IN-DL'] as const
  const matrices = Array.from({ length: 300 }, (_, seed) => aMatrix(randomFrom(seed + 1)))

  test('the reported amounts and regions without approval are exactly those without an approver', () => {
    for (const matrix of matrices) {
      const findings = lint(matrix)
      for (const amount of interestingAmounts(matrix)) {
        for (const region of [...REGIONS, null] as const) {
          const approvers = chain(matrix, { amount, region })
            .flat()
            .filter(({ action }) => action !== 'Creator')
          const isFinal = approvers.some(({ action }) => action === 'Final Approval')
          const found = findings.filter((one) => isAbout(one, matrix, amount, region)).map(({ kind }) => kind)
          expect([found.includes('nobody'), found.includes('no-final')]).toEqual([
            approvers.length === 0,
            approvers.length > 0 && !isFinal,
          ])
        }
      }
    }
  })

  test('ranges are as long as possible, and each is reported once', () => {
    for (const matrix of matrices) {
      const findings = lint(matrix).filter(({ kind }) => kind !== 'range-upside-down')
      const places = findings.map(({ from: _from, to: _to, ...place }) => JSON.stringify(place))
      const joined = findings.filter(({ to }, index) =>
        findings.some(({ from }, other) => places[other] === places[index] && to !== null && from === to + 1),
      )
      expect([new Set(findings.map((one) => JSON.stringify(one))).size, joined]).toEqual([findings.length, []])
    }
  })

  function isAbout({ from, to, regions, kind }: Finding, matrix: MatrixRow[], amount: number, region: Case['region']) {
    if (kind !== 'nobody' && kind !== 'no-final') return false
    const sound = matrix.filter(({ rangeFrom, rangeTo }) => rangeTo === null || (rangeFrom ?? 0) <= rangeTo)
    const named = sound.some((row) => row.regions !== 'All' && region !== null && row.regions.includes(region))
    const place = named ? String(region) : ''
    return from <= amount && (to === null || amount <= to) && (regions.length === 0 || regions.includes(place))
  }

  const interestingAmounts = (matrix: MatrixRow[]) =>
    [0, 1_000_000, ...matrix.flatMap(({ rangeFrom, rangeTo }) => [rangeFrom ?? 0, rangeTo ?? 0])]
      .flatMap((amount) => [amount - 1, amount, amount + 1])
      .filter((amount) => amount >= 0)

  function aMatrix(random: (below: number) => number): MatrixRow[] {
    return Array.from({ length: random(6) }, (_, index) => ({
      role: `Role ${index}`,
      action: ROLE_ACTIONS[random(ROLE_ACTIONS.length)] ?? 'Approval',
      sequence: random(4),
      rangeFrom: random(3) === 0 ? null : random(20),
      rangeTo: random(3) === 0 ? null : random(25),
      regions: random(2) === 0 ? 'All' : REGIONS.filter(() => random(2) === 0),
    }))
  }

  /** The same numbers for the same seed: mulberry32. */
  function randomFrom(seed: number) {
    let state = seed
    return (below: number) => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below
    }
  }
})
