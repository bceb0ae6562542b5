import type { Tile } from '@gatehouse/contract/launch.ts'
import { soughtText } from '@gatehouse/contract/sought-text.ts'

/** `title`: as administrators wrote it; the titles of the other two are ours. */
export type TileSection = { key: string; tiles: Tile[] } & (
  | { kind: 'favourites' | 'rest' }
  | { kind: 'group'; title: string }
)

/** More tiles than are seen at a glance: from here on a few of them are offered as used last. */
const MANY = 8
const RECENT_MAX = 5

/** Every tile once: favourites, then the groups by name, then those without one. Within each the order is the server's. */
export function arrange(tiles: readonly Tile[]): TileSection[] {
  const favourites = tiles.filter(({ isFavourite }) => isFavourite)
  const groups = new Map<string, TileSection & { kind: 'group' }>()
  const rest: Tile[] = []
  for (const tile of tiles) {
    const key = plain(tile.group)
    if (tile.isFavourite) continue
    if (key === '') rest.push(tile)
    else {
      const group = groups.get(key) ?? { kind: 'group', key: `group:${key}`, title: tile.group.trim(), tiles: [] }
      groups.set(key, group)
      group.tiles.push(tile)
    }
  }
  const inOrder = [...groups.values()].sort((one, other) => BY_NAME.compare(one.title, other.title))
  const all: TileSection[] = [
    { kind: 'favourites', key: 'favourites', tiles: favourites },
    ...inOrder,
    { kind: 'rest', key: 'rest', tiles: rest },
  ]
  return all.filter((section) => section.tiles.length > 0)
}

/** Of each section its tiles that are among the first so many of all, or there already. */
export function firstTiles(sections: readonly TileSection[], most: number, isThere: ReadonlySet<Tile>): Tile[][] {
  let left = most
  return sections.map(({ tiles }) => tiles.filter((tile) => left-- > 0 || isThere.has(tile)))
}

/** The tiles opened last, newest first; none where all tiles are seen at a glance. */
export function recentTiles(tiles: readonly Tile[]): Tile[] {
  if (tiles.length <= MANY) return []
  const opened = tiles.flatMap((tile) => (tile.openedAt === null ? [] : [{ tile, at: Date.parse(tile.openedAt) }]))
  return opened
    .sort((one, other) => other.at - one.at)
    .slice(0, RECENT_MAX)
    .map(({ tile }) => tile)
}

/**
 * The tiles that hold every word of a search in their name, description, group or clients. Names that begin with it come
 * first, then other names, then clients, then the rest.
 */
export function findTiles(tiles: readonly Tile[], search: string): Tile[] {
  const wanted = plain(search)
  const words = wanted.split(' ')
  const found = tiles.flatMap((tile) => {
    const texts = textsOf(tile)
    return words.every((word) => texts.all.includes(word)) ? [{ tile, rank: rankOf(texts, wanted) }] : []
  })
  return found.sort((one, other) => one.rank - other.rank).map(({ tile }) => tile)
}

type Texts = { name: string; clients: string; all: string }

const known = new WeakMap<Tile, Texts>()

/** Made once for each tile: a search asks for it with every letter. */
function textsOf(tile: Tile): Texts {
  const texts = known.get(tile)
  if (texts !== undefined) return texts
  const name = plain(tile.name)
  const clients = plain(tile.clients.map((client) => client.name).join(' '))
  const made = { name, clients, all: `${name} ${clients} ${plain(tile.summary)} ${plain(tile.group)}` }
  known.set(tile, made)
  return made
}

function rankOf({ name, clients }: Texts, wanted: string): number {
  if (name.startsWith(wanted)) return 0
  if (` ${name}`.includes(` ${wanted}`)) return 1
  if (name.includes(wanted)) return 2
  return clients.includes(wanted) ? 3 : 4
}

const BY_NAME = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** How texts are compared: in one case and one encoding, with single blanks. */
function plain(text: string): string {
  return soughtText(text).normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}
