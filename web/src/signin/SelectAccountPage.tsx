import { fullName } from '@gatehouse/contract/people.ts'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { useWaitingRequest } from './use-waiting-request.ts'
import { WaitingPage } from './WaitingPage.tsx'

/** Asks as whom somebody goes on, for an application that wants to know (OpenID Connect Core §3.1.2.1). */
export function SelectAccountPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const { request = '' } = useSearch({ strict: false }) as { request?: string }
  const { waiting, answer, failure } = useWaitingRequest()
  const name = waiting?.application.name ?? ''
  const signInAgain = `/login?${new URLSearchParams({ returnTo: `/oauth2/authorize/${request}`, again: '1' })}`

  return (
    <WaitingPage title={t('Sign in to {{name}}', { name })} waiting={waiting} failure={failure}>
      {() => (
        <div className="form">
          <p>{t('Choose the account to sign in to {{name}} with.', { name })}</p>
          <div className="waiting-answers">
            <Button size="large" isBusy={answer.isBusy} onClick={() => void answer.run(true)}>
              {t('Continue as {{name}}', { name: fullName(user) })}
            </Button>
            <a className="button button-neutral button-large" href={signInAgain}>
              {t('Use another account')}
            </a>
          </div>
          <p className="waiting-note">
            {t('Signing in with another account signs {{email}} out here.', { email: user.email })}
          </p>
        </div>
      )}
    </WaitingPage>
  )
}
