import { REQUEST_LINK_MAX_LENGTH, readRequestLink } from '@gatehouse/contract/owned-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Alert } from '../../ui/Alert.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { AllRequests, OneRequest } from './OneRequest.tsx'
import { OwnedRequests } from './OwnedRequests.tsx'
import { outcomeInWords } from './outcome-in-words.ts'
import { RequestSection } from './RequestSection.tsx'

/** English, by whose the link is: why the list follows in place of the request. */
const WORDS = {
  other: 'The message with this link was sent to somebody else. These are the requests about which you decide.',
  expired: 'This link has expired. These are the requests about which you decide.',
  invalid:
    'This link is not complete, or it was changed. Open it again from the message. These are the requests about which you decide.',
} as const

/** What the signed link of a message leads to (ADR 0131): the request with its decision, or what became of it. */
export function LinkedRequest({ link }: { link: string }) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['ownedRequests', { link }],
    queryFn: () => call(readRequestLink, { link: link.slice(0, REQUEST_LINK_MAX_LENGTH) }),
    staleTime: 0,
  })
  if (data === undefined)
    return error ? <PartFailure error={error} onRetry={() => void refetch()} /> : <Spinner size={24} />
  const { kind, requestId, outcome } = data
  if (kind !== 'own')
    return (
      <>
        <Alert tone={kind === 'other' ? 'info' : 'warning'}>
          <p>{t(WORDS[kind])}</p>
          {requestId !== null && (
            <p>
              <Link to="/dashboard/requestsToDecide" search={{ request: requestId } as never}>
                {t('Show the request')}
              </Link>
            </p>
          )}
        </Alert>
        <OwnedRequests />
      </>
    )
  const words = outcome === null ? '' : outcomeInWords(t, i18n.language, outcome, requestId !== null)
  return (
    <RequestSection isShown={requestId !== null}>
      {words !== '' && <Alert tone="info">{words}</Alert>}
      {requestId === null ? <AllRequests /> : <OneRequest key={requestId} id={requestId} />}
    </RequestSection>
  )
}
