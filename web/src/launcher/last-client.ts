import type { Tile } from '@gatehouse/contract/launch.ts'

const storedAs = (tile: Tile) => `last-client:${tile._id}`

/** The client for which somebody opened an application last in this browser; empty when there is none any more. */
export const lastClient = {
  read(tile: Tile): string {
    const stored = localStorage.getItem(storedAs(tile))
    return tile.clients.find(({ _id }) => _id === stored)?._id ?? ''
  },
  write(tile: Tile, client: string): void {
    localStorage.setItem(storedAs(tile), client)
  },
}
