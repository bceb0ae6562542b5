import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isError } from '../api.ts'

/** The way on for a person whose sign-in was right, but whose address is not verified. */
export function VerifyFirst({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!isError(error, 'email_unverified') && !isError(error, 'email_unverified_still')) return null
  return (
    <Link to="/verifyemail" state={{ email: String(error.data.email ?? '') }}>
      {t('Enter the code')}
    </Link>
  )
}
