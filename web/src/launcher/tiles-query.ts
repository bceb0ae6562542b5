import { listTiles, type Tile } from '@gatehouse/contract/launch.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

export const tilesQuery = queryOptions({ queryKey: ['tiles'], queryFn: () => call(listTiles, {}) })

/** Changes one tile in what is shown, before the server is asked again. */
export function changeTile(client: QueryClient, id: string, changes: Partial<Tile>): void {
  client.setQueryData(tilesQuery.queryKey, (tiles) =>
    tiles?.map((tile) => (tile._id === id ? { ...tile, ...changes } : tile)),
  )
}
