import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Finding, findingText, SEVERITY_ICONS, severityName } from './approval-finding.ts'
import { MarkGap } from './intended/MarkGap.tsx'
import { MendButton } from './mends/MendButton.tsx'

type Props = {
  finding: Finding
  place: { applicationId: string; clientId: string }
  /** Whether it is one of the matrix that counts now, which alone is mended from here. */
  isCounting: boolean
  /** The version of the matrix, where gaps can be marked as intended. */
  version?: number | null
}

/** One finding, with links to the records that mend it. */
export function ApprovalFinding({ finding, place, isCounting, version = null }: Props) {
  const { t } = useTranslation()
  const { severity, code, roles, pages } = finding
  const Icon = SEVERITY_ICONS[severity]
  const isOfPage = code === 'page-inactive' || code === 'page-without-rows'
  return (
    <li data-severity={severity}>
      <Icon size={18} aria-hidden />
      <div>
        <span className="visually-hidden">{severityName(severity)}: </span>
        {findingText(finding)}
        {((isOfPage ? pages : roles).length > 0 || (isCounting && (finding.mayBeMended || finding.isGap))) && (
          <div className="approval-links">
            {isCounting && <MendButton finding={finding} place={place} />}
            {version !== null && <MarkGap finding={finding} place={place} version={version} />}
            {isOfPage
              ? pages.map(({ _id, name }) => (
                  <Link
                    key={_id}
                    to="/dashboard/appPage"
                    search={{ applicationId: place.applicationId, field: 'page', search: name, open: _id }}
                  >
                    {t('Open {{name}}', { name })}
                  </Link>
                ))
              : roles.map(({ _id, name, clientId }) => (
                  <Link
                    key={_id}
                    to="/dashboard/Eroleclient"
                    search={{ ...place, clientId, field: 'name', search: name, open: _id }}
                  >
                    {t('Open {{name}}', { name })}
                  </Link>
                ))}
          </div>
        )}
      </div>
    </li>
  )
}
