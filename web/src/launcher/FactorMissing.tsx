import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Alert } from '../ui/Alert.tsx'
import type { Outcome } from './use-launch.ts'

type Props = Pick<Outcome, 'tile' | 'client'> & { needsPasskey: boolean }

/** Leads a person who cannot sign in strongly enough to where that begins; the application opens when they have. */
export function FactorMissing({ tile, client, needsPasskey }: Props) {
  const { t } = useTranslation()
  const opening = new URLSearchParams({
    application: tile._id,
    redirect: tile.redirectUri,
    ...(client && { client }),
  })
  return (
    <Alert tone="warning">
      <p>
        {needsPasskey
          ? t('This application needs a sign-in with a passkey, and you have none yet.')
          : `${t('This application needs a sign-in with a passkey or an authenticator app.')} ${t('You have neither yet.')}`}
      </p>
      <Link
        to="/dashboard/signInMethods"
        search={{ returnTo: `/opening?${opening}`, ...(needsPasskey && { needs: 'passkey' }) }}
      >
        {t('Add one and open {{name}}', { name: tile.name })}
      </Link>
    </Alert>
  )
}
