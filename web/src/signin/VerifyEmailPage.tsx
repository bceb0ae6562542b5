import type { Output } from '@gatehouse/contract/endpoint.ts'
import { consumeRequestEmailOtp } from '@gatehouse/contract/signin.ts'
import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useHandedOver } from '../session/use-handed-over.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { useWayOn } from '../session/use-way-on.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { InboxHint } from './InboxHint.tsx'
import { type Verification, VerifyEmailForm } from './VerifyEmailForm.tsx'

/** Serves /verifyemail and /verifyemailassign: the latter passes on what the link names. */
export function VerifyEmailPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wayOn = useWayOn()
  const { Application, Client } = useSearch({ strict: false })
  const { email = '', resendAt = 0 } = useHandedOver()
  const [verified, setVerified] = useState<Output<typeof consumeRequestEmailOtp> | null>(null)
  const [verifiedEmail, setVerifiedEmail] = useState('')
  usePageTitle(t('Verify your email'))

  const toLogin = () => void navigate({ to: '/login', search: wayOn, state: { email: verifiedEmail } })

  async function handleSubmit(verification: Verification) {
    setVerifiedEmail(verification.email)
    setVerified(await call(consumeRequestEmailOtp, { ...verification, Application, Client }))
  }

  return (
    <CardPage
      title={t('Verify your email')}
      lead={verified === null && t('Enter the code that we sent to your email address.')}
      below={
        <>
          <Link to="/login" search={wayOn}>
            {t('Back to sign-in')}
          </Link>
          <InboxHint />
        </>
      }
    >
      {verified === null ? (
        <VerifyEmailForm email={email} resendAt={resendAt} onSubmit={handleSubmit} />
      ) : verified.isRefused ? (
        // It does not go on by itself: this has to be read.
        <FormEnd success={{ text: t(consumeRequestEmailOtp.message) }}>
          <Alert tone="warning">{t(VISITOR_ERRORS.self_registration_refused.msg)}</Alert>
          <Button size="large" autoFocus onClick={toLogin}>
            {t('Continue')}
          </Button>
        </FormEnd>
      ) : (
        <Continue onContinue={toLogin}>{t(consumeRequestEmailOtp.message)}</Continue>
      )}
    </CardPage>
  )
}
