import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { get, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import type { Screen } from '../screen.ts'
import { Uses } from '../Uses.tsx'

type Props<Row extends RecordRow> = { screen: Screen<Row>; row: Row }

/** What uses an active record whose status is changed in the form: it goes without the record once that is saved. */
export function Deactivation<Row extends RecordRow>({ screen: { fields, resource, toForm }, row }: Props<Row>) {
  const { t } = useTranslation()
  // Templates write it in capitals.
  const name = fields.find((field) => field.name.toLowerCase() === 'status')?.name ?? ''
  const status: unknown = useWatch({ name })
  const isEnding = get(toForm(row), name) === 'ACTIVE' && status !== 'ACTIVE'
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [resource.name, 'uses', row._id],
    queryFn: () => call(resource.uses, { id: row._id }),
    enabled: isEnding,
    gcTime: 0,
  })
  if (!isEnding) return null
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
