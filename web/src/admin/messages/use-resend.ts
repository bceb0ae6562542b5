import { type Message, resendMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useToasts } from '../../ui/use-toasts.ts'

/** Sends a message again and says what came of it; gives the id of what is on its way, if anything is. */
export function useResend() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()

  return async ({ _id: id, resend }: Pick<Message, '_id' | 'resend'>): Promise<string | null> => {
    if (resend === null) return null
    try {
      const sent = await call(resendMessage, { id, resend })
      toasts.success(t(resendMessage.message))
      return sent._id
    } catch (error) {
      toasts.failure(error)
      return null
    } finally {
      void cache.invalidateQueries({ queryKey: ['messages'] })
    }
  }
}
