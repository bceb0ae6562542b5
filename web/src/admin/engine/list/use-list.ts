import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { hashKey, keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../../api.ts'
import { useChangeAddress } from '../../../ui/use-change-address.ts'
import { useIsLeft } from '../../../ui/use-is-left.ts'
import { type Listed, type ListSearch, readListSearch, toListQuery, writeListSearch } from './list-search.ts'

/** Longer than this, a page must not seem to ignore a key. */
const SOON_MS = 100
/** Whoever types goes on sooner, and needs no second page of what is found on the way. */
const RESTING_MS = 300

/** The search, filters and page of a list, kept in the address. All changes except the page return to the first page. */
export function useListSearch<Row extends RecordRow>(listed: Listed<Row>) {
  const changeAddress = useChangeAddress()
  const cache = useQueryClient()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const shown = readListSearch(search, listed)
  // The address is updated after a delay, so the next change starts from the requested state, not from the address.
  const asked = useRef(shown)
  useEffect(() => {
    asked.current = readListSearch(search, listed)
  }, [search, listed])
  const changes = useRef(0)
  const isLeft = useIsLeft()

  /**
   * Asks for the rows of a change before the page is drawn for it. What was asked for before, and is not shown, is aborted.
   *
   * @returns whether the rows are there
   */
  async function ask(change: Partial<ListSearch>) {
    asked.current = { ...asked.current, page: 1, ...change }
    const query = pageQuery(listed.resource, asked.current)
    void cache.cancelQueries({
      queryKey: query.queryKey.slice(0, 2),
      type: 'inactive',
      predicate: ({ queryHash }) => queryHash !== hashKey(query.queryKey),
    })
    await cache.prefetchQuery(query)
    return cache.getQueryData(query.queryKey) !== undefined
  }

  function go(to: ListSearch, replace: boolean) {
    changes.current++
    // Replaces the history entry, so that Back does not go through every letter of a search.
    changeAddress({ search: writeListSearch(to, listed.resource.fields), replace, resetScroll: false })
  }

  function show(change: Partial<ListSearch>, { replace = 'search' in change } = {}) {
    void ask(change)
    go(asked.current, replace)
  }

  /** Shows a search together with its rows, where they come soon: the page is then drawn once instead of twice. */
  async function showFound(text: string) {
    const rows = ask({ search: text })
    const to = asked.current
    const change = ++changes.current
    const soon = new Promise((done) => setTimeout(done, SOON_MS))
    // The next letter aborts these rows, and has the time that is left to be drawn instead.
    await Promise.race([rows.then((areThere) => areThere || soon), soon])
    if (change === changes.current && !isLeft.current) go(to, true)
  }

  return { shown, show, showFound }
}

/**
 * One page of a list. The previous page stays while the next one loads, and the following one is prefetched. A page without
 * rows, such as the last one after its only row was deleted, gives way to the last that has some.
 */
export function useList<Row extends RecordRow>(
  resource: Resource<Row>,
  { shown, show }: Pick<ReturnType<typeof useListSearch<Row>>, 'shown' | 'show'>,
) {
  const cache = useQueryClient()
  const list = useQuery({ ...pageQuery(resource, shown), placeholderData: keepPreviousData })

  useEffect(() => {
    if (!list.data || list.isPlaceholderData || isLastPage(list.data, shown)) return
    const next = pageQuery(resource, { ...shown, page: shown.page + 1 })
    const resting = setTimeout(() => void cache.prefetchQuery(next), RESTING_MS)
    return () => clearTimeout(resting)
  })

  const lastPage = list.data && !list.isPlaceholderData && !list.isFetching ? lastPageBefore(list.data, shown) : null
  useEffect(() => {
    if (lastPage !== null) show({ page: lastPage }, { replace: true })
  })

  return { ...list, isPlaceholderData: list.isPlaceholderData || lastPage !== null }
}

/** The last page with rows, where this one has none and is behind it. */
function lastPageBefore({ rows, total, isEstimate }: Page<unknown>, { page, size }: ListSearch): number | null {
  if (rows.length > 0 || total === 0 || page <= 1) return null
  if (isEstimate) return -1
  const last = Math.ceil(total / size)
  return last < page ? last : null
}

/** Whether this is the last page. */
export function isLastPage(
  { rows, total, isEstimate }: Page<unknown>,
  shown: Pick<ListSearch, 'page' | 'size'>,
): boolean {
  const { page, size } = shown
  if (page < 0) return page === -1
  return isEstimate ? rows.length < size : page * size >= total
}

function pageQuery<Row extends RecordRow>(resource: Resource<Row>, shown: ListSearch) {
  const query = toListQuery(shown)
  return queryOptions({
    queryKey: [resource.name, 'list', query],
    // A call with a page returns a page.
    queryFn: ({ signal }) => call(resource.list, query, signal) as Promise<Page<Row>>,
  })
}
