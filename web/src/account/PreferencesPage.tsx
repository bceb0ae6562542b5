import { useScreenTitle } from '../session/use-screen-title.ts'
import { OwnAppearance } from './OwnAppearance.tsx'
import { OwnNotices } from './OwnNotices.tsx'
import { OwnTimeZone } from './OwnTimeZone.tsx'
import './profile-page.css'

/** How the portal looks and speaks to one in every browser, and what it writes. */
export function PreferencesPage() {
  const title = useScreenTitle()
  return (
    <div className="profile-page">
      <h1>{title}</h1>
      <div className="profile-page-card">
        <OwnAppearance />
      </div>
      <div className="profile-page-card">
        <OwnTimeZone />
      </div>
      <div className="profile-page-card profile-page-wide">
        <OwnNotices />
      </div>
    </div>
  )
}
