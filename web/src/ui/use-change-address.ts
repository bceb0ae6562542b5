import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Query = Record<string, unknown>
type Change = {
  /** The new query, or how it follows from the current one. */
  search?: Query | ((now: Query) => Query)
  /** The new state of the history entry; `true` keeps the current one. */
  state?: true | Record<string, never>
  replace?: boolean
  resetScroll?: boolean
}

/**
 * Changes the address of the page that uses it. Where the person is on the way to another page, whose address it would
 * change instead, nothing is done.
 */
export function useChangeAddress(): (change: Change) => void {
  const router = useRouter()
  const navigate = useNavigate()
  const path = useMatch({ strict: false, select: ({ pathname }) => withoutEnd(pathname) })

  return useCallback(
    (change) => {
      if (withoutEnd(router.latestLocation.pathname) === path) void navigate({ to: '.', ...change })
    },
    [router, navigate, path],
  )
}

const withoutEnd = (path: string): string => path.replace(/\/$/, '')
