import { listOwnedRequests } from '@gatehouse/contract/owned-requests.ts'
import { listOwnReviews } from '@gatehouse/contract/reviews.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { SidebarLink } from './SidebarLink.tsx'
import type { Screen } from './screens.ts'

const STALE_MS = 60_000

// The keys are those of the pages, which make these numbers new when something is decided there.
const reviewLines = queryOptions({
  queryKey: ['ownReviews'],
  queryFn: () => call(listOwnReviews, {}),
  select: (reviews) => reviews.reduce((sum, { waiting }) => sum + waiting, 0),
  staleTime: STALE_MS,
})
const requests = queryOptions({
  queryKey: ['ownedRequests', 'waiting'],
  queryFn: ({ signal }) => call(listOwnedRequests, { page: 0, pageSize: 1 }, signal),
  select: ({ total }) => total,
  staleTime: STALE_MS,
})

/** An entry of the menu for a page of one's own account, with the number of decisions that wait there. */
export function OwnLink({ screen }: { screen: Screen }) {
  if (screen.path === '/myReviews') return <ReviewsLink screen={screen} />
  if (screen.path === '/requestsToDecide') return <RequestsLink screen={screen} />
  return <SidebarLink screen={screen} />
}

// Without an answer the entry has no number; the page itself says why there is none.
function ReviewsLink({ screen }: { screen: Screen }) {
  const { data } = useQuery(reviewLines)
  return <SidebarLink screen={screen} waiting={data} />
}

function RequestsLink({ screen }: { screen: Screen }) {
  const { data } = useQuery(requests)
  return <SidebarLink screen={screen} waiting={data} />
}
