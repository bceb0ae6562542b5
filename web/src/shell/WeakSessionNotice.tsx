import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/use-session.ts'
import { Alert } from '../ui/Alert.tsx'

const MENDED_AT = '/dashboard/signInMethods'

/** Says why the menu is shorter than the person's role: its permissions need a stronger sign-in (ADR 0072). */
export function WeakSessionNotice() {
  const { t } = useTranslation()
  const { lacksStrongSignIn } = useSession()
  const isMendedHere = useLocation({ select: ({ pathname }) => pathname === MENDED_AT })
  if (!lacksStrongSignIn || isMendedHere) return null
  return (
    <Alert tone="info">
      <p>
        {t('The permissions of your role need a sign-in with a passkey or an authenticator app.')}{' '}
        <Link to={MENDED_AT}>{t('Sign-in methods')}</Link>
      </p>
    </Alert>
  )
}
