import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { useTheme } from './theme.ts'
import { useChoosePreference } from './use-choose-preference.ts'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const theme = useTheme()
  const { choose, error } = useChoosePreference()
  const choices = [
    { value: 'system', label: t('System theme'), icon: <Monitor size={16} aria-hidden /> },
    { value: 'light', label: t('Light theme'), icon: <Sun size={16} aria-hidden /> },
    { value: 'dark', label: t('Dark theme'), icon: <Moon size={16} aria-hidden /> },
  ] as const
  return (
    <>
      <SegmentedControl
        label={t('Theme')}
        choices={choices}
        value={theme}
        onChange={(chosen) => void choose({ theme: chosen })}
      />
      <ErrorAlert error={error} takesFocus={false} />
    </>
  )
}
