import type { MissingTile } from '@gatehouse/contract/launch.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'
import { Button } from '../ui/Button.tsx'

type Props = { missing: MissingTile; onShow: (name: string) => void }

/** What keeps one application from the tiles of somebody it is assigned to. */
export function MissingReason({ missing, onShow }: Props) {
  const { t, i18n } = useTranslation()
  const { name, state, inactiveClients } = missing
  const clients = new Intl.ListFormat(i18n.language).format(inactiveClients)
  return (
    <div>
      <p>{reasonOf(t, missing, { clients, date: dateOf(missing, i18n.language) })}</p>
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

const dateOf = ({ beginsAt }: MissingTile, language: string) =>
  beginsAt === null ? '' : formatMoment(new Date(beginsAt), new Date(), language)

type Said = { clients: string; date: string }

function reasonOf(t: TFunction, { name, state }: MissingTile, { clients, date }: Said): string {
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
      return t('{{name}} is assigned to you from {{date}}.', { name, date })
    case 'ended':
      return t('Your access to {{name}} has ended.', { name })
    case 'without-address':
      return t('{{name}} is assigned to you, but has no launch address yet.', { name })
  }
}
