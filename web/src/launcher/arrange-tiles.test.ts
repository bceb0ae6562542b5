import type { Tile } from '@gatehouse/contract/launch.ts'
import { describe, expect, test } from 'vitest'
import { arrange, findTiles, firstTiles, recentTiles } from './arrange-tiles.ts'

const aTile = (name: string, changes: Partial<Tile> = {}): Tile => ({
  _id: name,
  name,
  logo: '',
  summary: '',
  group: '',
  isFavourite: false,
  opensWhileActing: false,
  needsConsent: false,
  openedAt: null,
  lastClient: '',
  redirectUri: '',
  clients: [{ _id: 'c', name: 'Acme Insurance', role: 'User', lacks: null }],
  ...changes,
})

const names = (tiles: readonly Tile[]) => tiles.map(({ name }) => name)

describe('tiles are arranged', () => {
  const shape = (tiles: Tile[]) =>
    arrange(tiles).map((section) => [section.kind === 'group' ? section.title : section.kind, names(section.tiles)])

  test('once each: favourites, groups by name, and the rest', () => {
    const tiles = [
      aTile('Audit', { group: 'Finance' }),
      aTile('Bids'),
      aTile('Claims', { group: 'Claims desk', isFavourite: true }),
      aTile('Damage', { group: ' claims  Desk' }),
      aTile('Estimates', { group: 'Claims desk' }),
    ]
    expect(shape(tiles)).toEqual([
      ['favourites', ['Claims']],
      // Case and blanks do not make another group.
      ['claims  Desk', ['Damage', 'Estimates']],
      ['Finance', ['Audit']],
      ['rest', ['Bids']],
    ])
  })

  test('in one section without favourites and groups, and in none without tiles', () => {
    expect(shape([aTile('Bids'), aTile('Audit')])).toEqual([['rest', ['Bids', 'Audit']]])
    expect(shape([])).toEqual([])
  })

  test('so that the first ones are found in their sections', () => {
    const tiles = ['Audit', 'Bids', 'Claims', 'Damage'].map((name, at) => aTile(name, { group: at < 3 ? 'First' : '' }))
    const first = (most: number, there: Tile[] = []) => firstTiles(arrange(tiles), most, new Set(there)).map(names)
    expect(first(2)).toEqual([['Audit', 'Bids'], []])
    expect(first(2, tiles.slice(3))).toEqual([['Audit', 'Bids'], ['Damage']])
    expect(first(Number.POSITIVE_INFINITY)).toEqual([['Audit', 'Bids', 'Claims'], ['Damage']])
  })

  test('with groups in the order of the numbers in their names', () => {
    const tiles = ['Desk 10', 'Desk 9', 'desk 1'].map((group) => aTile(group, { group }))
    expect(shape(tiles).map(([title]) => title)).toEqual(['desk 1', 'Desk 9', 'Desk 10'])
  })
})

describe('a search', () => {
  const tiles = [
    aTile('A survey of Roads'),
    aTile('Railroad', { summary: 'Freight' }),
    aTile('Billing', { clients: [{ _id: 'c', name: 'Roadside Ltd', role: 'User', lacks: null }] }),
    aTile('Claims', { summary: 'Accidents on the road' }),
    aTile('Roadside Desk'),
    aTile('दावे', { group: 'Motor' }),
  ]

  test.each([
    ['road', ['Roadside Desk', 'A survey of Roads', 'Railroad', 'Billing', 'Claims']],
    ['  ROAD   desk ', ['Roadside Desk']],
    ['ltd billing', ['Billing']],
    ['freight', ['Railroad']],
    ['motor', ['दावे']],
    ['दाव', ['दावे']],
    ['zzz', []],
    ['.*', []],
  ])('for %j finds names first, then clients, then descriptions', (search, expected) => {
    expect(names(findTiles(tiles, search))).toEqual(expected)
  })
})

describe('the last used tiles', () => {
  const opened = (count: number) =>
    Array.from({ length: count }, (_, at) => aTile(`App ${at}`, { openedAt: new Date(at * 1000).toISOString() }))

  test('are offered newest first, at most five, if there are many tiles', () => {
    expect(names(recentTiles([...opened(9), aTile('Never opened')]))).toEqual([
      'App 8',
      'App 7',
      'App 6',
      'App 5',
      'App 4',
    ])
    expect(recentTiles(opened(8))).toEqual([])
  })
})
