import { login } from '@gatehouse/contract/signin.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { SignInPage } from './SignInPage.tsx'

export function LoginAndRegisterPage() {
  const { t } = useTranslation()
  return (
    <SignInPage
      title={t('Sign In with One Time Credentials and Register')}
      isEmailOnly
      hasRememberMe
      begin={({ username, password, rememberMe }) => call(login, { email: username, password, rememberMe })}
    />
  )
}
