import type { ReviewDecision } from '@gatehouse/contract/review-lines.ts'
import { listOwnReviewLines, OWN_LINE_STATES, type OwnReview, type OwnReviewLine } from '@gatehouse/contract/reviews.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { LineAccess, LineDecision, LineEvidence, LinePerson } from '../../reviews/LineCells.tsx'
import { dayInWords, SILENCE_WORDS } from '../../reviews/review-words.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx'
import { DecisionFacts } from '../../ui/DecisionFacts.tsx'
import { Decisions } from '../../ui/Decisions.tsx'
import { decidedIn } from '../../ui/decided-in.ts'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { FixedPages } from '../../ui/FixedPages.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { ConfirmMany } from './ConfirmMany.tsx'
import { DecideLines } from './DecideLines.tsx'
import { asSeen, useDecide } from './use-decide.ts'
import { focusLine, useLineKeys } from './use-line-keys.ts'

const LINES_PER_PAGE = 25
const STATE_WORDS = { waiting: 'Undecided', decided: 'Decided' } as const

type Opened = { lines: readonly OwnReviewLine[]; decision: ReviewDecision }

/** The lines of a review about which one decides: one by one, or several at once. */
export function OwnReviewLines({ review }: { review: OwnReview }) {
  const { t, i18n } = useTranslation()
  const [state, setState] = useState<(typeof OWN_LINE_STATES)[number]>('waiting')
  const [page, setPage] = useState(0)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<Opened | null>(null)
  /** The line about which a decision was refused; empty: there were several. */
  const [refused, setRefused] = useState('')
  const list = useRef<HTMLElement>(null)
  const focused = useRef<number | null>(null)
  const asked = { reviewId: review._id, state, page, pageSize: LINES_PER_PAGE }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['ownReviews', 'lines', asked],
    queryFn: ({ signal }) => call(listOwnReviewLines, asked, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const rows = data?.rows ?? []
  const deciding = useDecide(
    (lineIds) => {
      setOpened((before) => (before?.lines.some(({ _id }) => lineIds.includes(_id)) ? null : before))
      setPicked((before) => before.filter((id) => !lineIds.includes(id)))
    },
    ([lineId, ...others]) => {
      const line = others.length === 0 ? rows.find(({ _id }) => _id === lineId) : undefined
      setRefused(line === undefined ? '' : nameOf(line))
    },
  )

  // A decided line leaves the list. The focus stays at its place, unless the page has become empty.
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return
    if (data.rows.length === 0 && page > 0) setPage(page - 1)
    if (focused.current !== null && document.activeElement === document.body) focusLine(list.current, focused.current)
    if (!deciding.isBusy) focused.current = null
  }, [data, isPlaceholderData, page, deciding.isBusy])

  function decide(lines: readonly OwnReviewLine[], decision: ReviewDecision) {
    const needsMore = decision === 'shorten' || (decision === 'keep' && lines.some(({ flags }) => flags.length > 0))
    if (needsMore) return setOpened({ lines, decision })
    void deciding.run({ reviewId: review._id, lines: asSeen(lines), decision, comment: '' })
  }

  function decideAt(index: number, decision: ReviewDecision) {
    const line = rows[index]
    if (line === undefined || line.isClosed) return
    focused.current = index
    decide([line], decision)
  }

  useLineKeys(list, {
    onKeep: (index) => decideAt(index, 'keep'),
    onRevoke: (index) => decideAt(index, 'revoke'),
    isOff: opened !== null || deciding.asked !== null,
  })

  const columns: TableColumn<OwnReviewLine>[] = [
    { label: t('Person'), cell: (line) => <LinePerson line={line} /> },
    { label: t('Access'), cell: (line) => <LineAccess line={line} /> },
    { label: t('What is known'), cell: (line) => <LineEvidence line={line} /> },
    ...(state === 'decided' || rows.some(({ first }) => first !== null)
      ? [{ label: t('Decision'), cell: (line: OwnReviewLine) => <LineDecision line={line} /> }]
      : []),
  ]
  const chosen = rows.filter(({ _id, isClosed }) => picked.includes(_id) && !isClosed)
  return (
    <section ref={list} className="own-review" aria-label={review.name}>
      <p className="review-note">
        {t('Started by {{owner}}, due on {{day}}.', {
          owner: review.owner,
          day: dayInWords(review.dueOn, i18n.language),
        })}{' '}
        {t(SILENCE_WORDS[review.silence])}{' '}
        {t('Decisions are carried out when the review ends. Until then you can change them.')}
      </p>
      <div className="review-bar">
        <SegmentedControl
          label={t('Status')}
          value={state}
          onChange={(value) => {
            setState(value)
            setPage(0)
            setPicked([])
          }}
          choices={OWN_LINE_STATES.map((value) => ({ value, label: t(STATE_WORDS[value]) }))}
        />
        {chosen.length > 0 && (
          <>
            <span role="status">{t('{{number}} selected', { number: chosen.length })}</span>
            <Button variant="neutral" isIdle={deciding.isBusy} onClick={() => decide(chosen, 'keep')}>
              {t('Keep')}
            </Button>
            <Button variant="neutral" isIdle={deciding.isBusy} onClick={() => decide(chosen, 'revoke')}>
              {t('Revoke')}
            </Button>
            <Button variant="neutral" isIdle={deciding.isBusy} onClick={() => decide(chosen, 'shorten')}>
              {t('Shorten')}
            </Button>
          </>
        )}
        <span className="review-note review-keys">
          <kbd>J</kbd> <kbd>K</kbd> {t('move')} · <kbd>⇧K</kbd> {t('Keep')} · <kbd>⇧R</kbd> {t('Revoke')}
        </span>
      </div>
      {opened === null && deciding.asked === null && <Refusal error={deciding.error} line={refused} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!error && (
        <DataTable
          label={t('Access to review')}
          columns={columns}
          rows={data?.rows}
          rowKey={({ _id }) => _id}
          rowName={nameOf}
          size={LINES_PER_PAGE}
          isStale={isPlaceholderData}
          selection={{
            isSelected: (id) => picked.includes(id),
            onSelect: (ids, isSelected) =>
              setPicked(isSelected ? [...new Set([...picked, ...ids])] : picked.filter((id) => !ids.includes(id))),
          }}
          rowMenu={(line) => <LineActions line={line} onDecide={(decision) => decide([line], decision)} />}
          menuLabel={t('Action')}
          notice={
            data?.rows.length === 0 && (
              <p>
                {state === 'waiting' ? t('Nothing waits for your decision here.') : t('You have decided nothing yet.')}
              </p>
            )
          }
        />
      )}
      {data && <FixedPages page={page} size={LINES_PER_PAGE} shown={data} onPage={setPage} />}
      {opened && <DecideLines reviewId={review._id} {...opened} deciding={deciding} onClose={() => setOpened(null)} />}
      {deciding.asked && <ConfirmMany asked={deciding.asked} deciding={deciding} />}
    </section>
  )
}

type ActionProps = { line: OwnReviewLine; onDecide: (decision: ReviewDecision) => void }

function LineActions({ line: { person, application, isClosed }, onDecide }: ActionProps) {
  const { t } = useTranslation()
  if (isClosed) return null
  const what = { name: person.name, application: application.name }
  return (
    <Decisions>
      <Button
        variant="neutral"
        aria-label={t('Keep: {{name}}, {{application}}', what)}
        onClick={() => onDecide('keep')}
      >
        {t('Keep')}
      </Button>
      <Button
        variant="neutral"
        aria-label={t('Revoke: {{name}}, {{application}}', what)}
        onClick={() => onDecide('revoke')}
      >
        {t('Revoke')}
      </Button>
      <Button
        variant="neutral"
        aria-label={t('Shorten: {{name}}, {{application}}', what)}
        onClick={() => onDecide('shorten')}
      >
        {t('Shorten')}
      </Button>
    </Decisions>
  )
}

const nameOf = ({ person, application, client }: OwnReviewLine) =>
  `${person.name}, ${application.name} · ${client.name}`

/** Why a decision on the line itself was refused: somebody else may have made it. The line has then left the list. */
function Refusal({ error, line }: { error: unknown; line: string }) {
  const decided = decidedIn(error)
  if (decided === null) return <ErrorAlert error={error} />
  return (
    <Alert tone="warning">
      {line !== '' && <p>{line}</p>}
      <DecisionFacts decided={decided} />
    </Alert>
  )
}
