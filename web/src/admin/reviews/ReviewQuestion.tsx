import {
  cancelReview,
  completeReview,
  postponeReview,
  type ReviewPage,
} from '@gatehouse/contract/admin/reviews/reviews.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCall } from '../../use-call.ts'

export type Question = 'complete' | 'cancel' | 'postpone'

type Props = { review: ReviewPage; question: Question; onClose: () => void }

/** Asks before a review ends, is cancelled, or gets another due date. */
export function ReviewQuestion({ review, question, onClose }: Props) {
  const { t } = useTranslation()
  const { _id: reviewId, state, total, decided, counts } = review
  const [dueOn, setDueOn] = useState(review.dueOn)
  const undecided = state === 'running' ? total - decided : 0
  const completing = useCall(completeReview, onClose)
  const cancelling = useCall(cancelReview, onClose)
  const postponing = useCall(postponeReview, onClose)
  const isRetry = question === 'complete' && state !== 'running'
  const questions: Record<Question, { title: string; label: string; run: () => void; body: ReactNode }> = {
    complete: {
      title: isRetry ? t('Try again what failed?') : t('Complete the review?'),
      label: isRetry ? t('Try again') : t('Complete'),
      run: () => void completing.run({ reviewId, undecided, revoke: counts.revoke, shorten: counts.shorten }),
      body: <WhatFollows review={review} undecided={undecided} />,
    },
    cancel: {
      title: t('Cancel the review?'),
      label: t('Cancel the review'),
      run: () => void cancelling.run({ reviewId }),
      body: <p>{t('Nothing is taken away. What was decided stays in the list.')}</p>,
    },
    postpone: {
      title: t('Change the due date'),
      label: t('Save'),
      run: () => void postponing.run({ reviewId, dueOn }),
      body: (
        <TextField
          label={t('Due date')}
          type="date"
          value={dueOn}
          onChange={(event) => setDueOn(event.target.value)}
          required
        />
      ),
    },
  }
  const { title, label, run, body } = questions[question]
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={label}
      {...(question === 'cancel' && { keepLabel: t('Keep it'), tone: 'danger' as const })}
      hasUnsaved={dueOn !== review.dueOn}
      isBusy={completing.isBusy || cancelling.isBusy || postponing.isBusy}
      error={completing.error ?? cancelling.error ?? postponing.error}
      isBlocked={question === 'postpone' && dueOn === ''}
      onConfirm={run}
      onClose={onClose}
    >
      {body}
    </ConfirmDialog>
  )
}

function WhatFollows({
  review: { state, silence, counts, leftRoles },
  undecided,
}: {
  review: ReviewPage
  undecided: number
}) {
  const { t } = useTranslation()
  if (state !== 'running')
    return (
      <p>
        {t('Decisions that could not be carried out: {{number}}. They are tried in your name.', {
          number: counts.failed,
        })}
      </p>
    )
  const revoked = counts.revoke + (silence === 'revoke' ? undecided : 0)
  return (
    <>
      <p>
        {t(
          'In your name, assignments to remove: {{revoked}}, with an earlier end: {{shortened}}. The people get a message, unless they have put such messages off.',
          { revoked, shortened: counts.shorten },
        )}
      </p>
      {undecided > 0 && (
        <p>
          {silence === 'revoke'
            ? t('Undecided among those removed: {{number}}.', { number: undecided })
            : t('Undecided, and stay: {{number}}.', { number: undecided })}
        </p>
      )}
      {leftRoles.length > 0 && (
        <div role="note">
          <p>{t('Nobody will be left who acts for these roles in approvals, so documents stop there:')}</p>
          <ul>
            {leftRoles.map(({ role, application, client }) => (
              <li key={`${role} ${application} ${client}`}>{[role, application, client].join(' · ')}</li>
            ))}
          </ul>
        </div>
      )}
      <p>{t('For a day you can give back what was taken away.')}</p>
    </>
  )
}
