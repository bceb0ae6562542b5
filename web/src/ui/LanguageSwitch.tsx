import { useTranslation } from 'react-i18next'
import { chooseLanguage, LANGUAGES, type Language } from '../i18n/start-i18n.ts'
import { ErrorAlert } from './ErrorAlert.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { useAction } from './use-action.ts'

const CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const choose = useAction((language: Language) => chooseLanguage(language))
  return (
    <>
      <SegmentedControl
        label={t('Language')}
        choices={CHOICES}
        value={i18n.language as Language}
        onChange={choose.run}
      />
      <ErrorAlert error={choose.error} takesFocus={false} />
    </>
  )
}
