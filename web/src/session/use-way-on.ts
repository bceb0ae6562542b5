import { useSearch } from '@tanstack/react-router'

/** The part of a page's query that links between the pages of visitors carry on: where signing in leads. */
export function useWayOn(): { returnTo?: string } {
  const { returnTo } = useSearch({ strict: false })
  return returnTo === undefined ? {} : { returnTo }
}
