import { listOwnedRequests, OWNED_REQUEST_STATES } from '@gatehouse/contract/owned-requests.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { EmptyNotice } from '../../ui/EmptyNotice.tsx'
import { FixedPages } from '../../ui/FixedPages.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { OwnedRequest } from './OwnedRequest.tsx'

const REQUESTS_PER_PAGE = 25
const STATE_WORDS = { waiting: 'Undecided', decided: 'Decided' } as const

/** The requests about which one decides, or those that are decided. */
export function OwnedRequests() {
  const { t } = useTranslation()
  const [state, setState] = useState<(typeof OWNED_REQUEST_STATES)[number]>('waiting')
  const [page, setPage] = useState(0)
  const asked = { state, page, pageSize: REQUESTS_PER_PAGE }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['ownedRequests', asked],
    queryFn: ({ signal }) => call(listOwnedRequests, asked, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  // A decided request leaves the list, and the page may have become empty.
  useEffect(() => {
    if (data?.rows.length === 0 && page > 0 && !isPlaceholderData) setPage(page - 1)
  }, [data, isPlaceholderData, page])

  return (
    <section aria-label={t('Requests to decide')} tabIndex={-1}>
      <p>
        {t(
          'You decide who gets the applications of which you are an owner, or those that leave it to the contacts of your client or to a matrix in which you approve.',
        )}
      </p>
      <SegmentedControl
        label={t('Status')}
        value={state}
        onChange={(value) => {
          setState(value)
          setPage(0)
        }}
        choices={OWNED_REQUEST_STATES.map((value) => ({ value, label: t(STATE_WORDS[value]) }))}
      />
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data?.rows.length === 0 && !error && (
        <EmptyNotice
          title={
            state === 'waiting'
              ? t('No request waits for your decision at present.')
              : t('There are no such requests in the last 365 days.')
          }
        >
          {state === 'waiting' && t('A request stands here when somebody asks for access and you may decide about it.')}
        </EmptyNotice>
      )}
      {data && data.rows.length > 0 && !error && (
        <ul className="requestable" aria-busy={isPlaceholderData}>
          {data.rows.map((request) => (
            <OwnedRequest key={request._id} request={request} />
          ))}
        </ul>
      )}
      {data && <FixedPages page={page} size={REQUESTS_PER_PAGE} shown={data} onPage={setPage} />}
    </section>
  )
}
