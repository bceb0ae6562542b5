import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'
import { Select } from '../../../ui/Select.tsx'

/** The language of messages for a language of the screen. */
export const languageOf = (language: string): MessageLanguage => (language === 'hi' ? 'hi' : 'en')

/** The language in which invitations are written. */
export function LanguageSelect(select: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  const { t } = useTranslation()
  return (
    <Select {...select} label={t('Language of the message')}>
      {LANGUAGES.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}
