import { ERRORS } from '@gatehouse/contract/errors.ts'
import { id as idSchema } from '@gatehouse/contract/fields.ts'
import { consumeRequestRequestPassword, resetLinkState } from '@gatehouse/contract/signin.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isError } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { usePathSecret } from './use-path-secret.ts'

type State = 'looking' | 'form' | 'invalid' | 'done'

export function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const { secret: uuid, forget } = usePathSecret('resetpassword', id, () => {
    void navigate({ to: '/resetpassword/{-$id}', params: { id: undefined }, replace: true })
  })
  const [state, setState] = useState<State>(idSchema().safeParse(uuid).success ? 'looking' : 'invalid')
  const look = useAction(async () => {
    const { isUsable } = await call(resetLinkState, { uuid })
    if (isUsable) setState('form')
    else refuse()
  })
  usePageTitle(t('Create New Password'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when the page opens
  useEffect(() => {
    if (state === 'looking') void look.run()
  }, [])

  function refuse() {
    forget()
    setState('invalid')
  }

  async function handleSubmit(newPassword: string) {
    try {
      await call(consumeRequestRequestPassword, { uuid, newPassword })
      forget()
      setState('done')
    } catch (error) {
      if (!isError(error, 'reset_link_invalid')) throw error
      refuse()
    }
  }

  return (
    <CardPage title={t('Create New Password')} below={<Link to="/login">{t('Back to sign-in')}</Link>}>
      {state === 'looking' && !look.error && <Spinner size={28} />}
      {state === 'looking' && (
        <ErrorAlert error={look.error}>
          <Button variant="neutral" isBusy={look.isBusy} onClick={() => void look.run()}>
            {t('Retry')}
          </Button>
        </ErrorAlert>
      )}
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
            {t('Request a new link')}
          </Link>
        </>
      )}
    </CardPage>
  )
}
