import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signOut } from '../session/sign-out.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'

/** Asks before an address signs somebody out: that of an application which has not proved whom it means, or one typed. */
export function SignOutPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { asked } = useSearch({ strict: false })
  const leave = useAction(async () => {
    await signOut(asked)
    await navigate({ to: '/login' })
  })
  usePageTitle(t('Sign out?'))

  return (
    <CardPage
      title={t('Sign out?')}
      lead={
        asked
          ? t('An application is asking to sign you out of the portal and of the applications opened from it.')
          : t('This signs you out of the portal and of the applications opened from it.')
      }
    >
      <ErrorAlert error={leave.error} />
      <div className="form">
        <Button size="large" isBusy={leave.isBusy} onClick={() => void leave.run()}>
          {t('Sign out')}
        </Button>
        <Button size="large" variant="neutral" onClick={() => void navigate({ to: '/dashboard/app' })}>
          {t('Stay signed in')}
        </Button>
      </div>
    </CardPage>
  )
}
