import { readRecovery, recoverAccount } from '@gatehouse/contract/recoveries.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Continue } from '../ui/Continue.tsx'
import { LinkPage } from './LinkPage.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

/** Where the link of an account recovery leads: a new password, and nothing of what signed in before. */
export function RecoverPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const [email, setEmail] = useState('')
  const link = useOneTimeLink({
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

  return (
    <LinkPage
      title={t('Recover your account')}
      lead={t('You sign in with {{email}} from now on. Your old password, passkeys, apps and recovery codes end.', {
        email,
      })}
      link={link}
    >
      {link.state === 'form' && (
        <ResetPasswordForm
          onSubmit={(newPassword) => link.use((uuid) => call(recoverAccount, { uuid, newPassword }))}
        />
      )}
      {link.state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login', search: { login_hint: email } })}>
          {t(recoverAccount.message)}
        </Continue>
      )}
    </LinkPage>
  )
}
