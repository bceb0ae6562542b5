import { countReviewScope } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type ScopeForm, scopeOf } from './scope-form.ts'

/** How many assignments a choice matches; `count` is `undefined` while that is counted. */
export function useScopeCount(chosen: ScopeForm) {
  const scope = JSON.stringify(scopeOf(chosen))
  const settled = useDebounced(scope)
  const { data, error, refetch } = useQuery({
    queryKey: ['reviewScope', settled],
    queryFn: ({ signal }) => call(countReviewScope, { scope: JSON.parse(settled) }, signal),
  })
  return { count: settled === scope ? data?.count : undefined, error, retry: () => void refetch() }
}
