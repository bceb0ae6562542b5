import { setFavourite, type Tile } from '@gatehouse/contract/launch.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import { changeTile, tilesQuery } from './tiles-query.ts'

type Change = { tile: Tile; isFavourite: boolean }

/** Marks and unmarks favourites: on the screen at once, and back again where the server refuses. */
export function useFavourite(onFailure: (tile: Tile, error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ tile, isFavourite }: Change) => call(setFavourite, { applicationId: tile._id, isFavourite }),
    // One after the other: the last press counts.
    scope: { id: 'favourites' },
    onMutate: async ({ tile, isFavourite }) => {
      changeTile(client, tile._id, { isFavourite })
      // An answer that is under way knows nothing of it.
      await client.cancelQueries({ queryKey: tilesQuery.queryKey })
    },
    onError: (error, { tile, isFavourite }) => {
      changeTile(client, tile._id, { isFavourite: !isFavourite })
      onFailure(tile, error)
    },
  }).mutate
}
