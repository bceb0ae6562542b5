import {
  askSecondPerson,
  askToStopSecondPerson,
  readSecondPerson,
} from '@gatehouse/contract/admin/approvals/second-person.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { DRAFTS, useDraftChange } from '../versions/use-draft-change.ts'
import '../versions/versions.css'
import { RequestDecisions } from './RequestDecisions.tsx'
import { RequestNotice } from './RequestNotice.tsx'

/** Whether a second person confirms the changes of an application's approvals. */
export function SecondPerson({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [isAsked, setIsAsked] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [DRAFTS, 'second-person', applicationId],
    queryFn: () => call(readSecondPerson, { applicationId }),
    staleTime: 0,
  })
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Spinner size={20} />
  const { asksSecondPerson, request } = data
  const mayWrite = permissions.includes('approvals:write')
  const mayAsk = mayWrite && (request === null || request.voidBecause !== null)
  const Asking = asksSecondPerson ? StopAsking : StartAsking
  return (
    <section className="current-routing" aria-label={t('Second person')}>
      <p>
        <b>{t('Second person')}</b>:{' '}
        {asksSecondPerson
          ? t('Another person confirms every change of what people may approve.')
          : t('Nobody else confirms a change of what people may approve.')}
      </p>
      {mayAsk && (
        <Button variant="link" onClick={() => setIsAsked(true)}>
          {asksSecondPerson ? t('Ask to stop this') : t('Ask a second person')}
        </Button>
      )}
      {request && (
        <RequestNotice
          request={request}
          mine={t('You have asked that no second person confirms any more.')}
          theirs={t('{{name}} asks that no second person confirms any more.', { name: request.askedBy })}
        >
          {mayWrite && <RequestDecisions request={request} draft={null} />}
        </RequestNotice>
      )}
      {isAsked && <Asking applicationId={applicationId} onClose={() => setIsAsked(false)} />}
    </section>
  )
}

type Props = { applicationId: string; onClose: () => void }

function StartAsking({ applicationId, onClose }: Props) {
  const { t } = useTranslation()
  const asking = useDraftChange(askSecondPerson, onClose)
  return (
    <ConfirmDialog
      title={t('Ask a second person from now on?')}
      confirmLabel={t('Ask a second person')}
      isBusy={asking.isBusy}
      error={asking.error}
      onConfirm={() => void asking.run({ applicationId })}
      onClose={onClose}
    >
      <p>
        {t(
          'Every change of what people may approve in this application is then made in a draft, and another person confirms it. To stop that takes a second person, too.',
        )}
      </p>
    </ConfirmDialog>
  )
}

function StopAsking({ applicationId, onClose }: Props) {
  const { t } = useTranslation()
  const asking = useDraftChange(askToStopSecondPerson, onClose)
  return (
    <ReasonDialog
      title={t('Ask no second person any more?')}
      confirmLabel={t('Ask')}
      isBusy={asking.isBusy}
      error={asking.error}
      onConfirm={(reason) => void asking.run({ applicationId, reason })}
      onClose={onClose}
    >
      <p>{t('A second person has to confirm this. Until then every change still takes one.')}</p>
    </ReasonDialog>
  )
}
