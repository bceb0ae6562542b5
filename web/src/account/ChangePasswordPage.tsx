import { changePassword } from '@gatehouse/contract/signin.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { renewHandshake } from '../handshake.ts'
import { useLeave } from '../session/use-leave.ts'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { Continue } from '../ui/Continue.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import './change-password.css'
import { ChangePasswordForm, type PasswordChange } from './ChangePasswordForm.tsx'

export function ChangePasswordPage() {
  const { t } = useTranslation()
  const [isChanged, setIsChanged] = useState(false)
  // Requirement W7 leads to /login, which a person with a session never sees: hence the sign-out.
  const leave = useAction(useLeave())
  const title = useScreenTitle()

  async function handleSubmit({ oldPassword, newPassword }: PasswordChange) {
    await call(changePassword, { oldPassword, newPassword })
    setIsChanged(true)
    await renewHandshake() // The session has a new secret, and with it a new CSRF token.
  }

  return (
    <div className="change-password">
      <h1>{title}</h1>
      <p>{t('Changing your password ends all your sessions. Then sign in with the new one.')}</p>
      <p>
        <Link to="/dashboard/sessions">{t('See where you are signed in')}</Link>
      </p>
      <div className="change-password-card">
        <ErrorAlert error={leave.error} />
        {isChanged ? (
          <Continue onContinue={leave.run}>{t(changePassword.message)}</Continue>
        ) : (
          <ChangePasswordForm onSubmit={handleSubmit} />
        )}
      </div>
    </div>
  )
}
