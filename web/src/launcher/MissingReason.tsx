import type { MissingTile } from '@gatehouse/contract/launch.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { daysOf } from '../access-requests/assignment-days.ts'
import { formatCalendarDay, formatMoment } from '../i18n/format.ts'
import { startOfDay } from '../i18n/time-zone.ts'
import { Button } from '../ui/Button.tsx'

type Props = { missing: MissingTile; onShow: (name: string) => void }

/** What keeps one application from the tiles of somebody it is assigned to. */
export function MissingReason({ missing, onShow }: Props) {
  const { t, i18n } = useTranslation()
  const { name, state, inactiveClients } = missing
  const clients = new Intl.ListFormat(i18n.language).format(inactiveClients)
  return (
    <div>
      <p>{reasonOf(t, i18n.language, missing, clients)}</p>
      {state === 'here' && inactiveClients.length > 0 && (
        <p>{t('It cannot be opened for inactive clients: {{clients}}.', { clients })}</p>
      )}
      {state === 'here' && (
        <Button variant="link" onClick={() => onShow(name)}>
          {t('Show {{name}}', { name })}
        </Button>
      )}
    </div>
  )
}

function reasonOf(t: TFunction, language: string, missing: MissingTile, clients: string): string {
  const { name, state, beginsAt } = missing
  switch (state) {
    case 'here':
      return t('{{name}} is one of your applications.', { name })
    case 'inactive':
      return t('{{name}} is assigned to you, but currently inactive.', { name })
    case 'blocked':
      return t('{{name}} is assigned to you, but temporarily blocked.', { name })
    case 'permanently-blocked':
      return t('{{name}} is assigned to you, but permanently blocked.', { name })
    case 'client-inactive':
      return t('{{name}} is assigned to you only for clients that are currently inactive: {{clients}}.', {
        name,
        clients,
      })
    case 'not-begun':
      return t('{{name}} is assigned to you from {{date}}.', {
        name,
        date: beginsAt === null ? '' : formatMoment(new Date(beginsAt), new Date(), language),
      })
    case 'ended':
      return endedText(t, missing, language)
    case 'without-address':
      return t('{{name}} is assigned to you, but has no launch address yet.', { name })
  }
}

/** What ends at midnight has a last day, as everywhere else. */
function endedText(t: TFunction, { name, endedAt }: MissingTile, language: string): string {
  // A server of the former release does not say when.
  if (!endedAt) return t('Your access to {{name}} has ended.', { name })
  const { lastDay } = daysOf({ validFrom: null, validUntil: endedAt })
  if (startOfDay(lastDay, 1).getTime() === Date.parse(endedAt))
    return t('Your access to {{name}} has ended. Its last day was {{day}}.', {
      name,
      day: formatCalendarDay(lastDay, language),
    })
  return t('Your access to {{name}} ended {{time}}.', {
    name,
    time: formatMoment(new Date(endedAt), new Date(), language),
  })
}
