import type { UserData } from '@gatehouse/contract/people.ts'
import { firstLetter } from '../ui/first-letter.ts'

/** The picture of somebody, or the first letter of their name. */
export function Avatar({ user }: { user: UserData }) {
  return user.profileImage ? (
    <img className="account-picture" src={user.profileImage} alt="" />
  ) : (
    <span className="account-initial" aria-hidden="true">
      {firstLetter(user.firstName)}
    </span>
  )
}
