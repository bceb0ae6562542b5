import type { resendMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import type { resendCall } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useToasts } from '../../ui/use-toasts.ts'

type Failed<E extends typeof resendMessage | typeof resendCall> = { _id: string; resend: Input<E>['resend'] | null }

/** Sends a message again, or makes a call again, and shows the result; gives the answer, or `null` where nothing was sent. */
export function useResend<E extends typeof resendMessage | typeof resendCall>(resending: E) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()

  return async function again(failed: Failed<E>): Promise<Output<E> | null> {
    const { _id: id, resend } = failed
    if (resend === null) return null
    try {
      const sent = await call(resending, { id, resend } as Input<E>)
      toasts.success(t(resending.message))
      return sent
    } catch (error) {
      toasts.failure(error, async () => void (await again(failed)))
      return null
    } finally {
      void cache.invalidateQueries({ queryKey: ['messages'] })
    }
  }
}
