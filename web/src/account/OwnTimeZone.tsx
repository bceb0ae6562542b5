import { setPreferences } from '@gatehouse/contract/own-preferences.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { formatFullMoment } from '../i18n/format.ts'
import { browserTimeZone, timeZone } from '../i18n/shown-time-zone.ts'
import { nameOfZone, timeZones } from '../i18n/time-zone.ts'
import { useRefreshSession } from '../session/use-refresh-session.ts'
import { useSession } from '../session/use-session.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Select } from '../ui/Select.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'

/** The time zone in which one reads times: a chosen one, or the browser's. */
export function OwnTimeZone() {
  const { t, i18n } = useTranslation()
  const chosen = useSession().preferences.timeZone
  const refreshSession = useRefreshSession()
  const toasts = useToasts()
  const saving = useAction(async (zone: string) => {
    await call(setPreferences, { timeZone: zone === '' ? null : zone })
    await refreshSession()
    toasts.success(t(setPreferences.message))
  })
  const now = { time: formatFullMoment(new Date(), i18n.language), zone: nameOfZone(timeZone(), i18n.language) }

  return (
    <section aria-labelledby="own-time-zone-heading">
      <h2 id="own-time-zone-heading">{t('Time zone')}</h2>
      <div className="form">
        <p>{t('Times in the portal, and those of events in emails to you, are shown in it.')}</p>
        <Select
          label={t('Time zone')}
          hint={t('Now it is {{time}}, {{zone}}.', now)}
          value={chosen ?? ''}
          disabled={saving.isBusy}
          onChange={({ target }) => void saving.run(target.value)}
        >
          <option value="">{t("The browser's: {{timeZone}}", { timeZone: wordsOf(browserTimeZone()) })}</option>
          {timeZones(chosen ?? 'UTC').map((zone) => (
            <option key={zone} value={zone}>
              {wordsOf(zone)}
            </option>
          ))}
        </Select>
        <ErrorAlert error={saving.error} takesFocus={false} />
      </div>
    </section>
  )
}

const wordsOf = (zone: string): string => zone.replaceAll('_', ' ')
