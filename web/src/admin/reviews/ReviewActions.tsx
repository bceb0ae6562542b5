import { type ReviewPage, readReviewResult } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { save } from '../../download.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import { PrintReview } from './PrintReview.tsx'
import { type Question, ReviewQuestion } from './ReviewQuestion.tsx'

/** What can be done with a review, and its result as files and on paper. */
export function ReviewActions({ review }: { review: ReviewPage }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const toasts = useToasts()
  const [question, setQuestion] = useState<Question | null>(null)
  const download = useAction(async () => {
    const { name, csv, signature } = await call(readReviewResult, { reviewId: review._id })
    save(new Blob([csv], { type: 'text/csv' }), `${name}.csv`)
    save(new Blob([signature], { type: 'application/jose' }), `${name}.csv.jws`)
    toasts.success(t('The result and its signature are in your downloads.'))
  })
  const mayWrite = permissions.includes('reviews:write') && permissions.includes('users:write')
  const isRunning = review.state === 'running'
  const canRetry = review.state === 'completed' && review.counts.failed > 0
  return (
    <div className="review-screen">
      <div className="review-buttons">
        {mayWrite && (isRunning || canRetry) && (
          <Button onClick={() => setQuestion('complete')}>
            {isRunning ? t('Complete') : t('Try again what failed')}
          </Button>
        )}
        {mayWrite && isRunning && (
          <>
            <Button variant="neutral" onClick={() => setQuestion('postpone')}>
              {t('Change the due date')}
            </Button>
            <Button variant="neutral" onClick={() => setQuestion('cancel')}>
              {t('Cancel the review')}
            </Button>
          </>
        )}
        <Button variant="neutral" isBusy={download.isBusy} onClick={() => void download.run()}>
          {t('Download the result')}
        </Button>
        <PrintReview review={review} />
      </div>
      <ErrorAlert error={download.error} />
      {question && <ReviewQuestion review={review} question={question} onClose={() => setQuestion(null)} />}
    </div>
  )
}
