import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '../i18n/format.ts'
import { useSession } from '../session/use-session.ts'
import { Alert } from '../ui/Alert.tsx'

const MENDED_AT = '/dashboard/signInMethods'

/**
 * Says why the menu is shorter than the person's role, whose permissions need a stronger sign-in (ADR 0072), or from which day
 * such a sign-in will be needed (ADR 0096).
 */
export function WeakSessionNotice() {
  const { t, i18n } = useTranslation()
  const { lacksStrongSignIn, lacksPasskey, strongSignInFrom, passkeyFrom } = useSession()
  const isMendedHere = useLocation({ select: ({ pathname }) => pathname === MENDED_AT })
  if (isMendedHere || (!lacksStrongSignIn && strongSignInFrom === null && passkeyFrom === null)) return null
  const words = () => {
    if (lacksStrongSignIn && lacksPasskey) return t('The permissions of your role need a sign-in with a passkey.')
    if (lacksStrongSignIn)
      return t('The permissions of your role need a sign-in with a passkey or an authenticator app.')
    // The first of both days; a passkey is enough for either.
    const isPasskeyFirst = passkeyFrom !== null && (strongSignInFrom === null || passkeyFrom <= strongSignInFrom)
    const day = formatCalendarDay((isPasskeyFirst ? passkeyFrom : strongSignInFrom) as string, i18n.language)
    return isPasskeyFirst
      ? t('From {{day}} you need a passkey for what you may open here. Add one before.', { day })
      : t('From {{day}} you need a passkey or an authenticator app for what you may open here. Add one before.', {
          day,
        })
  }
  return (
    <Alert tone="info">
      <p>
        {words()} <Link to={MENDED_AT}>{t('Sign-in methods')}</Link>
      </p>
    </Alert>
  )
}
