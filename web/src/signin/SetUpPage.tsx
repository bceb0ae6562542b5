import { ERRORS } from '@gatehouse/contract/errors.ts'
import { createFirstAdministrator } from '@gatehouse/contract/setup.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isError } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { RegisterForm, type Registration } from './RegisterForm.tsx'
import { usePathSecret } from './use-path-secret.ts'

/** Creates the first administrator of a new installation, by the link that the server printed (requirement S11). */
export function SetUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token: inPath } = useParams({ strict: false })
  const { secret: token, forget } = usePathSecret('setup', inPath, () => {
    void navigate({ to: '/setup/{-$token}', params: { token: undefined }, replace: true })
  })
  const [state, setState] = useState<'form' | 'invalid' | 'done'>(token ? 'form' : 'invalid')
  usePageTitle(t('Create the first administrator'))

  async function handleSubmit(registration: Registration) {
    try {
      await call(createFirstAdministrator, { token, ...registration })
      forget()
      setState('done')
    } catch (error) {
      if (!isError(error, 'setup_link_invalid')) throw error
      forget()
      setState('invalid')
    }
  }

  return (
    <CardPage
      title={t('Create the first administrator')}
      below={state !== 'form' && <Link to="/login">{t('Back to sign-in')}</Link>}
    >
      {state === 'form' && <RegisterForm submitLabel={t('Create administrator')} onSubmit={handleSubmit} />}
      {state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login' })}>{t(createFirstAdministrator.message)}</Continue>
      )}
      {state === 'invalid' && <Alert tone="error">{t(ERRORS.setup_link_invalid.msg)}</Alert>}
    </CardPage>
  )
}
