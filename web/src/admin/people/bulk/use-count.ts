import { countMatching } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import type { Selection } from '../../engine/list/selection/use-selection.ts'

/** The exact number of selected people. The server counts it, unless they were selected one by one. */
export function useCount(selection: Selection) {
  const matching = 'matching' in selection ? selection.matching : null
  const { data, error, refetch } = useQuery({
    queryKey: ['jobs', 'count', matching],
    queryFn: () => call(countMatching, matching ?? { query: {} }),
    enabled: matching !== null,
    // A cached count of an earlier dialog must not be shown.
    gcTime: 0,
  })
  return {
    count: 'ids' in selection ? selection.ids.length : data?.total,
    error,
    recount: refetch,
  }
}
