import { readRecovery, recoverAccount } from '@gatehouse/contract/recoveries.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { DeadLink } from './DeadLink.tsx'
import { LookingAtLink } from './LookingAtLink.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

/** Where the link of an account recovery leads: a new password, and nothing of what signed in before. */
export function RecoverPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const [email, setEmail] = useState('')
  const { state, look, use } = useOneTimeLink({
    name: 'recover',
    inPath: id,
    removeFromPath: () => void navigate({ to: '/recover/{-$id}', params: { id: undefined }, replace: true }),
    isUsable: async (uuid) => {
      const found = await call(readRecovery, { uuid })
      setEmail(found.email)
      return found.isUsable
    },
    isWellFormed: (uuid) => readRecovery.request.safeParse({ uuid }).success,
    refusal: 'recovery_invalid',
  })
  usePageTitle(t('Recover your account'))

  return (
    <CardPage
      title={t('Recover your account')}
      lead={
        state === 'form'
          ? t('You sign in with {{email}} from now on. Your old password, passkeys, apps and recovery codes end.', {
              email,
            })
          : undefined
      }
      below={state !== 'invalid' && <Link to="/login">{t('Back to sign-in')}</Link>}
    >
      {state === 'looking' && <LookingAtLink look={look} />}
      {state === 'form' && (
        <ResetPasswordForm onSubmit={(newPassword) => use((uuid) => call(recoverAccount, { uuid, newPassword }))} />
      )}
      {state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login', search: { login_hint: email } })}>
          {t(recoverAccount.message)}
        </Continue>
      )}
      {state === 'invalid' && <DeadLink refusal="recovery_invalid" />}
    </CardPage>
  )
}
