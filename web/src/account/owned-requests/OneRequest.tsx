import { listOwnedRequests } from '@gatehouse/contract/owned-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { OwnedRequest } from './OwnedRequest.tsx'

type Props = { id: string; children?: ReactNode }

/** A single request, with what a link says about it. Administrators are led on to the console. */
export function OneRequest({ id, children }: Props) {
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
    <section aria-label={t('Request')} tabIndex={-1}>
      {children}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && !request && <p>{t('This request was withdrawn, or you do not decide about it.')}</p>}
      {request && (
        <ul className="requestable">
          <OwnedRequest request={request} />
        </ul>
      )}
      <AllRequests />
    </section>
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
