import { listOwnedRequests } from '@gatehouse/contract/owned-requests.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { useSession } from '../../session/use-session.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import '../request-access.css'
import '../sessions-page.css'
import { OwnedRequest } from './OwnedRequest.tsx'
import { OwnedRequests } from './OwnedRequests.tsx'

/** The requests about which one decides as an owner (ADR 0089), a contact (ADR 0101) or an approver (ADR 0109); messages lead to a single one. */
export function OwnedRequestsPage() {
  const title = useScreenTitle()
  const { request: asked } = useSearch({ strict: false }) as { request?: unknown }
  const id = typeof asked === 'string' && isUuid(asked) ? asked : null
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      {id === null ? <OwnedRequests /> : <OneRequest key={id} id={id} />}
    </div>
  )
}

function OneRequest({ id }: { id: string }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['ownedRequests', { id }],
    queryFn: () => call(listOwnedRequests, { requestId: id }),
    staleTime: 0,
  })
  const [request] = data?.rows ?? []
  // The same message goes to administrators, who decide in the console.
  if (data && !request && permissions.includes('users:read'))
    return <Navigate to="/dashboard/accessRequests" search={{ request: id } as never} replace />
  return (
    <section aria-label={t('Request')}>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && !request && <p>{t('This request was withdrawn, or you do not decide about it.')}</p>}
      {request && (
        <ul className="requestable">
          <OwnedRequest request={request} />
        </ul>
      )}
      <p>
        <Link to="/dashboard/requestsToDecide">{t('All requests to decide')}</Link>
      </p>
    </section>
  )
}
