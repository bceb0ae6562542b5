import type { CodeSent } from '@gatehouse/contract/signin.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHandedOver } from '../session/use-handed-over.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { useSettings } from '../session/use-session.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { type Credentials, CredentialsForm } from './CredentialsForm.tsx'
import { InboxHint } from './InboxHint.tsx'
import { OtpStep } from './OtpStep.tsx'

type Props = {
  title: string
  isEmailOnly?: boolean
  hasRememberMe?: boolean
  /** Step one; which call it is makes the difference between the doors (decision S5). */
  begin: (credentials: Credentials) => Promise<CodeSent>
}

/** Signing in with a password and then a code. */
export function SignInPage({ title, isEmailOnly = false, hasRememberMe = false, begin }: Props) {
  const { t } = useTranslation()
  const { vendorRegistrationUrl } = useSettings()
  const { notice } = useHandedOver()
  const [begun, setBegun] = useState<{ identifier: string; sent: CodeSent } | null>(null)
  usePageTitle(title)

  async function handleSubmit(credentials: Credentials) {
    setBegun({ identifier: credentials.username, sent: await begin(credentials) })
  }

  if (begun) return <OtpStep {...begun} onRestart={() => setBegun(null)} />
  return (
    <CardPage
      title={title}
      below={
        <>
          <p>
            {t('New here?')} <Link to="/register">{t('Register')}</Link>
          </p>
          {vendorRegistrationUrl && <a href={vendorRegistrationUrl}>{t('Vendor registration')}</a>}
          <InboxHint />
        </>
      }
    >
      {notice && <Alert tone="warning">{t(notice)}</Alert>}
      <CredentialsForm isEmailOnly={isEmailOnly} hasRememberMe={hasRememberMe} onSubmit={handleSubmit} />
    </CardPage>
  )
}
