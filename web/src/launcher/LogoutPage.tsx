import type { Output } from '@gatehouse/contract/endpoint.ts'
import { getEndedSession } from '@gatehouse/contract/session.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { ToldApplications } from './ToldApplications.tsx'

export type EndedApplication = Output<typeof getEndedSession>['applications'][number]

/** After a session has ended: tells the applications opened in it, and says truthfully which of them were told. */
export function LogoutPage() {
  const { t } = useTranslation()
  const [applications, setApplications] = useState<EndedApplication[] | null>(null)
  const load = useAction(async () => setApplications((await call(getEndedSession, {})).applications))
  usePageTitle(t('Signing out'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => void load.run(), [])

  return (
    <CardPage title={t('Signing out')}>
      <ErrorAlert error={load.error} />
      {applications ? (
        <ToldApplications applications={applications} />
      ) : load.error ? (
        <Link to="/login" className="button button-primary button-large">
          {t('Continue to sign in')}
        </Link>
      ) : (
        <Spinner size={28} />
      )}
    </CardPage>
  )
}
