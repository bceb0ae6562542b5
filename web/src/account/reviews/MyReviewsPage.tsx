import { listOwnReviews, type OwnReview } from '@gatehouse/contract/reviews.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { dayInWords } from '../../reviews/review-words.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { EmptyNotice } from '../../ui/EmptyNotice.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import '../request-access.css'
import { OwnReviewLines } from './OwnReviewLines.tsx'
import './my-reviews.css'

/** The reviews in which one decides about the access of others (ADR 0088). */
export function MyReviewsPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { review: asked } = useSearch({ strict: false }) as { review?: unknown }
  const id = typeof asked === 'string' && isUuid(asked) ? asked : null
  const { data, error, refetch } = useQuery({
    queryKey: ['ownReviews'],
    queryFn: () => call(listOwnReviews, {}),
    staleTime: 0,
  })
  const review = data?.find(({ _id }) => _id === id)
  return (
    <div className="my-reviews">
      <h1>{review ? review.name : title}</h1>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && id !== null && !review && <p>{t('This review has ended, or you do not decide in it.')}</p>}
      {data && id !== null && (
        <p>
          <Link to="/dashboard/myReviews">{t('All my reviews')}</Link>
        </p>
      )}
      {data && id === null && <ReviewList reviews={data} />}
      {review && <OwnReviewLines key={review._id} review={review} />}
    </div>
  )
}

function ReviewList({ reviews }: { reviews: OwnReview[] }) {
  const { t, i18n } = useTranslation()
  if (reviews.length === 0)
    return (
      <section className="my-reviews-list">
        <EmptyNotice title={t('No review waits for you at present.')}>
          {t('A review stands here when you are chosen to decide who keeps access.')}
        </EmptyNotice>
      </section>
    )
  return (
    <section className="my-reviews-list">
      <p>{t('You were chosen to decide who keeps access.')}</p>
      <ul className="requestable">
        {reviews.map(({ _id, name, owner, dueOn, isOverdue, waiting, total }) => (
          <li key={_id}>
            <div className="requestable-text">
              <p className="requestable-name">
                <Link to="/dashboard/myReviews" search={{ review: _id } as never}>
                  {name}
                </Link>
              </p>
              <p>{t('Started by {{owner}}, due on {{day}}.', { owner, day: dayInWords(dueOn, i18n.language) })}</p>
              <p>{t('{{waiting}} of {{total}} undecided', { waiting, total })}</p>
            </div>
            {isOverdue && <StatusBadge status="Overdue" tone="warning" />}
          </li>
        ))}
      </ul>
    </section>
  )
}
