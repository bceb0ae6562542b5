import { setPreferences, THEMES, type Theme } from '@gatehouse/contract/own-preferences.ts'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../i18n/start-i18n.ts'
import type { Choice } from '../session/preferences.ts'
import { useTheme } from '../session/theme.ts'
import { useChoosePreference } from '../session/use-choose-preference.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Select } from '../ui/Select.tsx'
import { useToasts } from '../ui/use-toasts.ts'

/** English, for `t()`. */
const THEME_WORDS: Record<Theme, string> = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }

/** One's own language and theme; the switches at the top of every page choose the same. */
export function OwnAppearance() {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const toasts = useToasts()
  const { choose, error } = useChoosePreference()

  async function handleChoice(choice: Choice) {
    // In the language that was chosen.
    if (await choose(choice)) toasts.success(i18n.t(setPreferences.message))
  }

  return (
    <section aria-labelledby="own-appearance-heading">
      <h2 id="own-appearance-heading">{t('Language and theme')}</h2>
      <div className="form">
        <p>{t('They follow you to every browser in which you sign in. Emails to you have the language, too.')}</p>
        <Select
          label={t('Language')}
          value={i18n.language}
          onChange={({ target }) => void handleChoice({ language: target.value as Language })}
        >
          {LANGUAGES.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('Theme')}
          value={theme}
          onChange={({ target }) => void handleChoice({ theme: target.value as Theme })}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {t(THEME_WORDS[one])}
            </option>
          ))}
        </Select>
        <ErrorAlert error={error} takesFocus={false} />
      </div>
    </section>
  )
}
