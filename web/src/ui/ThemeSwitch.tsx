import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from './SegmentedControl.tsx'

type Theme = 'system' | 'light' | 'dark'

/** Stored under the name that `public/start.js` reads before the first paint. */
const STORED_AS = 'theme'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const [theme, setTheme] = useState<Theme>(() => (document.documentElement.dataset.theme as Theme) ?? 'system')

  function handleChange(chosen: Theme) {
    setTheme(chosen)
    if (chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
    localStorage.setItem(STORED_AS, chosen)
  }

  const choices = [
    { value: 'system', label: t('System theme'), icon: <Monitor size={16} aria-hidden /> },
    { value: 'light', label: t('Light theme'), icon: <Sun size={16} aria-hidden /> },
    { value: 'dark', label: t('Dark theme'), icon: <Moon size={16} aria-hidden /> },
  ] as const
  return <SegmentedControl label={t('Theme')} choices={choices} value={theme} onChange={handleChange} />
}
