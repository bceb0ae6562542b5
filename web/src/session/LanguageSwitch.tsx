import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../i18n/start-i18n.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { useChoosePreference } from './use-choose-preference.ts'

const CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const { choose, error } = useChoosePreference()
  return (
    <>
      <SegmentedControl
        label={t('Language')}
        choices={CHOICES}
        value={i18n.language as Language}
        onChange={(language) => void choose({ language })}
      />
      <ErrorAlert error={error} takesFocus={false} />
    </>
  )
}
