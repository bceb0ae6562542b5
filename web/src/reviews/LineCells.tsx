import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import './reviews.css'
import { decisionInWords, evidenceInWords, FLAG_WORDS, type LineFacts } from './review-words.ts'

/** Whose access it is. */
export function LinePerson({ line: { person } }: { line: LineFacts }) {
  return (
    <div className="cell-lines">
      <strong>{person.name}</strong>
      <small>{person.email}</small>
    </div>
  )
}

/** What is assigned. */
export function LineAccess({ line: { application, client, role } }: { line: LineFacts }) {
  return (
    <div className="cell-lines">
      {role}
      <small>{`${application.name} · ${client.name}`}</small>
    </div>
  )
}

/** What is known about it, with what needs attention first. */
export function LineEvidence({ line }: { line: LineFacts }) {
  const { t, i18n } = useTranslation()
  return (
    <div className="cell-lines">
      {line.flags.length > 0 && (
        <span className="review-flags">
          {line.flags.map((flag) => (
            <StatusBadge key={flag} status={FLAG_WORDS[flag]} tone="warning" />
          ))}
        </span>
      )}
      <ul className="review-evidence">
        {evidenceInWords(t, i18n.language, line).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

/** What was decided, by whom and why; with the first stage before it. */
export function LineDecision({ line }: { line: LineFacts }) {
  const { t, i18n } = useTranslation()
  const { first, decision, comment, decidedBy, isHasty } = line
  if (decision === null) return <span className="cell-lines">{t('Undecided')}</span>
  return (
    <div className="cell-lines">
      {decisionInWords(t, i18n.language, line)}
      <small>{[decidedBy, comment].filter(Boolean).join(': ')}</small>
      {isHasty && <small>{t('Decided within seconds, together with others')}</small>}
      {first && (
        <small>
          {t('First: {{decision}}', {
            decision: [decisionInWords(t, i18n.language, first), first.decidedBy, first.comment]
              .filter(Boolean)
              .join(', '),
          })}
        </small>
      )}
    </div>
  )
}
