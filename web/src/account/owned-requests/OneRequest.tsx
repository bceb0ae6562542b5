import { listOwnedRequests } from '@gatehouse/contract/owned-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { OwnedRequest } from './OwnedRequest.tsx'

/** A single request. Administrators are led on to the console. */
export function OneRequest({ id }: { id: string }) {
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
    <>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && !request && <p>{t('This request was withdrawn, or you do not decide about it.')}</p>}
      {request && (
        <ul className="requestable">
          <OwnedRequest request={request} />
        </ul>
      )}
      <AllRequests />
    </>
  )
}

export function AllRequests() {
  const { t } = useTranslation()
  return (
    <p>
      <Link to="/dashboard/requestsToDecide">{t('All requests to decide')}</Link>
    </p>
  )
}
