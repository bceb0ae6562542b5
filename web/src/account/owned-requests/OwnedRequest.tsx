import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { declineOwnedRequest } from '@gatehouse/contract/owned-requests.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskedBy } from '../../access-requests/AskedBy.tsx'
import { DeclineForm } from '../../access-requests/DeclineForm.tsx'
import { RequestDecisions } from '../../access-requests/RequestDecisions.tsx'
import { StepFacts } from '../../access-requests/StepFacts.tsx'
import { WithdrawnBy } from '../../access-requests/WithdrawnBy.tsx'
import { REQUEST_STATES, REQUEST_TONES } from '../../activity/request-words.ts'
import { formatDay, formatMoment } from '../../i18n/format.ts'
import { Address } from '../../ui/Address.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useCall } from '../../use-call.ts'
import { ApproveOwnedRequest } from './ApproveOwnedRequest.tsx'

/** Who asks for what, why and until when; with its decision, or the two answers to it. */
export function OwnedRequest({ request }: { request: AccessRequest }) {
  const { t, i18n } = useTranslation()
  const [opened, setOpened] = useState<'approve' | 'decline' | null>(null)
  const { person, application, client, reason, lastDay, state, createdAt, decidedBy, role, answer, mayDecide } = request
  const facts = [
    formatMoment(new Date(createdAt), new Date(), i18n.language),
    lastDay && t('until {{until}}', { until: formatDay(new Date(`${lastDay}T00:00`), i18n.language) }),
  ]
  const decided = [decidedBy, role, answer].filter(Boolean).join(' · ')
  return (
    <li>
      <div className="requestable-text">
        <p className="requestable-name">{person.name}</p>
        <p>
          <Address email={person.email} />
        </p>
        <p className="requestable-asked">{[application.name, client?.name].filter(Boolean).join(' · ')}</p>
        <p>{t('Reason: {{reason}}', { reason })}</p>
        <AskedBy request={request} />
        <WithdrawnBy request={request} person={person.name} />
        <p>{facts.filter(Boolean).join(' · ')}</p>
        <StepFacts request={request} />
        {decided && <p>{t('Decision: {{decision}}', { decision: decided })}</p>}
      </div>
      <div className="requestable-end">
        {mayDecide ? (
          <RequestDecisions
            request={request}
            onDecide={(isApproval) => setOpened(isApproval ? 'approve' : 'decline')}
          />
        ) : (
          <StatusBadge status={REQUEST_STATES[state]} tone={REQUEST_TONES[state]} />
        )}
      </div>
      {opened === 'approve' && <ApproveOwnedRequest request={request} onClose={() => setOpened(null)} />}
      {opened === 'decline' && <Decline request={request} onClose={() => setOpened(null)} />}
    </li>
  )
}

function Decline({ request, onClose }: { request: AccessRequest; onClose: () => void }) {
  return <DeclineForm request={request} decision={useCall(declineOwnedRequest, onClose)} onClose={onClose} />
}
