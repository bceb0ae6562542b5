import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { useTranslation } from 'react-i18next'
import './access-requests.css'

/** Who asks for what, and why. */
export function RequestFacts({ request: { person, application, client, reason } }: { request: AccessRequest }) {
  const { t } = useTranslation()
  return (
    <div className="request-facts">
      <p>
        <strong>{person.name}</strong> · {person.email}
      </p>
      <p>{[application.name, client?.name].filter(Boolean).join(' · ')}</p>
      <p>{t('Reason: {{reason}}', { reason })}</p>
    </div>
  )
}
