import type { UserData } from '@gatehouse/contract/people.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Who is signed in, in the sidebar; leads to their profile. */
export function Account({ user }: { user: UserData }) {
  const { t } = useTranslation()
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <Link to="/dashboard/profile" className="account">
      {user.profileImage ? (
        <img className="account-picture" src={user.profileImage} alt="" />
      ) : (
        <span className="account-initial" aria-hidden="true">
          {user.firstName.charAt(0).toUpperCase()}
        </span>
      )}
      <span className="account-text">
        <span className="account-name">{name}</span>
        <span className="account-email" title={user.email}>
          {user.email}
        </span>
        <span className="visually-hidden">{t('Profile')}</span>
      </span>
    </Link>
  )
}
