import { type ReviewPage, readReviewResult } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { save } from '../../download.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import { type Question, ReviewQuestion } from './ReviewQuestion.tsx'
import { usePrintReview } from './use-print-review.tsx'

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
  const print = usePrintReview(review)
  const mayWrite = permissions.includes('reviews:write') && permissions.includes('users:write')
  const isRunning = review.state === 'running'
  const canRetry = review.state === 'completed' && review.counts.failed > 0
  const mayChange = mayWrite && isRunning
  return (
    <div className="record-actions">
      {mayWrite && (isRunning || canRetry) && (
        <Button onClick={() => setQuestion('complete')}>
          {isRunning ? t('Complete') : t('Try again what failed')}
        </Button>
      )}
      <RowMenu
        name={review.name}
        isBusy={download.isBusy || print.isBusy}
        items={() => [
          ...(mayChange ? [{ label: t('Change the due date'), onChoose: () => setQuestion('postpone') }] : []),
          { label: t('Download the result'), onChoose: () => void download.run() },
          { label: t('Print'), onChoose: () => void print.run() },
          ...(mayChange
            ? [{ label: t('Cancel the review'), isDestructive: true, onChoose: () => setQuestion('cancel') }]
            : []),
        ]}
      />
      {print.printed}
      <ErrorAlert error={download.error ?? print.error} />
      {question && <ReviewQuestion review={review} question={question} onClose={() => setQuestion(null)} />}
    </div>
  )
}
