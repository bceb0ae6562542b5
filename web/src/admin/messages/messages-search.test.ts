import { expect, test } from 'vitest'
import { writeLinesSearch } from '../engine/lines/lines-search.ts'
import { readMessagesSearch, toCallsFilter, toMessagesFilter } from './messages-search.ts'

const ID = '018f0000-0000-7000-8000-000000000000'
const NOTHING = readMessagesSearch({})

test('an address without a query, or with an invalid one, sets no filter', () => {
  expect(writeLinesSearch(NOTHING)).toEqual({})
  for (const query of [
    { state: 'lost', channel: 'fax', notice: 'login', page: '0' },
    { userId: 'me', applicationId: ['a'], open: {}, panel: 'x', page: '1.5' },
    { search: 7, applicationId: "' or 1=1", page: '1002' },
    { from: '2026-13-45', to: 'yesterday', gateway: ['a'] },
  ])
    expect(readMessagesSearch(query)).toEqual(NOTHING)
})

test('the filters of the screen are kept in its address', () => {
  const query = {
    state: 'failed',
    notice: 'login-otp',
    userId: ID,
    search: 'asha+1&',
    gateway: 'smtp.example.com',
    from: '2026-11-01',
    to: '2026-11-21',
    open: ID,
    panel: 'way',
    page: '3',
  }
  expect(writeLinesSearch(readMessagesSearch(query))).toEqual(query)
})

test('the list gets exactly its own filters', () => {
  const shown = readMessagesSearch({ state: 'failed', search: 'asha', open: ID, panel: 'way', page: '3' })
  expect(toMessagesFilter(shown)).toEqual({ state: 'failed', search: 'asha' })
  const day = toMessagesFilter(readMessagesSearch({ from: '2026-11-21', to: '2026-11-21' }))
  expect(Date.parse(day.to ?? '') - Date.parse(day.from ?? '')).toBe(86_400_000)
})

test('the calls to other systems have separate filters', () => {
  const query = { view: 'calls', state: 'failed', side: 'partner', userId: ID }
  const shown = readMessagesSearch(query)
  expect(writeLinesSearch(shown)).toEqual(query)
  expect(toCallsFilter(shown)).toEqual({ state: 'failed', to: 'partner', userId: ID })
  expect(readMessagesSearch({ view: 'people', side: 'nobody' })).toEqual(NOTHING)
})
