import { pageOfOptions } from '@gatehouse/contract/admin/engine/options.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { descriptionWords } from './description-words.ts'

type Which = Omit<Input<typeof pageOfOptions>, 'page'>

const usePages = (which: Which, isEnabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['options', 'pages', which],
    queryFn: ({ pageParam, signal }) => call(pageOfOptions, { ...which, page: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      total !== null && total > pages.flatMap(({ rows }) => rows).length ? pages.length : undefined,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })

/** All options, once every page is loaded. */
export function useAllOptions(which: Which) {
  const { t } = useTranslation()
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = usePages(which, true)
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return {
    records: data && !hasNextPage ? listed(data.pages, which, t) : undefined,
    error,
    retry: () => void (data ? fetchNextPage() : refetch()),
  }
}

/** The options of a picker, page by page, with a hint if more exist. */
export function useOptions(which: Which, isEnabled = true) {
  const { t, i18n } = useTranslation()
  const found = usePages(which, isEnabled)
  const records = listed(found.data?.pages ?? [], which, t)
  const total = found.data?.pages.at(-1)?.total
  const number = (value: number) => formatNumber(value, i18n.language)

  function more(): string | undefined {
    if (total === null)
      return t('Showing the first {{number}}. Type to find others.', { number: number(records.length) })
    if (total === undefined || total <= records.length) return undefined
    return t('{{shown}} of {{total}}', { shown: number(records.length), total: number(total) })
  }

  return {
    records,
    more: more(),
    isLoading: found.isFetching && !found.isFetchingNextPage,
    error: found.error,
    retry: () => void found.refetch(),
    loadMore: () => {
      if (found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
    },
  }
}

type Records = Output<typeof pageOfOptions>['rows']

function listed(pages: readonly { rows: Records }[], { kind, inactive }: Which, t: (text: string) => string): Records {
  const rows = pages.flatMap((page) => page.rows)
  // With `inactive`, the detail is the status.
  if (inactive || (kind !== 'roles' && kind !== 'permissions')) return rows
  return rows.map((row) => ({ ...row, detail: descriptionWords(row.name, row.detail, t) }))
}
