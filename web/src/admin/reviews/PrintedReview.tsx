import type { ReviewLine, ReviewPage } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime } from '../../i18n/format.ts'
import { LineDecision } from '../../reviews/LineCells.tsx'
import { dayInWords, evidenceInWords, FLAG_WORDS, SILENCE_WORDS } from '../../reviews/review-words.ts'
import { LineOutcome } from './LineOutcome.tsx'
import { REVIEWER_RULE_WORDS, stateOf } from './review-state.ts'

type Props = {
  review: ReviewPage
  lines: ReviewLine[]
  /** The SHA-256 of the file of the result, which is signed: it ties the paper to it. */
  digest: string
}

/** A review on paper. */
export function PrintedReview({ review, lines, digest }: Props) {
  const { t, i18n } = useTranslation()
  const { name, owner, startedAt, endedAt, dueOn, silence, reviewers, reviewerRule, stages } = review
  const moment = (at: string) => formatDayAndTime(new Date(at), i18n.language)
  const people = reviewers.map((one) =>
    stages === 2 ? t('{{name}} (stage {{stage}})', { name: one.name, stage: one.stage }) : one.name,
  )
  const knownOf = (line: ReviewLine) => [
    ...line.flags.map((flag) => t(FLAG_WORDS[flag])),
    ...evidenceInWords(t, i18n.language, line),
  ]
  const facts: [string, string][] = [
    [t('Review id'), review._id],
    [t('Status'), t(stateOf(review).status)],
    [t('Started'), `${moment(startedAt)} · ${owner.name}`],
    [t('Ended'), endedAt === null ? t('Not yet') : moment(endedAt)],
    [t('Due date'), `${dayInWords(dueOn, i18n.language)}. ${t(SILENCE_WORDS[silence])}`],
    [t('Reviewers'), `${t(REVIEWER_RULE_WORDS[reviewerRule])}: ${people.join(', ')}`],
    [t('SHA-256 of the signed file'), digest],
  ]
  return (
    <div className="review-print">
      <h1>{name}</h1>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
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
              <td>{knownOf(line).join('; ')}</td>
              <td>
                <LineDecision line={line} />
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
