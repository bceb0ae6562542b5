import { describe, expect, test } from 'vitest'
import { type Case, chain, type MatrixRow } from './chain.ts'

const aRow = (role: string, changes: Partial<MatrixRow> = {}): MatrixRow => ({
  role,
  action: 'Approval',
  sequence: 1,
  rangeFrom: 0,
  rangeTo: null,
  regions: 'All',
  ...changes,
})
const rolesOf = (matrix: MatrixRow[], amount: number, region: Case['region'] = null) =>
  chain(matrix, { amount, region }).map((step) => step.map(({ role }) => role))

describe('an approver acts', () => {
  test.each<[range: Partial<MatrixRow>, amount: number, acts: boolean]>([
    [{ rangeFrom: 100, rangeTo: 200 }, 99, false],
    [{ rangeFrom: 100, rangeTo: 200 }, 100, true],
    [{ rangeFrom: 100, rangeTo: 200 }, 200, true],
    [{ rangeFrom: 100, rangeTo: 200 }, 201, false],
    [{ rangeFrom: 100, rangeTo: 100 }, 100, true],
    [{ rangeFrom: null, rangeTo: 200 }, 0, true],
    [{ rangeFrom: 100, rangeTo: null }, 1_000_000_000_000, true],
    [{ rangeFrom: 200, rangeTo: 100 }, 150, false],
  ])('with the range %j on %i: %s', (range, amount, acts) => {
    expect(rolesOf([aRow('Manager', range)], amount)).toEqual(acts ? [['Manager']] : [])
  })

  test.each<[regions: MatrixRow['regions'], region: Case['region'], acts: boolean]>([
    ['All', 'IN-KA', true],
    ['All', null, true],
    [['Panindia'], 'IN-KA', true],
    [['IN-TN', 'IN-KA'], 'IN-KA', true],
    [['IN-TN'], 'IN-KA', false],
    [['IN-TN'], null, false],
    [[], 'IN-KA', false],
  ])('with the regions %j in %s: %s', (regions, region, acts) => {
    expect(rolesOf([aRow('Manager', { regions })], 1, region)).toEqual(acts ? [['Manager']] : [])
  })
})

test('lower sequences approve first, equal ones in parallel, and roles without a sequence last', () => {
  const matrix = [
    aRow('Director', { sequence: 9 }),
    aRow('Observer', { sequence: null }),
    aRow('Manager', { sequence: 2 }),
    aRow('Finance', { sequence: 2 }),
    aRow('Executive', { sequence: 0 }),
  ]
  expect(rolesOf(matrix, 1)).toEqual([['Executive'], ['Manager', 'Finance'], ['Director'], ['Observer']])
})

test('without a matching row there is no approver', () => {
  expect(rolesOf([], 1)).toEqual([])
  expect(rolesOf([aRow('Manager', { rangeTo: 10 })], 11)).toEqual([])
})
