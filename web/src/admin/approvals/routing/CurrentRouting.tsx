import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { NewDraft } from '../versions/NewDraft.tsx'
import { DRAFTS } from '../versions/use-draft-change.ts'
import '../versions/versions.css'
import { routingText } from './routing-words.ts'

/** The routing that counts in an application. It is changed in a draft, which shows what that would mean. */
export function CurrentRouting({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [isChanging, setIsChanging] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [DRAFTS, 'routing', applicationId],
    queryFn: () => call(approvalRoutings.list, { applicationId }),
    staleTime: 0,
  })
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Spinner size={20} />
  const [set] = Array.isArray(data) ? data : data.rows
  return (
    <section className="current-routing" aria-label={t('Approval routing')}>
      <p>
        <b>{t('Approval routing')}</b>: {routingText(set ?? { ...DEFAULT_ROUTING, catchAllClient: '' })}
      </p>
      {permissions.includes('approvals:write') && (
        <Button variant="link" onClick={() => setIsChanging(true)}>
          {t('Change it in a draft')}
        </Button>
      )}
      {isChanging && <NewDraft applicationId={applicationId} view="routing" onClose={() => setIsChanging(false)} />}
    </section>
  )
}
