import { identifierField } from '@gatehouse/contract/identifier.ts'
import { login } from '@gatehouse/contract/signin.ts'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useBrand } from '../session/use-branding.ts'
import { SignInPage } from './SignInPage.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const brand = useBrand()
  // An application asks for both steps, or for a sign-in of now.
  const { again, steps } = useSearch({ strict: false })
  const secondStep = again !== undefined || steps !== undefined
  return (
    <SignInPage
      title={t('Sign in to {{brand}}', { brand })} // 'Sign in to EAI' with the default brand
      begin={({ username, password }) => call(login, { ...identifierField(username), password, secondStep })}
    />
  )
}
