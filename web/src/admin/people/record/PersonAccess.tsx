import { explainAccess } from '@gatehouse/contract/admin/people/assignments.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useChangeAddress } from '../../../ui/use-change-address.ts'
import { idOf } from '../../engine/lines/lines-search.ts'
import { ListFailure } from '../../engine/list/ListFailure.tsx'
import { OptionFilter } from '../../engine/list/OptionFilter.tsx'
import type { UserRow } from '../user-row.ts'
import { AccessSteps } from './AccessSteps.tsx'

/** Why a person can open an application, or cannot; which one is in the address. */
export function PersonAccess({ row }: { row: UserRow }) {
  const { t } = useTranslation()
  const changeAddress = useChangeAddress()
  const { application }: Record<string, unknown> = useSearch({ strict: false })
  const applicationId = idOf(application)
  const asked = { userId: row._id, applicationId }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['explainAccess', asked],
    queryFn: () => call(explainAccess, asked),
    enabled: applicationId !== '',
    staleTime: 0,
  })

  return (
    <div className="record-card access">
      <OptionFilter
        kind="applications"
        label={t('Application')}
        placeholder={t('Choose an application')}
        gone={t('A deleted application')}
        withInactive
        value={applicationId}
        onChange={(chosen) =>
          changeAddress({
            search: chosen === '' ? {} : { application: chosen },
            state: true,
            resetScroll: false,
          })
        }
      />
      {applicationId === '' && (
        <p className="access-hint">{t('Choose an application to check every condition for opening it.')}</p>
      )}
      {applicationId !== '' && !data && !error && <Spinner size={24} />}
      {error && <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />}
      <div aria-live="polite">{data && !error && <AccessSteps explanation={data} />}</div>
    </div>
  )
}
