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

type EndedSession = Output<typeof getEndedSession>

const ASK_MS = 1000
/** How long the page waits for what is under way. */
const ASK_TIMES = 5

/** After a session has ended: tells the applications opened in it, and says truthfully which of them were told. */
export function LogoutPage() {
  const { t } = useTranslation()
  const [ended, setEnded] = useState<EndedSession | null>(null)
  const [asked, setAsked] = useState(0)
  const load = useAction(async () => setEnded(await call(getEndedSession, {})))
  const isUnderWay = ended === null || ended.applications.some(({ byServer }) => byServer === 'waiting')
  usePageTitle(t('Signing out'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the page opens, and again while something is under way
  useEffect(() => {
    void load.run().then(() => setTimeout(() => setAsked((times) => times + 1), ASK_MS))
  }, [isUnderWay && asked < ASK_TIMES ? asked : null])

  return (
    <CardPage title={t('Signing out')}>
      <ErrorAlert error={load.error} />
      {ended ? (
        <ToldApplications {...ended} />
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
