import {
  listOwnAccessRequests,
  type OwnAccessRequest,
  withdrawAccessRequest,
} from '@gatehouse/contract/access-requests.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskedBy } from '../access-requests/AskedBy.tsx'
import { WithdrawnBy } from '../access-requests/WithdrawnBy.tsx'
import { askedOfWords, REQUEST_STATES, REQUEST_TONES } from '../activity/request-words.ts'
import { call } from '../api.ts'
import { formatCalendarDay, formatMoment } from '../i18n/format.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EmptyNotice } from '../ui/EmptyNotice.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'

/** What one has asked for; a request that waits can be withdrawn. */
export function OwnRequests() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [withdrawn, setWithdrawn] = useState<OwnAccessRequest | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['ownAccessRequests'],
    queryFn: () => call(listOwnAccessRequests, {}),
    staleTime: 0,
  })
  const withdrawing = useAction(async (requestId: string) => {
    await call(withdrawAccessRequest, { requestId })
    setWithdrawn(null)
    toasts.success(t(withdrawAccessRequest.message))
    void cache.invalidateQueries()
  })

  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner size={24} />
  if (data.length === 0)
    return (
      <EmptyNotice title={t('You have not asked for anything yet.')}>
        {t('What you ask for stands here, with the answer.')}
      </EmptyNotice>
    )
  return (
    <>
      <ul className="requestable">
        {data.map((request) => (
          <Item key={request._id} request={request} onWithdraw={() => setWithdrawn(request)} />
        ))}
      </ul>
      {withdrawn && (
        <ConfirmDialog
          title={t('Withdraw the request?')}
          confirmLabel={t('Withdraw')}
          isBusy={withdrawing.isBusy}
          error={withdrawing.error}
          onConfirm={() => void withdrawing.run(withdrawn._id)}
          onClose={() => {
            setWithdrawn(null)
            withdrawing.clear()
          }}
        >
          <p>{t('You can ask for {{name}} again later.', { name: withdrawn.application.name })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Item({ request, onWithdraw }: { request: OwnAccessRequest; onWithdraw: () => void }) {
  const { t, i18n } = useTranslation()
  const { application, client, reason, lastDay, state, askedOf, progress, createdAt, hasEnded, answer } = request
  const facts = [
    formatMoment(new Date(createdAt), new Date(), i18n.language),
    client?.name,
    lastDay && t('until {{until}}', { until: formatCalendarDay(lastDay, i18n.language) }),
  ]
  return (
    <li>
      <div className="requestable-text">
        <p className="requestable-name">{application.name}</p>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        <p>{reason}</p>
        <AskedBy request={request} isOwn />
        <WithdrawnBy request={request} />
        {askedOf && <p>{t(askedOfWords(request))}</p>}
        {progress && <p>{t('It waits for step {{step}} of {{of}}.', progress)}</p>}
        {hasEnded && <p>{t('This access has ended.')}</p>}
        {answer && <p>{t('Answer: {{answer}}', { answer })}</p>}
      </div>
      <div className="requestable-end">
        <StatusBadge status={REQUEST_STATES[state]} tone={REQUEST_TONES[state]} />
        {state === 'waiting' && (
          <Button variant="link" aria-label={t('Withdraw: {{name}}', { name: application.name })} onClick={onWithdraw}>
            {t('Withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}
