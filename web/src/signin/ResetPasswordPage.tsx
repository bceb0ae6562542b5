import { consumeRequestRequestPassword, resetLinkState } from '@gatehouse/contract/signin.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Continue } from '../ui/Continue.tsx'
import { LinkPage } from './LinkPage.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'
import { keepWay, keptWay } from './way-after-reset.ts'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const link = useOneTimeLink({
    name: 'resetpassword',
    inPath: id,
    removeFromPath: () => void navigate({ to: '/resetpassword/{-$id}', params: { id: undefined }, replace: true }),
    isUsable: async (uuid) => (await call(resetLinkState, { uuid })).isUsable,
    isWellFormed: (uuid) => resetLinkState.request.safeParse({ uuid }).success,
    refusal: 'reset_link_invalid',
  })

  function handleContinue() {
    const search = keptWay()
    keepWay({})
    void navigate({ to: '/login', search })
  }

  return (
    <LinkPage
      title={t('Create New Password')}
      link={link}
      dead={{ next: { to: '/forgetpassword', search: keptWay(), label: t('Request a new link') } }}
    >
      {link.state === 'form' && (
        <ResetPasswordForm
          onSubmit={(newPassword) => link.use((uuid) => call(consumeRequestRequestPassword, { uuid, newPassword }))}
        />
      )}
      {link.state === 'done' && (
        <Continue onContinue={handleContinue}>{t(consumeRequestRequestPassword.message)}</Continue>
      )}
    </LinkPage>
  )
}
