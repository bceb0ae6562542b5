import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api-error.ts'

/** One more try for what may be a passing fault; an answer that says no is final. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.code === 0 || error.code >= 500),
        staleTime: 30_000,
      },
    },
  })
}
