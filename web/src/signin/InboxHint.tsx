import { useTranslation } from 'react-i18next'
import { useSettings } from '../session/use-session.ts'
import './inbox-hint.css'

/** In development, says where the messages are; nothing in production. */
export function InboxHint() {
  const { t } = useTranslation()
  const { inbox } = useSettings()
  if (!inbox) return null
  return (
    <p className="inbox-hint">
      {t('Development only: codes arrive in the')}{' '}
      <a href="/dev/inbox" target="_blank" rel="noreferrer">
        {t('built-in inbox')}
      </a>
    </p>
  )
}
