import type { Tile } from '@gatehouse/contract/launch.ts'
import { listTileAccess } from '../access/access.ts'
import { openedAt } from '../access/redirects.ts'
import type { Db } from '../db/database.ts'

/** One tile per application, with the clients it may be opened for. */
export async function listTiles(db: Db, userId: string): Promise<Tile[]> {
  const tiles = new Map<string, Tile>()
  for (const access of await listTileAccess(db, userId)) {
    const { applicationId, name, logo, summary, clientId, clientName, role } = access
    let tile = tiles.get(applicationId)
    if (tile === undefined) {
      tile = { _id: applicationId, name, logo, summary, redirectUri: openedAt(access), clients: [] }
      tiles.set(applicationId, tile)
    }
    tile.clients.push({ _id: clientId, name: clientName, role })
  }
  return [...tiles.values()]
}
