import type { Input } from '@gatehouse/contract/endpoint.ts'
import { decideReviewLines } from '@gatehouse/contract/reviews.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'

export type Decided = Input<typeof decideReviewLines>
/** What has to be confirmed, with the number of lines. */
export type Asked = Decided & { confirm: number }

/** Sends decisions. So many within seconds are asked about first. */
export function useDecide(onDone: () => void) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [asked, setAsked] = useState<Asked | null>(null)
  const action = useAction(async (decided: Decided) => {
    const { confirm } = await call(decideReviewLines, decided)
    if (confirm !== null) return setAsked({ ...decided, confirm })
    setAsked(null)
    toasts.success(t('Decided: {{number}}', { number: decided.lineIds.length }))
    await cache.invalidateQueries({ queryKey: ['ownReviews'] })
    onDone()
  })
  return { ...action, asked, dismiss: () => setAsked(null) }
}
