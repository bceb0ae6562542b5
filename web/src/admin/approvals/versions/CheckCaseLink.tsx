import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../../../ui/button.css'
import { NO_CASE, writeCheck } from '../use-check-address.ts'

type Props = { applicationId: string; draftId?: string; version?: number }

/** Opens the check with a case of this application, answered by a draft or a version. */
export function CheckCaseLink({ applicationId, draftId = '', version }: Props) {
  const { t } = useTranslation()
  const asked = { ...NO_CASE, draftId, version: version === undefined ? '' : String(version) }
  return (
    <Link
      to="/dashboard/approvalProcess"
      search={writeCheck({ applicationId, clientId: '', view: 'explain', asked }) as never}
      className={version === undefined ? 'button button-neutral' : 'button button-link'}
      aria-label={version === undefined ? undefined : t('Check a case by version {{version}}', { version })}
    >
      {t('Check a case')}
    </Link>
  )
}
