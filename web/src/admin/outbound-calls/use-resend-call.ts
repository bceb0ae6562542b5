import { type Call, resendCall } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useToasts } from '../../ui/use-toasts.ts'

/** Makes a call again, or now, and says what came of it. */
export function useResendCall() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()

  return async ({ _id: id, resend }: Pick<Call, '_id' | 'resend'>) => {
    if (resend === null) return
    try {
      await call(resendCall, { id, resend })
      toasts.success(t(resendCall.message))
    } catch (error) {
      toasts.failure(error)
    } finally {
      void cache.invalidateQueries({ queryKey: ['messages'] })
    }
  }
}
