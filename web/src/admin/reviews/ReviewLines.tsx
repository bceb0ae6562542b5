import {
  LINE_FILTERS,
  listReviewLines,
  type ReviewLine,
  type ReviewPage,
  undoReviewLine,
} from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LineAccess, LineDecision, LineEvidence, LinePerson } from '../../reviews/LineCells.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { TableColumn } from '../../ui/DataTable.tsx'
import { Select } from '../../ui/Select.tsx'
import { useCall } from '../../use-call.ts'
import { LinesTable } from '../engine/lines/LinesTable.tsx'
import { idOf, oneOf, pageOf, withoutEmpty } from '../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../engine/lines/use-lines.ts'
import { LineOutcome } from './LineOutcome.tsx'

const FILTER_WORDS: Record<(typeof LINE_FILTERS)[number], string> = {
  all: 'All',
  undecided: 'Undecided',
  revoke: 'To take away',
  flagged: 'Flagged',
  hasty: 'Within seconds',
  failed: 'Not carried out',
}

const readSearch = (query: Record<string, unknown>) => ({
  review: idOf(query.review),
  lines: oneOf(LINE_FILTERS, query.lines),
  page: pageOf(query.page),
})

/** The lines of a review, one page at a time. */
export function ReviewLines({ review }: { review: ReviewPage }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readSearch)
  const { page, lines: filter } = shown
  const loaded = useLines('reviews', listReviewLines, {
    page,
    filter: { reviewId: review._id, ...withoutEmpty({ filter }) },
  })
  const [undoing, setUndoing] = useState<ReviewLine | null>(null)
  const mayUndo = permissions.includes('reviews:write') && permissions.includes('users:write')
  const columns: TableColumn<ReviewLine>[] = [
    { label: t('Person'), cell: (line) => <LinePerson line={line} /> },
    { label: t('Access'), cell: (line) => <LineAccess line={line} /> },
    { label: t('What is known'), leftOutBelow: 900, cell: (line) => <LineEvidence line={line} /> },
    { label: t('Decision'), cell: (line) => <LineDecision line={line} /> },
    ...(review.state === 'running' || review.state === 'cancelled'
      ? [
          {
            label: t('Reviewers'),
            cell: (line: ReviewLine) => line.reviewers.join(', ') || t('Nobody is left to decide.'),
          },
        ]
      : [{ label: t('Result'), cell: (line: ReviewLine) => <LineOutcome line={line} /> }]),
  ]
  return (
    <div className="list-card review-screen">
      <div className="list-toolbar">
        <Select
          label={t('Lines')}
          value={filter === '' ? 'all' : filter}
          onChange={(event) => show({ lines: event.target.value === 'all' ? '' : event.target.value })}
        >
          {LINE_FILTERS.map((value) => (
            <option key={value} value={value}>
              {t(FILTER_WORDS[value])}
            </option>
          ))}
        </Select>
      </div>
      <LinesTable
        label={t('Lines')}
        columns={columns}
        loaded={loaded}
        rowKey={({ _id }) => _id}
        rowName={({ person, application }) => `${person.name}, ${application.name}`}
        page={page}
        onShow={show}
        {...(mayUndo &&
          review.state === 'completed' && {
            rowMenu: (line: ReviewLine) =>
              line.canUndo && (
                <Button
                  variant="link"
                  aria-label={t('Give back: {{name}}, {{application}}', {
                    name: line.person.name,
                    application: line.application.name,
                  })}
                  onClick={() => setUndoing(line)}
                >
                  {t('Give back')}
                </Button>
              ),
            menuLabel: t('Action'),
          })}
        empty={t('There are no such lines.')}
      />
      {undoing && <GiveBack line={undoing} onClose={() => setUndoing(null)} />}
    </div>
  )
}

function GiveBack({ line, onClose }: { line: ReviewLine; onClose: () => void }) {
  const { t } = useTranslation()
  const change = useCall(undoReviewLine, onClose)
  return (
    <ConfirmDialog
      title={t('Give the access back?')}
      confirmLabel={t('Give back')}
      isBusy={change.isBusy}
      error={change.error}
      onConfirm={() => void change.run({ lineId: line._id, userId: line.person._id })}
      onClose={onClose}
    >
      <p>
        {t('{{name}} has {{access}} again, with the dates it had before.', {
          name: line.person.name,
          access: [line.role, line.application.name, line.client.name].join(' · '),
        })}
      </p>
    </ConfirmDialog>
  )
}
