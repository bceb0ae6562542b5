import type { Endpoint, Input } from '@gatehouse/contract/endpoint.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from './api.ts'
import { decidedIn } from './ui/decided-in.ts'
import { useAction } from './ui/use-action.ts'
import { useToasts } from './ui/use-toasts.ts'

/**
 * After a refusal, because somebody else may have been faster. Where their decision is shown in place of the form, that loads again
 * when it is closed.
 */
export function loadAgain(cache: QueryClient, error: unknown, queryKey: readonly string[] = []): void {
  if (decidedIn(error) === null) void cache.invalidateQueries({ queryKey })
}

/** A call that changes something: announces its message, and loads again what is shown. */
export function useCall<E extends Endpoint>(endpoint: E, onDone: () => void) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  return useAction(async (input: Input<E>) => {
    try {
      await call(endpoint, input)
      toasts.success(t(endpoint.message))
    } catch (error) {
      loadAgain(cache, error)
      throw error
    }
    void cache.invalidateQueries()
  }, onDone)
}
