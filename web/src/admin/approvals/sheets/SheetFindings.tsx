import type { SheetFinding, SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { SEVERITY_ICONS, severityName } from '../approval-finding.ts'
import { placeText, sheetFindingText } from './sheet-words.ts'

/** What was not understood of a file, and what was and could surprise. */
export function SheetFindings({ preview, onMakeRole }: { preview: SheetPreview; onMakeRole: MakeRole }) {
  const { t } = useTranslation()
  const of = (severity: SheetFinding['severity']) => preview.findings.filter((one) => one.severity === severity)
  return (
    <>
      <Group
        heading={t('Not understood')}
        findings={of('error')}
        total={preview.counts.error}
        kind={preview.kind}
        onMakeRole={onMakeRole}
      />
      <Group
        heading={t('Understood, but worth a look')}
        findings={of('warning')}
        total={preview.counts.warning}
        kind={preview.kind}
        onMakeRole={onMakeRole}
      />
    </>
  )
}

/** Opens the form of an application role that a file names and nobody has made yet. */
export type MakeRole = (role: { name: string; clientId: string }) => void

type Props = {
  heading: string
  findings: SheetFinding[]
  total: number
  kind: SheetPreview['kind']
  onMakeRole: MakeRole
}

function Group({ heading, findings, total, kind, onMakeRole }: Props) {
  const { t, i18n } = useTranslation()
  if (total === 0) return null
  const hidden = total - findings.length
  return (
    <section className="approval-group">
      <h3>{heading}</h3>
      {findings.length > 0 && (
        <ul className="approval-findings" aria-label={heading}>
          {findings.map((finding) => {
            const Icon = SEVERITY_ICONS[finding.severity]
            const { code, line, column, value, clientId } = finding
            return (
              <li key={[code, line, column, value].join(' ')} data-severity={finding.severity}>
                <Icon size={18} aria-hidden />
                <div>
                  <span className="visually-hidden">{severityName(finding.severity)}: </span>
                  {sheetFindingText(finding)}
                  <p className="versions-note">{placeText(finding, kind)}</p>
                  {code === 'role-unknown' && clientId !== undefined && (
                    <Button variant="link" onClick={() => onMakeRole({ name: value, clientId })}>
                      {t('Make the role {{role}}', { role: value })}
                    </Button>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {hidden > 0 && (
        <p className="versions-note">
          {t('Not listed here: {{number}} more', { number: formatNumber(hidden, i18n.language) })}
        </p>
      )}
    </section>
  )
}
