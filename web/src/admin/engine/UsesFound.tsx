import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Uses } from './Uses.tsx'

type Props = {
  query: { data: Use[] | undefined; error: Error | null; isPending: boolean; refetch: () => unknown }
  /** What is said when there are none; nothing by default. */
  nothing?: string
}

/** What is affected, as it is looked up. */
export function UsesFound({ query: { data, error, isPending, refetch }, nothing }: Props) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {isPending && (
        <p className="uses-pending">
          <Spinner /> {t('Checking where it is used')}
        </p>
      )}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && nothing && <p>{nothing}</p>}
      {data && data.length > 0 && (
        <>
          <p>{t('This affects:')}</p>
          <Uses uses={data} />
        </>
      )}
    </div>
  )
}
