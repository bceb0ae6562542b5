import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../../../ui/button.css'
import { NO_CASE, writeCheck } from '../use-check-address.ts'

type AnsweredBy = { draftId?: string; version?: number }

/** Opens the check with a case of this application, answered by a draft. */
export function CheckCaseLink({ applicationId, draftId }: { applicationId: string; draftId: string }) {
  const { t } = useTranslation()
  return (
    <Link {...checkCase(applicationId, { draftId })} className="button button-neutral">
      {t('Check a case')}
    </Link>
  )
}

/** Where the check asks for a case of this application, answered by a draft or a version. */
export function checkCase(applicationId: string, { draftId = '', version }: AnsweredBy) {
  const asked = { ...NO_CASE, draftId, version: version === undefined ? '' : String(version) }
  return {
    to: '/dashboard/approvalProcess',
    search: writeCheck({ applicationId, clientId: '', view: 'explain', asked }) as never,
  } as const
}
