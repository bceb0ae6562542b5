import type { UserData } from '@gatehouse/contract/people.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './account.css'
import { Avatar } from './Avatar.tsx'

/** Who is signed in, in the sidebar; leads to their profile. */
export function Account({ user }: { user: UserData }) {
  const { t } = useTranslation()
  return (
    <Link to="/dashboard/profile" className="account">
      <Avatar user={user} />
      <span className="account-text">
        <span className="account-name">{nameOf(user)}</span>
        <span className="account-email" title={user.email}>
          {user.email}
        </span>
        <span className="visually-hidden">{t('Profile')}</span>
      </span>
    </Link>
  )
}

const nameOf = ({ firstName, lastName }: UserData) => fullName({ firstName, lastName })
