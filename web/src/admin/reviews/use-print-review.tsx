import { listReviewLines, type ReviewLine, type ReviewPage } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { dayInWords, decisionInWords, evidenceInWords, SILENCE_WORDS } from '../../reviews/review-words.ts'
import { useAction } from '../../ui/use-action.ts'
import { LineOutcome } from './LineOutcome.tsx'

const PER_CALL = 100

/** Loads every line, and prints them as one table: on paper, or as a PDF. `printed` has to be drawn. */
export function usePrintReview(review: ReviewPage) {
  const [lines, setLines] = useState<ReviewLine[] | null>(null)
  const load = useAction(async () => {
    const all: ReviewLine[] = []
    for (let page = 0; all.length < review.total; page++) {
      const { rows } = await call(listReviewLines, { reviewId: review._id, page, pageSize: PER_CALL })
      if (rows.length === 0) break
      all.push(...rows)
    }
    setLines(all)
  })
  useEffect(() => {
    if (lines === null) return
    window.print()
    setLines(null)
  }, [lines])
  // The table stands beside the page, so that nothing of the page takes room on paper.
  const place = document.querySelector('.record') ?? document.body
  return { ...load, printed: lines && createPortal(<Printed review={review} lines={lines} />, place) }
}

function Printed({ review, lines }: { review: ReviewPage; lines: ReviewLine[] }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="review-print">
      <h1>{review.name}</h1>
      <p>
        {t('Started by {{owner}}, due on {{day}}.', {
          owner: review.owner.name,
          day: dayInWords(review.dueOn, i18n.language),
        })}{' '}
        {t(SILENCE_WORDS[review.silence])}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Person')}</th>
            <th scope="col">{t('Access')}</th>
            <th scope="col">{t('What is known')}</th>
            <th scope="col">{t('Decision')}</th>
            <th scope="col">{t('Result')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line._id}>
              <td>
                {line.person.name}
                <br />
                {line.person.email}
              </td>
              <td>{[line.role, line.application.name, line.client.name].join(' · ')}</td>
              <td>{evidenceInWords(t, i18n.language, line).join('; ')}</td>
              <td>
                {[decisionInWords(t, i18n.language, line) || t('Undecided'), line.decidedBy, line.comment]
                  .filter(Boolean)
                  .join(', ')}
              </td>
              <td>
                <LineOutcome line={line} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
