import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isError } from '../api.ts'
import { useWayOn } from '../session/use-way-on.ts'

/** The way on for a person whose sign-in was right, but whose address is not verified. */
export function VerifyFirst({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const wayOn = useWayOn()
  if (!isError(error, 'email_unverified') && !isError(error, 'email_unverified_still')) return null
  return (
    <Link to="/verifyemail" search={wayOn} state={{ email: String(error.data.email ?? '') }}>
      {t('Enter the code')}
    </Link>
  )
}
