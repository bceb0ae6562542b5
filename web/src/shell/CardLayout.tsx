import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../session/LanguageSwitch.tsx'
import { ThemeSwitch } from '../session/ThemeSwitch.tsx'
import { useBranding } from '../session/use-branding.ts'
import { useSettings } from '../session/use-session.ts'
import { BrandHead } from '../ui/BrandHead.tsx'
import { BrandHelp } from '../ui/BrandHelp.tsx'
import { brandColours } from '../ui/brand-colours.ts'
import './card-layout.css'
import { InShell } from './in-shell.ts'

/** The frame of every page outside the dashboard. */
export function CardLayout() {
  const { brand } = useSettings()
  const { i18n } = useTranslation()
  const branding = useBranding()
  const language = i18n.language === 'hi' ? 'hi' : 'en'
  return (
    <div className="card-layout" {...brandColours(branding?.colours)}>
      <main>
        <BrandHead brand={brand} branding={branding} language={language} />
        <InShell value={true}>
          <Outlet />
        </InShell>
      </main>
      <footer>
        <BrandHelp branding={branding} language={language} />
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
