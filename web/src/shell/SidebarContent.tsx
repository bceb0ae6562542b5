import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut } from '../session/sign-out.ts'
import { useSession, useSettings } from '../session/use-session.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { Account } from './Account.tsx'
import { MenuGroup } from './MenuGroup.tsx'
import { menuFor } from './menu.ts'
import { SidebarLink } from './SidebarLink.tsx'
import { isRecordOf, screenAt } from './screens.ts'
import './sidebar.css'
import { useFoldedGroups } from './use-folded-groups.ts'

/** What the sidebar shows; on narrow screens the drawer shows it instead. */
export function SidebarContent() {
  const { t } = useTranslation()
  const { brand, footer } = useSettings()
  const { user, permissions, usesStandIns, reviews, decidesRequests } = useSession()
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { folded, toggle } = useFoldedGroups()
  const nav = useRef<HTMLElement>(null)
  const logout = useAction(async () => {
    await signOut()
    await navigate({ to: '/login' })
  })

  // The menu is often longer than the window is high.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry follows the path
  useEffect(() => {
    const entry = nav.current?.querySelector('[aria-current]')
    // The drawer scrolls as a whole.
    const scrolling = nav.current?.closest('dialog') ?? nav.current
    if (scrolling && entry) bringIntoSight(scrolling, entry)
  }, [pathname])

  return (
    <>
      <Link to="/" className="sidebar-brand">
        <BrandMark brand={brand} size="small" />
        {brand}
      </Link>
      <Account user={user} />
      <nav ref={nav} aria-label={t('Main')}>
        {menuFor(permissions).map(({ group, screens }) => (
          <MenuGroup
            key={group}
            group={group}
            screens={screens}
            // The entry of the current page stays visible.
            isFolded={
              group !== null &&
              folded.includes(group) &&
              !screens.some(({ path, to }) => to === pathname || isRecordOf(path, pathname))
            }
            onToggle={toggle}
          />
        ))}
      </nav>
      <div className="sidebar-end">
        <SidebarLink screen={screenAt('/sessions')} />
        <SidebarLink screen={screenAt('/accountActivity')} />
        <SidebarLink screen={screenAt('/signInMethods')} />
        {reviews && <SidebarLink screen={screenAt('/myReviews')} />}
        {decidesRequests && <SidebarLink screen={screenAt('/requestsToDecide')} />}
        {usesStandIns && <SidebarLink screen={screenAt('/standIns')} />}
        <SidebarLink screen={screenAt('/preferences')} />
        <SidebarLink screen={screenAt('/change')} />
        <ErrorAlert error={logout.error} />
        <button type="button" className="sidebar-entry" aria-disabled={logout.isBusy || undefined} onClick={logout.run}>
          {logout.isBusy ? <Spinner size={18} /> : <LogOut size={18} aria-hidden />}
          {t('Logout')}
        </button>
        <p className="sidebar-copyright">{footer ?? t('© 2021 {{brand}}. All rights reserved.', { brand })}</p>
      </div>
    </>
  )
}

/** Beside an entry that is brought into sight, more of the menu shows. */
const SPARE_PX = 24

/** By hand: after `scrollIntoView` the first Tab would go on from there, and never reach the skip link. */
function bringIntoSight(list: HTMLElement, entry: Element) {
  const [frame, place] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  const [above, below] = [frame.top + SPARE_PX - place.top, place.bottom - frame.bottom + SPARE_PX]
  if (above > 0) list.scrollTop -= above
  else if (below > 0) list.scrollTop += below
}
