import { isUuid } from '@gatehouse/contract/uuid.ts'
import { useSearch } from '@tanstack/react-router'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import '../request-access.css'
import '../sessions-page.css'
import { LinkedRequest } from './LinkedRequest.tsx'
import { OneRequest } from './OneRequest.tsx'
import { OwnedRequests } from './OwnedRequests.tsx'
import { RequestSection } from './RequestSection.tsx'

/**
 * The requests about which one decides as an owner (ADR 0089), a contact (ADR 0101) or an approver (ADR 0109); messages lead to a single
 * one by a signed link (ADR 0131), those of before by the id of the request.
 */
export function OwnedRequestsPage() {
  const title = useScreenTitle()
  const { request, link } = useSearch({ strict: false }) as { request?: unknown; link?: unknown }
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      <Asked request={request} link={link} />
    </div>
  )
}

function Asked({ request, link }: { request: unknown; link: unknown }) {
  // The router reads what looks like a number as one.
  if (link !== undefined) return <LinkedRequest key={String(link)} link={String(link)} />
  if (typeof request === 'string' && isUuid(request))
    return (
      <RequestSection key={request} isShown>
        <OneRequest id={request} />
      </RequestSection>
    )
  return <OwnedRequests />
}
