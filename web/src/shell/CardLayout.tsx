import { Outlet } from '@tanstack/react-router'
import { useSettings } from '../session/use-session.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import './card-layout.css'
import { InShell } from './in-shell.ts'

/** The frame of every page outside the dashboard. */
export function CardLayout() {
  const { brand } = useSettings()
  return (
    <div className="card-layout">
      <main>
        <div className="card-layout-mark">
          <BrandMark brand={brand} size="large" />
        </div>
        <InShell value={true}>
          <Outlet />
        </InShell>
      </main>
      <footer>
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
