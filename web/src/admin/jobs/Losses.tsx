import { listLosses } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Uses } from '../engine/Uses.tsx'

/** What goes with the people of a list of leavers, before the job is run. */
export function Losses({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['jobs', id, 'losses'],
    queryFn: () => call(listLosses, { id }),
    gcTime: 0,
  })
  return (
    <div role="status">
      {isPending && (
        <p className="uses-pending">
          <Spinner /> {t('Checking where it is used')}
        </p>
      )}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && <p>{t('Nothing is lost: they have no applications and own no service accounts.')}</p>}
      {data && data.length > 0 && (
        <>
          <p>{t('This affects:')}</p>
          <Uses uses={data} />
        </>
      )}
    </div>
  )
}
