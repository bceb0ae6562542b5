import type { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../i18n/format.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { rangeText } from '../approval-role.ts'
import { ApprovalLimits } from './ApprovalLimits.tsx'
import { AssignmentLine } from './AssignmentLine.tsx'
import { publishedWords } from './grant-words.ts'
import { missingPieces } from './missing-pieces.ts'

type Explained = Output<typeof explainApproval>
type Person = NonNullable<Explained['person']>

/** What a person may do about a document, by which assignment, row and stand-in, or what is missing. */
export function ApprovalVerdict({ explained, person }: { explained: Explained; person: Person }) {
  const { t } = useTranslation()
  const { name, action, decision, reasons, onBehalfOf } = person
  if (decision === 'allow')
    return (
      <div className="approval-path">
        <p className="approval-verdict" role="status">
          <CircleCheck size={18} aria-hidden />
          {onBehalfOf
            ? t('{{name}} may act now for {{lender}}: {{action}}.', {
                name,
                lender: onBehalfOf.name,
                action: t(action),
              })
            : t('{{name}} may act now: {{action}}.', { name, action: t(action) })}
        </p>
        <Path person={person} />
      </div>
    )
  const isLater = reasons.every((reason) => reason === 'not-your-step')
  return (
    <div className="approval-path">
      <Alert tone={isLater ? 'info' : 'warning'}>
        <p>
          {isLater
            ? t('{{name}} may act later: {{action}}.', { name, action: t(action) })
            : t('{{name}} may not act on this document.', { name })}
        </p>
        {missingPieces(person, explained).map((piece) => (
          <p key={piece}>{piece}</p>
        ))}
      </Alert>
      <Path person={person} />
    </div>
  )
}

/** The assignment, what is lent, and the rows that were considered. */
function Path({ person: { assignment, standIn, onBehalfOf, rows } }: { person: Person }) {
  const { t, i18n } = useTranslation()
  // The moment in which it ends is the first one of the next day.
  const last = (moment: string) => formatDay(new Date(Date.parse(moment) - 1), i18n.language)
  if (assignment === null && rows.length === 0) return null
  return (
    <ul className="approval-act" aria-label={t('Where the authority comes from')}>
      {assignment !== null && <AssignmentLine assignment={assignment} />}
      {standIn !== null && onBehalfOf !== null && (
        <li>
          {t('{{lender}} lends {{role}} until {{until}}; added by {{by}} on {{day}}', {
            ...{
              lender: onBehalfOf.name,
              role: standIn.role,
              until: last(standIn.until),
              by: standIn.createdBy || t('Somebody'),
            },
            day: formatDay(new Date(standIn.createdAt), i18n.language),
          })}
        </li>
      )}
      {rows.map((row) => (
        <li key={row._id}>
          {row.catchAll ? (
            t('Catch-all role: {{role}}', { role: row.role })
          ) : (
            <>
              {t('Row: {{role}}', { role: row.role })} · {t(row.action)} · {rangeText(row) || t('any amount')}{' '}
              <ApprovalLimits row={row} />
            </>
          )}
          {row.granted !== null && ` · ${publishedWords(row.granted)}`}
          {/* The limits are those of the role, and may be newer than the row. */}
          {row.roleGranted !== null && row.roleGranted.at !== row.granted?.at && (
            <> · {t('limits {{published}}', { published: publishedWords(row.roleGranted) })}</>
          )}
        </li>
      ))}
    </ul>
  )
}
