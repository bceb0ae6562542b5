import type { SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { saidText } from './sheet-words.ts'

/** More would make the dialog slow; the draft shows all. */
const SHOWN = 200

/** What was understood of each line. */
export function SheetLines({ preview: { lines, findings } }: { preview: SheetPreview }) {
  const { t, i18n } = useTranslation()
  const errors = Map.groupBy(
    findings.filter(({ severity }) => severity === 'error'),
    ({ line }) => line,
  )
  /** A line that was read, and whose role nobody has made. */
  const lacksRole = (line: number) => errors.get(line)?.every(({ code }) => code === 'role-unknown') === true
  if (lines.length === 0) return null
  const heading = t('What was understood')
  return (
    <section className="approval-group">
      <h3>{heading}</h3>
      <ul className="approval-findings sheet-lines" aria-label={heading}>
        {lines.slice(0, SHOWN).map((line) => (
          <li key={line.line}>
            <div>
              <b>{line.role}</b> {[line.client, line.page].filter(Boolean).join(' · ')}
              <p className="versions-note">{[t('Line {{line}}', { line: line.line }), saidText(line)].join(' · ')}</p>
            </div>
            {!line.isUnderstood && (
              <StatusBadge status={lacksRole(line.line) ? 'No such role' : 'Not understood'} tone="error" />
            )}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && (
        <p className="versions-note">
          {t('The first {{number}} of them are listed.', { number: formatNumber(SHOWN, i18n.language) })}
        </p>
      )}
    </section>
  )
}
