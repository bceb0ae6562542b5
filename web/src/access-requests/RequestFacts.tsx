import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { useTranslation } from 'react-i18next'
import { StepFacts } from './StepFacts.tsx'
import './access-requests.css'

/** Who asks for what, and why; and which steps are approved. */
export function RequestFacts({ request }: { request: AccessRequest }) {
  const { t } = useTranslation()
  const { person, application, client, reason } = request
  return (
    <div className="request-facts">
      <p>
        <strong>{person.name}</strong> · {person.email}
      </p>
      <p>{[application.name, client?.name].filter(Boolean).join(' · ')}</p>
      <p>{t('Reason: {{reason}}', { reason })}</p>
      <StepFacts request={request} />
    </div>
  )
}
