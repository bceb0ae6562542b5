import type { Endpoint, Input } from '@gatehouse/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../../ui/use-action.ts'
import { useDraftCall } from '../versions/use-draft-change.ts'

/** Marks a gap or removes a mark, and checks again. A refusal is read before the finding, and its dialog, may go. */
export function useGapChange<E extends Endpoint>(endpoint: E, onDone: () => void) {
  const run = useDraftCall(endpoint)
  const cache = useQueryClient()
  const close = () => {
    void cache.invalidateQueries({ queryKey: ['approvalCheck'] })
    void cache.invalidateQueries({ queryKey: ['approvalPicture'] })
    void cache.invalidateQueries({ queryKey: ['approvalCoverage'] })
    onDone()
  }
  const submit = useAction(async (input: Input<E>) => {
    await run(input)
  }, close)
  return { submit, close }
}
