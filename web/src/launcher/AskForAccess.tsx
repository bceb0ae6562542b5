import { listRequestable } from '@gatehouse/contract/access-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'

/** The way to the applications that one may ask for, where there are any. */
export function AskForAccess() {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['requestable'], queryFn: () => call(listRequestable, {}) })
  if (!data?.length) return null
  return (
    <p>
      <Link to="/dashboard/requestAccess">{t('Ask for access to an application')}</Link>
    </p>
  )
}
