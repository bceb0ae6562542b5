import { setFavourite, type Tile } from '@gatehouse/contract/launch.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../api.ts'
import { changeTile, tilesQuery } from './tiles-query.ts'

/** Marks and unmarks favourites: on the screen at once, and back again where the server refuses. */
export function useFavourite(onFailure: (tile: Tile, error: unknown) => void) {
  const client = useQueryClient()
  const lastCall = useRef(Promise.resolve())

  return (tile: Tile, isFavourite: boolean) => {
    changeTile(client, tile._id, { isFavourite })
    // An answer that is under way knows nothing of it.
    void client.cancelQueries({ queryKey: tilesQuery.queryKey })
    // One after the other: the last press counts.
    lastCall.current = lastCall.current
      .then(async () => void (await call(setFavourite, { applicationId: tile._id, isFavourite })))
      .catch((error: unknown) => {
        changeTile(client, tile._id, { isFavourite: !isFavourite })
        onFailure(tile, error)
      })
  }
}
