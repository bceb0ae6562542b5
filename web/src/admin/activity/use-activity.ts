import { ACTIVITY_PAGE_MAX, listActivity } from '@gatehouse/contract/admin/activity/activity.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../api.ts'
import { LINES_PER_PAGE } from '../engine/list/lines-per-page.ts'
import { type ActivitySearch, readActivitySearch, toActivityFilter, writeActivitySearch } from './activity-search.ts'

/** The filters and page, kept in the address. A changed filter returns to the newest page. */
export function useActivitySearch() {
  const navigate = useNavigate()
  const shown = readActivitySearch(useSearch({ strict: false }))

  function show(change: Partial<ActivitySearch>) {
    void navigate({
      to: '.',
      // From the current address, because another change may be pending.
      search: (now) => writeActivitySearch({ ...readActivitySearch(now), page: 1, ...change }),
      resetScroll: false,
    })
  }

  return { shown, show }
}

/** One page of audit lines. While the next one loads, the previous one stays. */
export function useActivity(shown: ActivitySearch) {
  const query = { ...toActivityFilter(shown), page: shown.page - 1, pageSize: LINES_PER_PAGE }
  const list = useQuery({
    queryKey: ['activity', query],
    queryFn: () => call(listActivity, query),
    placeholderData: keepPreviousData,
    // The newest events must always be shown.
    staleTime: 0,
  })
  const { data } = list
  const isFull = data !== undefined && data.rows.length === LINES_PER_PAGE
  const hasOlder = isFull && (data.isEstimate || shown.page * LINES_PER_PAGE < data.total)
  return { ...list, hasOlder: hasOlder && shown.page <= ACTIVITY_PAGE_MAX }
}
