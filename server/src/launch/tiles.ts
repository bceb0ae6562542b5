import type { Tile } from '@gatehouse/contract/launch.ts'
import { listAccess } from '../access/access.ts'
import { openedAt } from '../access/redirects.ts'
import type { Db } from '../db/database.ts'

/** One tile per application, with the clients it may be opened for. */
export async function listTiles(db: Db, userId: string): Promise<Tile[]> {
  const tiles = new Map<string, Tile>()
  for (const { application, client, role } of await listAccess(db, userId)) {
    const { id, name, logo, summary } = application
    const tile = tiles.get(id) ?? { _id: id, name, logo, summary, redirectUri: openedAt(application), clients: [] }
    tile.clients.push({ _id: client.id, name: client.displayName, role })
    tiles.set(id, tile)
  }
  return [...tiles.values()]
}
