import type { Endpoint, Input, Output } from '@gatehouse/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'
import { loadAgain } from '../../../use-call.ts'

/** The key of everything that is loaded about drafts and versions. */
export const DRAFTS = 'approvalDrafts'

/** Changes a draft, and loads it again: also after a refusal, because somebody else may have changed it. */
export function useDraftChange<E extends Endpoint>(endpoint: E, onDone: (output: Output<E>) => void = () => undefined) {
  const run = useDraftCall(endpoint)
  const cache = useQueryClient()
  return useAction(
    async (input: Input<E>) => {
      try {
        return await run(input)
      } catch (error) {
        loadAgain(cache, error, [DRAFTS])
        throw error
      }
    },
    (output) => {
      onDone(output)
      void cache.invalidateQueries({ queryKey: [DRAFTS] })
    },
  )
}

/** The same for what ends a draft. Its page is left, so nothing of it is loaded again. */
export function useDraftEnd<E extends Endpoint>(endpoint: E, onDone: () => void) {
  const run = useDraftCall(endpoint)
  const cache = useQueryClient()
  return useAction(async (input: Input<E>) => {
    try {
      await run(input)
    } catch (error) {
      loadAgain(cache, error, [DRAFTS])
      throw error
    }
    // Roles, document approvals and checks show what counts.
    void cache.invalidateQueries({ refetchType: 'none' })
  }, onDone)
}

/** Makes a change and says so. */
export function useDraftCall<E extends Endpoint>(endpoint: E) {
  const { t } = useTranslation()
  const toasts = useToasts()
  return async (input: Input<E>): Promise<Output<E>> => {
    const output = await call(endpoint, input)
    toasts.success(t(endpoint.message))
    return output
  }
}
