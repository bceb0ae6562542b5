import { listRequestable } from '@gatehouse/contract/access-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HandHelping } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'

type Props = {
  /** A sentence beside others, or a button whose text phones leave out. */
  as?: 'link' | 'button' | 'tool'
}

/** The way to the applications that one may ask for, where there are any. */
export function AskForAccess({ as = 'link' }: Props) {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['requestable'], queryFn: () => call(listRequestable, {}) })
  if (!data?.length) return null
  if (as === 'link')
    return (
      <p>
        <Link to="/dashboard/requestAccess">{t('Ask for access to an application')}</Link>
      </p>
    )
  return (
    <Link
      to="/dashboard/requestAccess"
      className={`button button-neutral ${as === 'tool' ? 'launcher-ask' : ''}`}
      aria-label={t('Ask for access')}
    >
      <HandHelping size={18} aria-hidden />
      <span>{t('Ask for access')}</span>
    </Link>
  )
}
