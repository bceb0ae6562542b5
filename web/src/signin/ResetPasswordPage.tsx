import { ERRORS } from '@gatehouse/contract/errors.ts'
import { id as idSchema } from '@gatehouse/contract/fields.ts'
import { consumeRequestRequestPassword } from '@gatehouse/contract/signin.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isError } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { usePathSecret } from './use-path-secret.ts'

type State = 'form' | 'invalid' | 'done'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const uuid = usePathSecret(id, () => {
    void navigate({ to: '/resetpassword/{-$id}', params: { id: undefined }, replace: true })
  })
  const [state, setState] = useState<State>(idSchema().safeParse(uuid).success ? 'form' : 'invalid')
  usePageTitle(t('Create New Password'))

  async function handleSubmit(newPassword: string) {
    try {
      await call(consumeRequestRequestPassword, { uuid, newPassword })
      setState('done')
    } catch (error) {
      if (!isError(error, 'reset_link_invalid')) throw error
      setState('invalid')
    }
  }

  return (
    <CardPage title={t('Create New Password')} below={<Link to="/login">{t('Back to sign-in')}</Link>}>
      {state === 'form' && <ResetPasswordForm onSubmit={handleSubmit} />}
      {state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login' })}>
          {t(consumeRequestRequestPassword.message)}
        </Continue>
      )}
      {state === 'invalid' && (
        <>
          <Alert tone="error">{t(ERRORS.reset_link_invalid.msg)}</Alert>
          <Link to="/forgetpassword" className="button button-primary button-large">
            {t('Ask for a new link')}
          </Link>
        </>
      )}
    </CardPage>
  )
}
