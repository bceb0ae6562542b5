import { consumeRequestEmailOtp } from '@gatehouse/contract/signin.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useHandedOver } from '../session/use-handed-over.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { InboxHint } from './InboxHint.tsx'
import { type Verification, VerifyEmailForm } from './VerifyEmailForm.tsx'

/** Serves /verifyemail and /verifyemailassign: the latter passes on what the link names. */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { Application, Client } = useSearch({ strict: false })
  const { email = '', resendInSeconds = 0 } = useHandedOver()
  const [isVerified, setIsVerified] = useState(false)
  usePageTitle(t('Verify your email'))

  async function handleSubmit(verification: Verification) {
    await call(consumeRequestEmailOtp, { ...verification, Application, Client })
    setIsVerified(true)
  }

  return (
    <CardPage
      title={t('Verify your email')}
      lead={!isVerified && t('Enter the code that we sent to your email address.')}
      below={
        <>
          <Link to="/login">{t('Back to sign-in')}</Link>
          <InboxHint />
        </>
      }
    >
      {isVerified ? (
        <Continue onContinue={() => void navigate({ to: '/login' })}>{t(consumeRequestEmailOtp.message)}</Continue>
      ) : (
        <VerifyEmailForm email={email} resendInSeconds={resendInSeconds} onSubmit={handleSubmit} />
      )}
    </CardPage>
  )
}
