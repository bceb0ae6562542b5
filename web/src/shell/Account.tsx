import type { UserData } from '@gatehouse/contract/people.ts'

/** Who is signed in, in the sidebar. */
export function Account({ user }: { user: UserData }) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <div className="account">
      {user.profileImage ? (
        <img className="account-picture" src={user.profileImage} alt="" />
      ) : (
        <span className="account-initial" aria-hidden="true">
          {user.firstName.charAt(0).toUpperCase()}
        </span>
      )}
      <div className="account-text">
        <p className="account-name">{name}</p>
        <p className="account-email" title={user.email}>
          {user.email}
        </p>
      </div>
    </div>
  )
}
