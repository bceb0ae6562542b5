import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLeave } from '../session/use-leave.ts'
import { useSession, useSettings } from '../session/use-session.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { OwnLink } from './OwnLink.tsx'
import { ownScreens } from './own-screens.ts'

/** The pages of one's account, and signing out, at the end of the sidebar. */
export function OwnLinks() {
  const { t } = useTranslation()
  const { brand, footer } = useSettings()
  const session = useSession()
  const logout = useAction(useLeave())
  return (
    <div className="sidebar-end">
      {ownScreens(session).map((screen) => (
        <OwnLink key={screen.path} screen={screen} />
      ))}
      <ErrorAlert error={logout.error} />
      <button type="button" className="sidebar-entry" aria-disabled={logout.isBusy || undefined} onClick={logout.run}>
        {logout.isBusy ? <Spinner size={18} /> : <LogOut size={18} aria-hidden />}
        {t('Logout')}
      </button>
      <p className="sidebar-copyright">{footer ?? t('© 2021 {{brand}}. All rights reserved.', { brand })}</p>
    </div>
  )
}
