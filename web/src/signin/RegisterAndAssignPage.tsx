import type { Output } from '@gatehouse/contract/endpoint.ts'
import { getSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { useIsSignedIn } from '../session/use-session.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { JoinApplication } from './JoinApplication.tsx'
import { RegisterPage } from './RegisterPage.tsx'

type Invitation = Output<typeof getSelfRegistration>

/** What an invitation to an application and client leads to: registering, or adding it to the account that one has. */
export function RegisterAndAssignPage() {
  const { t } = useTranslation()
  const isSignedIn = useIsSignedIn()
  const { Application = '', Client = '' } = useSearch({ strict: false })
  const [invitation, setInvitation] = useState<Invitation | 'none' | null>(null)
  const search = useAction(async () => {
    const found = Application && Client ? await call(getSelfRegistration, { Application, Client }) : null
    setInvitation(found?.isOpen ? found : 'none')
  })
  usePageTitle(t('Register'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link does not change while the page is open
  useEffect(() => void search.run(), [])

  if (invitation !== null && invitation !== 'none') {
    const names = { Application, Client }
    const { application, client } = invitation
    if (isSignedIn) return <JoinApplication application={application} client={client} names={names} />
    const lead = t('You are registering for {{application}} ({{client}})', { application, client })
    return <RegisterPage lead={lead} assignTo={names} />
  }
  if (invitation === null && !search.error) return <Spinner size={28} />
  return (
    <CardPage title={t('Register')}>
      <ErrorAlert error={search.error}>
        <Button variant="neutral" isBusy={search.isBusy} onClick={() => void search.run()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
      {invitation === 'none' && (
        <Alert tone="error">
          {t('This invitation is not valid, or registration is closed. Ask the person who sent it.')}
        </Alert>
      )}
      {isSignedIn ? (
        <Link to="/dashboard/app" className="button button-primary button-large">
          {t('Go to your applications')}
        </Link>
      ) : (
        <Link to="/register" className="button button-primary button-large">
          {t('Register without this link')}
        </Link>
      )}
    </CardPage>
  )
}
