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
  inRole,
  MAKER,
  PAYMENTS,
} from '../../test/approval-cases.ts'
import { decide } from './decide.ts'
import type { StandIn } from './stand-ins.ts'

// Asha is a clerk. Bina, a manager up to a thousand rupees in Kerala, lends her authority to Asha.
const matrix = aMatrix([
  aRule('Clerk', { action: 'Creator', sequence: 0 }),
  aRule('Manager', { rangeTo: 1000_00, regions: ['IN-KL'] }),
  aRule('Head', { sequence: 2, action: 'Final Approval' }),
])
const ask = (question: object = {}, standIn: Partial<StandIn> = {}) =>
  decide(matrix, aQuestion(question), inRole('Clerk', { standIns: [aStandIn('manager', standIn)] }))

test('a stand-in allows what the lender may do, by the row of the lender, and names the lender', () => {
  expect(ask()).toMatchObject({
    ...{ isAllowed: true, reasons: ['row-allows'], rules: [{ id: 'row of manager' }] },
    standIn: { id: 'stand-in of manager', lender: BINA },
  })
})

describe('a stand-in does not reach', () => {
  test.each<[string, object, Partial<StandIn>, string[]]>([
    ['beyond the range of the lender', { amount: 1000.01 }, {}, ['action-not-held', 'nobody-approves']],
    ['beyond the regions of the lender', { region: 'IN-GA' }, {}, ['action-not-held', 'nobody-approves']],
    ['beyond its amount', { amount: 500.01 }, { upTo: 500_00 }, ['action-not-held', 'outside-stand-in']],
    ['beyond its pages', {}, { pages: [PAYMENTS] }, ['action-not-held', 'outside-stand-in']],
    ['beyond its regions', {}, { regions: ['IN-GA'] }, ['action-not-held', 'outside-stand-in']],
    ['another role of the matrix', {}, { role: 'Head' }, ['action-not-held', 'outside-stand-in']],
    ['the document of the lender', { createdBy: BINA }, {}, ['lenders-document']],
    ['a document of one’s own', { createdBy: ASHA }, {}, ['own-document']],
    [
      'a document that the lender has approved in another step',
      { approvals: [{ by: BINA, row: 'row of head' }] },
      {},
      ['same-person-twice'],
    ],
    [
      'a document that somebody else has approved for the lender',
      { approvals: [{ by: CHITRA, row: 'row of head', onBehalfOf: BINA }] },
      {},
      ['same-person-twice'],
    ],
    ['a step before its turn', { action: 'Final Approval' }, { role: 'head' }, ['not-your-step']],
  ])('%s', (_what, question, standIn, reasons) => {
    expect(ask(question, standIn)).toMatchObject({ isAllowed: false, reasons, standIn: null })
  })

  test('the creation of documents', () => {
    const asked = aQuestion({ action: 'Creator', createdBy: undefined })
    const answer = decide(matrix, asked, inRole('Head', { standIns: [aStandIn('Clerk')] }))
    expect(answer).toMatchObject({ isAllowed: false, reasons: ['action-not-held'], standIn: null })
  })
})

test('its bounds are inclusive', () => {
  expect(ask({ amount: 500 }, { upTo: 500_00, pages: [CLAIMS], regions: ['IN-KL'] }).isAllowed).toBe(true)
})

test('one’s own authority comes first', () => {
  const standIns = [aStandIn('Manager')]
  expect(decide(matrix, aQuestion(), inRole('Manager', { standIns }))).toMatchObject({ isAllowed: true, standIn: null })
})

test('an approval uses the authority of both: neither counts for another step', () => {
  const approvals = [{ by: ASHA, row: 'row of manager', onBehalfOf: BINA }]
  const final = (person: string) =>
    decide(matrix, aQuestion({ person, action: 'Final Approval', approvals }), inRole('Head'))
  expect(final(ASHA).reasons).toEqual(['same-person-twice'])
  expect(final(BINA).reasons).toEqual(['same-person-twice'])
  expect(final(CHITRA).isAllowed).toBe(true)
})

test('an approval for the creator does not count', () => {
  const approvals = [{ by: ASHA, row: 'row of manager', onBehalfOf: MAKER }]
  const { needed } = decide(matrix, aQuestion({ approvals }), inRole('nobody'))
  expect(needed[0]?.rules).toMatchObject([{ id: 'row of manager' }])
})

test('the lender of an earlier approval must be an id of a person', () => {
  const approvals = [{ by: ASHA, row: 'row of manager', onBehalfOf: 'bina' }]
  expect(ask({ approvals }).reasons).toEqual(['approver-unknown'])
})
