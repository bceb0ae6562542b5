import { useScreenTitle } from '../session/use-screen-title.ts'
import { OwnEmail } from './OwnEmail.tsx'
import { OwnName } from './OwnName.tsx'
import { PhoneProof } from './PhoneProof.tsx'
import { ProfilePicture } from './ProfilePicture.tsx'
import './profile-page.css'

/** Who one is to others, and where one is reached. */
export function ProfilePage() {
  const title = useScreenTitle()
  return (
    <div className="profile-page">
      <h1>{title}</h1>
      <div className="profile-page-card">
        <OwnName />
      </div>
      <div className="profile-page-card">
        <ProfilePicture />
      </div>
      <div className="profile-page-card">
        <OwnEmail />
      </div>
      <div className="profile-page-card">
        <PhoneProof />
      </div>
    </div>
  )
}
