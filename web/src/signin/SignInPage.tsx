import type { CodeSent } from '@gatehouse/contract/signin.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHandedOver } from '../session/use-handed-over.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { useEndReason, useSettings } from '../session/use-session.ts'
import { useWayOn } from '../session/use-way-on.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { type Credentials, CredentialsForm, type Target } from './CredentialsForm.tsx'
import { InboxHint } from './InboxHint.tsx'
import { OtpStep } from './OtpStep.tsx'
import { useCodeStep } from './use-code-step.ts'
import { useFinishSignIn } from './use-finish-sign-in.ts'

type Props = {
  title: string
  isEmailOnly?: boolean
  hasRememberMe?: boolean
  target?: Target
  /** Step one. The sign-in pages differ only by this call (requirement S5). */
  begin: (credentials: Credentials) => Promise<CodeSent>
}

/** Signing in with a password and then a code. */
export function SignInPage({ title, isEmailOnly = false, hasRememberMe = false, target, begin }: Props) {
  const { t } = useTranslation()
  const { vendorRegistrationUrl } = useSettings()
  const endReason = useEndReason()
  const { notice = endReason } = useHandedOver()
  // Signing in by code goes to the dashboard, not to the application that /ssologin is for.
  const { base } = useSearch({ strict: false })
  const wayOn = useWayOn()
  const code = useCodeStep()
  const finish = useFinishSignIn()
  usePageTitle(title)

  async function handleSubmit(credentials: Credentials) {
    const sent = await begin(credentials)
    // In a browser that is remembered.
    if (sent.signedIn) return finish(sent.signedIn.next)
    code.show({ identifier: credentials.username, sent })
  }

  if (code.isShown) return <OtpStep begun={code.begun} onRestart={code.leave} />
  return (
    <CardPage
      title={title}
      below={
        <>
          {base === undefined && (
            <Link to="/otp" search={(before) => before}>
              {t('Sign in with a code')}
            </Link>
          )}
          <p>
            {t('New here?')}{' '}
            <Link to="/register" search={wayOn}>
              {t('Register')}
            </Link>
          </p>
          {vendorRegistrationUrl && <a href={vendorRegistrationUrl}>{t('Vendor registration')}</a>}
          <InboxHint />
        </>
      }
    >
      {notice && <Alert tone="warning">{t(notice)}</Alert>}
      <CredentialsForm
        isEmailOnly={isEmailOnly}
        hasRememberMe={hasRememberMe}
        target={target}
        onSubmit={handleSubmit}
      />
    </CardPage>
  )
}
