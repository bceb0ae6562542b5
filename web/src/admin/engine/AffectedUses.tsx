import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Uses } from './Uses.tsx'

type Props<Row extends RecordRow> = { resource: Pick<Resource<Row>, 'name' | 'uses'>; id: string }

/** What uses a record, before it is put out of use. Nothing when nothing does. */
export function AffectedUses<Row extends RecordRow>({ resource, id }: Props<Row>) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [resource.name, 'uses', id],
    queryFn: () => call(resource.uses, { id }),
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
      {data && data.length > 0 && (
        <>
          <p>{t('This affects:')}</p>
          <Uses uses={data} />
        </>
      )}
    </div>
  )
}
