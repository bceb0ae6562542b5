import { consumeRequestRequestPassword, resetLinkState } from '@gatehouse/contract/signin.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { DeadLink } from './DeadLink.tsx'
import { LookingAtLink } from './LookingAtLink.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const { state, look, use } = useOneTimeLink({
    name: 'resetpassword',
    inPath: id,
    removeFromPath: () => void navigate({ to: '/resetpassword/{-$id}', params: { id: undefined }, replace: true }),
    isUsable: async (uuid) => (await call(resetLinkState, { uuid })).isUsable,
    isWellFormed: (uuid) => resetLinkState.request.safeParse({ uuid }).success,
    refusal: 'reset_link_invalid',
  })
  usePageTitle(t('Create New Password'))

  return (
    <CardPage title={t('Create New Password')} below={<Link to="/login">{t('Back to sign-in')}</Link>}>
      {state === 'looking' && <LookingAtLink look={look} />}
      {state === 'form' && (
        <ResetPasswordForm
          onSubmit={(newPassword) => use((uuid) => call(consumeRequestRequestPassword, { uuid, newPassword }))}
        />
      )}
      {state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login' })}>
          {t(consumeRequestRequestPassword.message)}
        </Continue>
      )}
      {state === 'invalid' && (
        <DeadLink refusal="reset_link_invalid" next={{ to: '/forgetpassword', label: t('Request a new link') }} />
      )}
    </CardPage>
  )
}
