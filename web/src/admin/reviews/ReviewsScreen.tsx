import { listReviews, REVIEW_STATES, type Review } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../reviews/review-words.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import type { TableColumn } from '../../ui/DataTable.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import '../engine/admin-screen.css'
import { LinesTable } from '../engine/lines/LinesTable.tsx'
import { idOf, oneOf, pageOf, withoutEmpty } from '../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../engine/lines/use-lines.ts'
import '../../reviews/reviews.css'
import { AutomaticReviews } from './AutomaticReviews.tsx'
import { Progress } from './Progress.tsx'
import { RefusedReviews } from './RefusedReviews.tsx'
import { ReviewPage } from './ReviewPage.tsx'
import { CAUSE_WORDS, REVIEW_STATE_WORDS, stateOf } from './review-state.ts'
import { StartReview } from './StartReview.tsx'

const readSearch = (query: Record<string, unknown>) => ({
  state: oneOf(REVIEW_STATES, query.state),
  overdue: oneOf(['true'], query.overdue),
  review: idOf(query.review),
  page: pageOf(query.page),
})

/** Reviews of access; the address may name one of them. */
export function ReviewsScreen() {
  const { shown } = useLinesSearch(readSearch)
  return shown.review === '' ? <ReviewList /> : <ReviewPage key={shown.review} reviewId={shown.review} />
}

function ReviewList() {
  const { t, i18n } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readSearch)
  const { page, state, overdue } = shown
  const loaded = useLines('reviews', listReviews, { page, filter: withoutEmpty({ state, overdue }) })
  const [opened, setOpened] = useState<'start' | 'automatic' | null>(null)
  const mayWrite = permissions.includes('reviews:write')
  const columns: TableColumn<Review>[] = [
    {
      label: t('Name'),
      cell: ({ _id, name, cause }) => (
        <div className="cell-lines">
          <Link to="/dashboard/reviews" search={{ review: _id } as never} className="row-name">
            {name}
          </Link>
          {cause !== 'manual' && <small>{t(CAUSE_WORDS[cause])}</small>}
        </div>
      ),
    },
    { label: t('Progress'), cell: (one) => <Progress {...one} /> },
    { label: t('Due date'), cell: ({ dueOn }) => dayInWords(dueOn, i18n.language) },
    { label: t('Owner'), leftOutBelow: 900, cell: ({ owner }) => owner.name },
    { label: t('Status'), isStatus: true, cell: (one) => <StatusBadge {...stateOf(one)} /> },
  ]
  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
        {mayWrite && (
          <span className="list-head-actions">
            <Button variant="neutral" onClick={() => setOpened('automatic')}>
              {t('Automatic reviews')}
            </Button>
            <Button onClick={() => setOpened('start')}>{t('Start a review')}</Button>
          </span>
        )}
      </div>
      <RefusedReviews />
      <div className="list-card">
        <div className="list-toolbar">
          <SegmentedControl
            label={t('Status')}
            value={overdue === 'true' ? 'overdue' : state === '' ? 'all' : state}
            onChange={(chosen) =>
              show({
                state: chosen === 'all' || chosen === 'overdue' ? '' : chosen,
                overdue: chosen === 'overdue' ? 'true' : '',
              })
            }
            choices={[
              { value: 'all', label: t('All') },
              { value: 'running', label: t(REVIEW_STATE_WORDS.running) },
              { value: 'overdue', label: t('Overdue') },
              { value: 'completed', label: t(REVIEW_STATE_WORDS.completed) },
            ]}
          />
        </div>
        <LinesTable
          label={title}
          columns={columns}
          loaded={loaded}
          rowKey={({ _id }) => _id}
          rowName={({ name }) => name}
          page={page}
          onShow={show}
          empty={t('There are no such reviews. A review asks chosen people who still needs their access.')}
        />
      </div>
      {opened === 'start' && <StartReview onClose={() => setOpened(null)} />}
      {opened === 'automatic' && <AutomaticReviews onClose={() => setOpened(null)} />}
    </div>
  )
}
