import { Link, useLocation } from '@tanstack/react-router'
import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSettings } from '../session/use-session.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { Account } from './Account.tsx'
import { MenuGroup } from './MenuGroup.tsx'
import { menuFor } from './menu.ts'
import { OwnLinks } from './OwnLinks.tsx'
import { isRecordOf } from './screens.ts'
import './sidebar.css'
import { useCurrentInSight } from './use-current-in-sight.ts'
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
  const { folded, toggle, rowPx, heightPx } = useFoldedGroups(parts, current?.group ?? null)
  // Whoever may use the console has a long menu, and the account in the top bar.
  const isConsole = permissions.length > 0
  const nav = useRef<HTMLElement>(null)
  const noteSight = useCurrentInSight(nav, `${pathname} ${heightPx}`, folded.join())

  function handleToggle(group: string) {
    noteSight()
    toggle(group)
  }

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
            onToggle={handleToggle}
          />
        ))}
      </nav>
      {!isConsole && <OwnLinks />}
    </>
  )
}
