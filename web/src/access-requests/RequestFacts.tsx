import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import './access-requests.css'

/** Who asks for what, and why. */
export function RequestFacts({ request: { person, application, client, reason } }: { request: AccessRequest }) {
  return (
    <div className="request-facts">
      <p>
        <strong>{person.name}</strong> · {person.email}
      </p>
      <p>{[application.name, client?.name].filter(Boolean).join(' · ')}</p>
      <p>{reason}</p>
    </div>
  )
}
