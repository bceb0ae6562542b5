import { Link, useLocation } from '@tanstack/react-router'
import { type CSSProperties, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSettings } from '../session/use-session.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { Account } from './Account.tsx'
import { MenuGroup } from './MenuGroup.tsx'
import { menuFor } from './menu.ts'
import { OwnLinks } from './OwnLinks.tsx'
import { isRecordOf } from './screens.ts'
import './sidebar.css'
import { useFoldedGroups } from './use-folded-groups.ts'

/** What the sidebar shows; on narrow screens the drawer shows it instead. */
export function SidebarContent() {
  const { t } = useTranslation()
  const { brand } = useSettings()
  const { user, permissions } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const parts = menuFor(permissions)
  // The entry of the current page stays visible.
  const current = parts.find(({ screens }) =>
    screens.some(({ path, to }) => to === pathname || isRecordOf(path, pathname)),
  )
  const { folded, toggle, rowPx } = useFoldedGroups(parts, current?.group ?? null)
  // Whoever may use the console has a long menu, and the account in the top bar.
  const isConsole = permissions.length > 0
  const nav = useRef<HTMLElement>(null)

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
      {!isConsole && <Account user={user} />}
      <nav ref={nav} aria-label={t('Main')} style={{ '--menu-row': `${rowPx}px` } as CSSProperties}>
        {parts.map(({ group, screens }) => (
          <MenuGroup
            key={group}
            group={group}
            screens={screens}
            isFolded={group !== null && group !== current?.group && folded.includes(group)}
            onToggle={toggle}
          />
        ))}
      </nav>
      {!isConsole && <OwnLinks />}
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
