import { listActivity } from '@gatehouse/contract/admin/activity/activity.ts'
import { useLines, useLinesSearch } from '../engine/lines/use-lines.ts'
import { type ActivitySearch, readActivitySearch, toActivityFilter } from './activity-search.ts'

/** The filters and page, kept in the address. */
export const useActivitySearch = () => useLinesSearch(readActivitySearch)

/** One page of audit lines. */
export const useActivity = (shown: ActivitySearch) =>
  useLines('activity', listActivity, { page: shown.page, filter: toActivityFilter(shown) })
