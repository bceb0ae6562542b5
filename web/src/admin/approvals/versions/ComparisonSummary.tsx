import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import type { DraftComparison, DraftFinding } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { Alert } from '../../../ui/Alert.tsx'
import '../approval-check.css'
import { findingText, SEVERITY_ICONS, severityName } from '../approval-finding.ts'
import { MendButton } from '../mends/MendButton.tsx'
import { RoutingChange } from '../routing/RoutingChange.tsx'

export const changesNothing = ({ rows, routing }: DraftComparison) =>
  rows.added + rows.changed + rows.removed === 0 && routing === null

type Props = {
  comparison: DraftComparison
  /** In which the problems can be mended. */
  draft?: DraftPage
  /** It restores a former version. */
  isRestoring?: boolean
}

/** What a draft would change in numbers, and its problems. */
export function ComparisonSummary({ comparison, draft, isRestoring = false }: Props) {
  const { t, i18n } = useTranslation()
  const { rows, routing, people, clashes, errors, warnings, kept } = comparison
  const number = (value: number) => formatNumber(value, i18n.language)
  if (changesNothing(comparison)) return <Alert tone="info">{t('This draft changes nothing.')}</Alert>
  return (
    <div className="draft-summary">
      <ul className="draft-figures">
        <li>{t('Rules added: {{number}}', { number: number(rows.added) })}</li>
        <li>{t('Rules changed: {{number}}', { number: number(rows.changed) })}</li>
        <li>{t('Rules removed: {{number}}', { number: number(rows.removed) })}</li>
        <li>{t('People who gain authority: {{number}}', { number: number(people.gain) })}</li>
        <li>{t('People who lose authority: {{number}}', { number: number(people.lose) })}</li>
      </ul>
      {routing && <RoutingChange {...routing} />}
      {clashes > 0 && (
        <Alert tone="error">
          {t('What counts was changed where this draft changes it too. Keep or undo those changes first.')}
        </Alert>
      )}
      <Problems heading={t('New errors: mend them before you publish')} findings={errors} draft={draft} />
      <Problems heading={t('New warnings')} findings={warnings} draft={draft} />
      <Problems
        heading={
          isRestoring
            ? t('Errors that exist today, or did in the version that is restored')
            : t('Errors that exist today')
        }
        findings={kept}
        draft={draft}
      />
    </div>
  )
}

type ProblemsProps = { heading: string; findings: DraftFinding[]; draft: DraftPage | undefined }

function Problems({ heading, findings, draft }: ProblemsProps) {
  if (findings.length === 0) return null
  return (
    <section className="approval-group">
      <h3>{heading}</h3>
      <ul className="approval-findings" aria-label={heading}>
        {findings.map((finding) => (
          <Problem
            key={`${finding.client._id} ${finding.pages.map(({ _id }) => _id)} ${finding.text}`}
            finding={finding}
            draft={draft}
          />
        ))}
      </ul>
    </section>
  )
}

function Problem({ finding, draft }: { finding: DraftFinding; draft: DraftPage | undefined }) {
  const { t } = useTranslation()
  const { severity, client, pages } = finding
  const Icon = SEVERITY_ICONS[severity]
  const where = [client.name, pages.length > 0 ? pages.map(({ name }) => name).join(', ') : t('All pages')]
  return (
    <li data-severity={severity}>
      <Icon size={18} aria-hidden />
      <div>
        <span className="visually-hidden">{severityName(severity)}: </span>
        {findingText(finding)}
        <p className="versions-note">{where.join(' · ')}</p>
        {draft && (
          <MendButton
            finding={finding}
            place={{ applicationId: draft.application._id, clientId: client._id }}
            draft={draft}
          />
        )}
      </div>
    </li>
  )
}
