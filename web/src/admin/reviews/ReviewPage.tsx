import { readReview, type ReviewPage as Shown } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatMoment } from '../../i18n/format.ts'
import { dayInWords, SILENCE_WORDS } from '../../reviews/review-words.ts'
import { usePageTitle } from '../../session/use-page-title.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import '../engine/admin-screen.css'
import { ListFailure } from '../engine/list/ListFailure.tsx'
import { Crumbs } from '../engine/record/Crumbs.tsx'
import { type Fact, Facts } from '../engine/record/Facts.tsx'
import '../engine/record/record.css'
import '../../reviews/reviews.css'
import { Progress } from './Progress.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import { ReviewLines } from './ReviewLines.tsx'
import { CAUSE_WORDS, REVIEWER_RULE_WORDS, stateOf } from './review-state.ts'

const CLOSING_MS = 3000

/** One review: what it is about, how far it is, and each line with what came of it. */
export function ReviewPage({ reviewId }: { reviewId: string }) {
  const title = useScreenTitle()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['reviews', 'read', reviewId],
    queryFn: () => call(readReview, { reviewId }),
    staleTime: 0,
    // It changes by itself while decisions are carried out.
    refetchInterval: ({ state }) => (state.data?.state === 'closing' ? CLOSING_MS : false),
  })
  usePageTitle(data ? data.name : title)
  return (
    <div className="console record">
      <Crumbs name={data?.name}>
        <Link to="/dashboard/reviews">{title}</Link>
      </Crumbs>
      {error && <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner size={24} />}
      {data && (
        <>
          <header className="review-screen record-head record-plain">
            <div className="record-name record-title">
              <h1>{data.name}</h1>
              <StatusBadge {...stateOf(data)} />
              <Progress {...data} />
            </div>
            <ReviewActions review={data} />
          </header>
          <div className="review-screen">
            <ReviewFacts review={data} />
          </div>
          <ReviewLines review={data} />
        </>
      )}
    </div>
  )
}

function ReviewFacts({ review }: { review: Shown }) {
  const { t, i18n } = useTranslation()
  const { scope, counts, reviewers, owner, silence, startedAt, endedAt } = review
  const moment = (at: string) => formatMoment(new Date(at), new Date(), i18n.language)
  const chosen = [
    scope.person?.name,
    scope.client?.name,
    scope.application?.name,
    scope.role,
    scope.portalRole && t('Role in the portal: {{role}}', { role: scope.portalRole.name }),
    scope.isPrivileged && t('People with permissions in the console'),
    scope.unusedDays && t('Not used for {{days}} days', { days: scope.unusedDays, count: scope.unusedDays }),
    scope.endsWithinDays && t('Ends within {{days}} days', { days: scope.endsWithinDays, count: scope.endsWithinDays }),
  ].filter((part): part is string => typeof part === 'string' && part !== '')
  const decisions = t('{{keep}} keep, {{revoke}} revoke, {{shorten}} shorten', counts)
  const facts: Fact[] = [
    { label: t('Reviewed'), value: chosen.length === 0 ? t('Every assignment') : chosen.join(' · ') },
    { label: t('Owner'), value: owner.name, note: t(CAUSE_WORDS[review.cause]) },
    { label: t('Due date'), value: dayInWords(review.dueOn, i18n.language), note: t(SILENCE_WORDS[silence]) },
    {
      label: t('Started'),
      value: moment(startedAt),
      ...(endedAt && { note: t('Ended {{at}}', { at: moment(endedAt) }) }),
    },
    {
      label: t('Decisions'),
      value: decisions,
      note: t('{{flagged}} flagged, {{hasty}} decided within seconds', counts),
    },
    {
      label: t('Reviewers'),
      note: t(REVIEWER_RULE_WORDS[review.reviewerRule]),
      value: (
        <ul className="review-people">
          {reviewers.map(({ _id, name, stage, waiting, total }) => (
            <li key={`${_id} ${stage}`}>
              {review.stages === 2 ? t('{{name}} (stage {{stage}})', { name, stage }) : name}
              {review.state === 'running' && `: ${t('{{waiting}} of {{total}} undecided', { waiting, total })}`}
            </li>
          ))}
          {counts.unassigned > 0 && (
            <li>{t('Nobody is left to decide: {{lines}} undecided', { lines: counts.unassigned })}</li>
          )}
        </ul>
      ),
    },
  ]
  return <Facts heading={t('Review')} facts={facts} />
}
