import { readReviewSettings } from '@gatehouse/contract/admin/reviews/settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Alert } from '../../ui/Alert.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import './admin-reviews.css'

export const REFUSED_REVIEWS = ['refusedReviews']

/** Reviews that could not start by themselves, and why; nothing while there are none. */
export function RefusedReviews() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: REFUSED_REVIEWS,
    queryFn: async () => (await call(readReviewSettings, {})).refused,
  })
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Alert tone="warning">
      <p>
        {t('People whose review could not start by itself: {{count}}.', { count: data.count })} {t(data.reason)}{' '}
        {t('It is tried again each hour, and when somebody saves the settings of "Automatic reviews".')}
      </p>
    </Alert>
  )
}
