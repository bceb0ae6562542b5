import { setFavourite, type Tile } from '@gatehouse/contract/launch.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../api.ts'
import { changeTile, tilesQuery } from './tiles-query.ts'

/** What the server keeps of a tile whose calls are under way, and how many of them there are. */
type Stored = { isFavourite: boolean; underWay: number }

/** Marks and unmarks favourites: on the screen at once, and back to what the server keeps where it refuses. */
export function useFavourite(onFailure: (tile: Tile, error: unknown) => void) {
  const client = useQueryClient()
  const lastCall = useRef(Promise.resolve())
  const storedOf = useRef(new Map<string, Stored>())

  return (tile: Tile, isFavourite: boolean) => {
    const stored = storedOf.current.get(tile._id) ?? { isFavourite: !isFavourite, underWay: 0 }
    stored.underWay++
    storedOf.current.set(tile._id, stored)
    changeTile(client, tile._id, { isFavourite })
    // An answer that is under way knows nothing of it.
    void client.cancelQueries({ queryKey: tilesQuery.queryKey })
    const send = async () => {
      let failure: unknown = null
      try {
        await call(setFavourite, { applicationId: tile._id, isFavourite })
        stored.isFavourite = isFavourite
      } catch (error) {
        failure = error
      }
      // A later press decides what the screen shows.
      if (--stored.underWay > 0) return
      storedOf.current.delete(tile._id)
      changeTile(client, tile._id, { isFavourite: stored.isFavourite })
      if (failure !== null) onFailure(tile, failure)
    }
    // One after the other: the last press counts.
    lastCall.current = lastCall.current.then(send)
  }
}
