import { expect, test } from 'vitest'
import { writeLinesSearch } from '../engine/lines/lines-search.ts'
import { listsOthers, readActivitySearch, toActivityFilter } from './activity-search.ts'

const ID = '018f0000-0000-7000-8000-000000000000'
const NOTHING = { actorId: '', sessionId: '', subjectId: '', subject: '', event: '', from: '', to: '', page: 1 }

test('an address without a query, or with an invalid one, sets no filter', () => {
  expect(readActivitySearch({})).toEqual(NOTHING)
  for (const query of [
    { actorId: 'me', subjectId: ['a'], event: 'users.%', from: 'today', to: '2026-13-01', page: '0' },
    { actorId: 7, subject: {}, event: "users' --", from: '2026-02', page: '-1' },
    { page: '1.5' },
    { page: '1002' },
  ])
    expect(readActivitySearch(query)).toEqual(NOTHING)
})

test('the filters of the screen are kept in its address', () => {
  const shown = {
    ...NOTHING,
    actorId: ID,
    sessionId: ID,
    subjectId: ID,
    subject: 'Leela & co',
    event: 'users.created',
    from: '2026-11-01',
    page: 3,
  }
  const query = writeLinesSearch(shown)
  expect(query).toEqual({
    actorId: ID,
    sessionId: ID,
    subjectId: ID,
    subject: 'Leela & co',
    event: 'users.created',
    from: '2026-11-01',
    page: '3',
  })
  expect(readActivitySearch(query)).toEqual(shown)
  expect(writeLinesSearch(NOTHING)).toEqual({})
})

test('the days of the viewer are sent as moments, with the whole first and last day', () => {
  const { from, to } = toActivityFilter({ ...NOTHING, from: '2026-11-21', to: '2026-11-21' }) as {
    from: string
    to: string
  }
  expect(new Date(from).toString()).toBe(new Date('2026-11-21T00:00:00').toString())
  expect(new Date(to).toString()).toBe(new Date('2026-11-22T00:00:00').toString())
  expect(toActivityFilter({ ...NOTHING, subject: 'a name', page: 4 })).toEqual({})
})

test('a session without its person is sent as it is: the server refuses it, and lists nothing else instead', () => {
  expect(toActivityFilter({ ...NOTHING, sessionId: ID })).toEqual({ sessionId: ID })
  expect(toActivityFilter({ ...NOTHING, actorId: ID, sessionId: ID })).toEqual({ actorId: ID, sessionId: ID })
})

test('a link to what is listed already leads nowhere', () => {
  const session = { ...NOTHING, actorId: ID, sessionId: ID }
  expect(listsOthers(NOTHING, session)).toBe(true)
  expect(listsOthers({ ...session, event: 'users' }, session)).toBe(true)
  expect(listsOthers({ ...session, page: 2 }, session)).toBe(false)
  // The name beside an id narrows nothing.
  const record = { ...NOTHING, subjectId: ID, subject: 'Leela' }
  expect(listsOthers(record, { ...record, subject: 'Leela Rao' })).toBe(false)
})
