import { Link, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../session/LanguageSwitch.tsx'
import { ThemeSwitch } from '../session/ThemeSwitch.tsx'
import { useSession, useSettings } from '../session/use-session.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Drawer } from './Drawer.tsx'
import { Jump } from './Jump.tsx'
import './top-bar.css'

export function TopBar() {
  const { t } = useTranslation()
  const { brand } = useSettings()
  const { permissions } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  // The page it was opened on: going anywhere closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null)

  return (
    <header className="top-bar">
      <button
        type="button"
        className="top-bar-menu"
        aria-label={t('Menu')}
        aria-haspopup="dialog"
        onClick={() => setOpenedOn(pathname)}
      >
        <Menu size={20} aria-hidden />
      </button>
      <Link to="/" className="top-bar-brand">
        <BrandMark brand={brand} size="small" />
        {brand}
      </Link>
      <div className="top-bar-jump">
        <Jump />
      </div>
      <div className="top-bar-preferences">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      {permissions.length > 0 && <AccountMenu />}
      {openedOn === pathname && <Drawer onClose={() => setOpenedOn(null)} />}
    </header>
  )
}
