import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api-error.ts'

/** One more try for what may be a passing fault; an answer that says no is final. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline a call fails at once and says so. The default would keep it waiting, and make a change that somebody has given up.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.code === 0 || error.code >= 500),
        staleTime: 30_000,
      },
    },
  })
}
