import { userPreferences } from '@gatehouse/contract/admin/people/preferences.ts'
import { NOTICES } from '@gatehouse/contract/notices.ts'
import type { Theme } from '@gatehouse/contract/own-preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'
import { nameOfZone } from '../../../i18n/time-zone.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Facts } from '../../engine/record/Facts.tsx'

/** English, for `t()`. */
const THEME_WORDS: Record<Theme, string> = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }

/** What a person has chosen for themselves. Administrators read it, and only the person changes it. */
export function PersonPreferences({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['userPreferences', userId],
    queryFn: () => call(userPreferences, { userId }),
    staleTime: 0,
  })
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner size={24} />
  const { language, theme, timeZone, putOff } = data
  const name = LANGUAGES.find(({ code }) => code === language)?.name
  return (
    <Facts
      heading={t('Preferences')}
      facts={[
        { label: t('Language'), value: name ?? t('Not chosen') },
        { label: t('Theme'), value: theme === null ? t('Not chosen') : t(THEME_WORDS[theme]) },
        { label: t('Time zone'), value: timeZone === null ? t('Not chosen') : nameOfZone(timeZone, i18n.language) },
        {
          label: t('Messages put off'),
          value: putOff.length === 0 ? t('None') : putOff.map((notice) => t(NOTICES[notice].title)).join(', '),
          note: t('Only the person changes this.'),
        },
      ]}
    />
  )
}
