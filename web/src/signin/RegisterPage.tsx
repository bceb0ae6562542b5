import { signUp } from '@gatehouse/contract/signin.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { useWayOn } from '../session/use-way-on.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { callWithWork } from './proof-of-work/with-work.ts'
import { RegisterForm, type Registration } from './RegisterForm.tsx'
import { Working } from './Working.tsx'

type Props = {
  lead?: ReactNode
  /** What the new account is to be assigned to once its email is verified (requirement S6). */
  assignTo?: { Application: string; Client: string }
}

export function RegisterPage({ lead, assignTo }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wayOn = useWayOn()
  const [registered, setRegistered] = useState<{ email: string; resendAt: number } | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  usePageTitle(t('Register'))

  async function handleSubmit(registration: Registration) {
    try {
      const sent = { ...registration, ...assignTo }
      const { email, resendInSeconds } = await callWithWork(signUp, sent, () => setIsWorking(true))
      setRegistered({ email, resendAt: Date.now() + resendInSeconds * 1000 })
    } finally {
      setIsWorking(false)
    }
  }

  function handleContinue() {
    const state = registered ?? {}
    if (assignTo) void navigate({ to: '/verifyemailassign', search: assignTo, state })
    else void navigate({ to: '/verifyemail', search: wayOn, state })
  }

  return (
    <CardPage
      title={t('Register')}
      lead={lead}
      below={
        <p>
          {t('Have an account?')}{' '}
          <Link to="/login" search={assignTo ? { returnTo: invitationLink(assignTo) } : wayOn}>
            {assignTo ? t('Sign in to add it to your account') : t('Login')}
          </Link>
        </p>
      }
    >
      {registered ? (
        <Continue onContinue={handleContinue}>{t(signUp.message)}</Continue>
      ) : (
        <>
          <RegisterForm submitLabel={t('Register')} onSubmit={handleSubmit} />
          <Working isWorking={isWorking} />
        </>
      )}
    </CardPage>
  )
}

/** Back to the invitation: people who are signed in accept it there. */
const invitationLink = (names: { Application: string; Client: string }) =>
  `/registerandassign?${new URLSearchParams(names)}`
