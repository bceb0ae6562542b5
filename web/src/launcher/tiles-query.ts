import { listTiles } from '@gatehouse/contract/launch.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

export const tilesQuery = queryOptions({ queryKey: ['tiles'], queryFn: () => call(listTiles, {}) })
