import { listRequestable, type RequestableApplication } from '@gatehouse/contract/access-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useScreenTitle } from '../session/use-screen-title.ts'
import { ApplicationLogo } from '../ui/ApplicationLogo.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyNotice } from '../ui/EmptyNotice.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { RequestAccess } from './RequestAccess.tsx'
import './request-access.css'
import './sessions-page.css'

/** The applications that one may ask for, and what became of one's requests. */
export function RequestAccessPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { ask }: { ask?: unknown } = useSearch({ strict: false })
  const [asking, setAsking] = useState<RequestableApplication | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['requestable'],
    queryFn: () => call(listRequestable, {}),
    staleTime: 0,
  })
  // Whoever comes from the page of an application has chosen it.
  const isAsked = useRef(false)
  useEffect(() => {
    const chosen = data?.find(({ _id, isRequested }) => _id === ask && !isRequested)
    if (chosen === undefined || isAsked.current) return
    isAsked.current = true
    setAsking(chosen)
  }, [data, ask])
  return (
    <div className="own-sessions">
      <h1>{title}</h1>
      <section aria-labelledby="requestable-heading">
        <h2 id="requestable-heading">{t('Applications')}</h2>
        <p>
          {t(
            'The owners of the application, contacts or approvers of your client, or administrators decide about each request. You get a message as soon as it is decided, unless you have put such messages off.',
          )}
        </p>
        <PartFailure error={error} onRetry={() => void refetch()} />
        {!data && !error && <Spinner size={24} />}
        {data?.length === 0 && <EmptyNotice title={t('There is no application that you can ask for at present.')} />}
        {data && data.length > 0 && (
          <ul className="requestable">
            {data.map((application) => (
              <li key={application._id}>
                <ApplicationLogo name={application.name} logo={application.logo} />
                <div className="requestable-text">
                  <p className="requestable-name">{application.name}</p>
                  {application.summary && <p>{application.summary}</p>}
                  {application.assignedFor.length > 0 && (
                    <p>{t('Assigned to you for {{clients}}', { clients: application.assignedFor.join(', ') })}</p>
                  )}
                </div>
                {application.isRequested ? (
                  <span className="requestable-state">{t('Requested')}</span>
                ) : (
                  <Button
                    variant="neutral"
                    aria-label={t('Ask for access to {{name}}', { name: application.name })}
                    onClick={() => setAsking(application)}
                  >
                    {t('Ask for access')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="own-requests-heading">
        <h2 id="own-requests-heading">{t('Your requests')}</h2>
        <OwnRequests />
      </section>
      {asking && <RequestAccess application={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}
