import { joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = { application: string; client: string; names: { Application: string; Client: string } }

/** Adds the application of an invitation to the account that is signed in. */
export function JoinApplication({ application, client, names }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const [isNew, setIsNew] = useState<boolean | null>(null)
  const joining = useAction(async () => setIsNew((await call(joinSelfRegistration, names)).isNew))

  return (
    <CardPage
      title={t('Add an application')}
      lead={t('You are invited to {{application}} ({{client}}).', { application, client })}
    >
      {isNew === null ? (
        <>
          <p>{t('It will be added to {{email}}, the account that you are signed in with.', { email: user.email })}</p>
          <ErrorAlert error={joining.error} />
          <Button size="large" isBusy={joining.isBusy} onClick={joining.run}>
            {t('Add to my applications')}
          </Button>
        </>
      ) : (
        <Continue onContinue={() => void navigate({ to: '/dashboard/app' })}>
          {isNew ? t(joinSelfRegistration.message) : t('It is already one of your applications.')}
        </Continue>
      )}
    </CardPage>
  )
}
