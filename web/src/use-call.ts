import type { Endpoint, Input } from '@gatehouse/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from './api.ts'
import { useAction } from './ui/use-action.ts'
import { useToasts } from './ui/use-toasts.ts'

/** A call that changes something: announces its message, and loads again what is shown. */
export function useCall<E extends Endpoint>(endpoint: E, onDone: () => void) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  return useAction(async (input: Input<E>) => {
    try {
      await call(endpoint, input)
      toasts.success(t(endpoint.message))
      onDone()
    } finally {
      // Also after a refusal: somebody else may have been faster.
      void cache.invalidateQueries()
    }
  })
}
