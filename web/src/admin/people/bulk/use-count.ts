import { countMatching } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import type { Selection } from '../../engine/list/use-selection.ts'

/** How many people a selection means, exactly; counted by the server where they were not picked one by one. */
export function useCount(selection: Selection) {
  const matching = 'matching' in selection ? selection.matching : null
  const { data, error, refetch } = useQuery({
    queryKey: ['jobs', 'count', matching],
    queryFn: () => call(countMatching, matching ?? { query: {} }),
    enabled: matching !== null,
    // What was counted for an earlier question is not shown for this one.
    gcTime: 0,
  })
  return {
    count: 'ids' in selection ? selection.ids.length : data?.total,
    error,
    recount: refetch,
  }
}
