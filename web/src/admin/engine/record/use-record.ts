import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import type { RecordDefinition } from './record.ts'

/** While the page is looked at. */
const WATCH_MS = 15_000

/** The record of an id, as its list shows it; where it is not listed any more, as it was when it was deleted. */
export function useRecord<Row extends RecordRow>({ screen, filter }: RecordDefinition<Row>, id: string) {
  const { resource } = screen
  const isId = isUuid(id)
  const find = (deleted: boolean) => ({ [filter]: id, page: 0, pageSize: 1, ...(deleted && { deleted }) })
  // Asked for a page, the server answers one.
  const ask = (deleted: boolean) => () => call(resource.list, find(deleted)) as Promise<Page<Row>>
  const live = useQuery({
    queryKey: [resource.name, 'list', find(false)],
    queryFn: ask(false),
    enabled: isId,
    // What others change is said, and does not change under one's eyes.
    refetchOnWindowFocus: false,
  })
  const [row] = live.data?.rows ?? []
  const isMissing = live.data !== undefined && row === undefined
  const deleted = useQuery({
    queryKey: [resource.name, 'list', find(true)],
    queryFn: ask(true),
    enabled: isMissing,
  })
  const watched = useQuery({
    queryKey: [resource.name, 'watched', id],
    queryFn: ask(false),
    enabled: row !== undefined,
    staleTime: 0,
    refetchInterval: WATCH_MS,
    refetchOnWindowFocus: 'always',
  })
  const isNews = !live.isFetching && watched.dataUpdatedAt > live.dataUpdatedAt
  return {
    row,
    deleted: isMissing ? deleted.data?.rows[0] : undefined,
    isPending: isId && (live.isPending || (isMissing && deleted.isPending)),
    isFetching: live.isFetching || deleted.isFetching,
    error: row ? null : (live.error ?? deleted.error),
    retry: () => void (live.error ? live.refetch() : deleted.refetch()),
    /** Somebody else has changed or deleted it since it was loaded. */
    isChangedElsewhere: row !== undefined && isNews && watched.data?.rows[0]?.version !== row.version,
    reload: () => void live.refetch(),
  }
}
