import type { Tile } from '@gatehouse/contract/launch.ts'
import { listTileAccess, type TileAccess } from '../access/access.ts'
import { openedAt } from '../access/redirects.ts'
import type { Db } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'

/** One tile per application, with the clients for which it may be opened. */
export async function listTiles(db: Db, person: Pick<Person, 'userId' | 'sessionId'>): Promise<Tile[]> {
  const tiles = new Map<string, Tile>()
  for (const access of await listTileAccess(db, person)) {
    const { applicationId, clientId, clientName, role, lacks } = access
    let tile = tiles.get(applicationId)
    if (tile === undefined) {
      tile = emptyTile(access)
      tiles.set(applicationId, tile)
    }
    tile.clients.push({ _id: clientId, name: clientName, role, lacks })
    if (clientId === access.lastClient) tile.lastClient = clientId
  }
  return [...tiles.values()]
}

const emptyTile = (access: TileAccess): Tile => ({
  _id: access.applicationId,
  name: access.name,
  logo: access.logo,
  summary: access.summary,
  group: access.group,
  isFavourite: access.isFavourite,
  opensWhileActing: access.opensWhileActing,
  needsConsent: access.needsConsent,
  openedAt: access.openedAt?.toISOString() ?? null,
  lastClient: '',
  redirectUri: openedAt(access),
  clients: [],
})
