import { type Covered, factorCoverage } from '@gatehouse/contract/admin/security/coverage.ts'
import { PAGE_SIZES } from '@gatehouse/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ListPager } from '../engine/list/ListPager.tsx'
import { OptionFilter } from '../engine/list/OptionFilter.tsx'
import { CoverageLine } from './CoverageLine.tsx'
import './factor-coverage.css'

const FILTERS = [
  { kind: 'applications', field: 'applicationId', label: 'Application', gone: 'A deleted application' },
  { kind: 'clients', field: 'clientId', label: 'Client', gone: 'A deleted record' },
] as const

/** How many people have a passkey or an authenticator app, by role, and who lacks what is needed: of all, an application or a client. */
export function FactorCoverage() {
  const { t } = useTranslation()
  const [shown, setShown] = useState({ applicationId: '', clientId: '', page: 1, size: Number(PAGE_SIZES.at(-1)) })
  const { applicationId, clientId, page, size } = shown
  const chosen = { ...(applicationId && { applicationId }), ...(clientId && { clientId }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['factorCoverage', shown],
    queryFn: ({ signal }) => call(factorCoverage, { ...chosen, page: page - 1, pageSize: size }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const total: Covered | undefined = data && { role: null, ...data.everybody }
  return (
    <section className="security-card">
      <h2>{t('How people sign in')}</h2>
      <div className="coverage-filters">
        {FILTERS.map(({ kind, field, label, gone }) => (
          <OptionFilter
            key={kind}
            kind={kind}
            label={t(label)}
            placeholder={t('All')}
            gone={t(gone)}
            withInactive
            value={shown[field]}
            onChange={(id) => setShown({ ...shown, [field]: id, page: 1 })}
          />
        ))}
      </div>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && total && (
        <>
          <ul className="factor-coverage">
            <li>
              <CoverageLine name={t('Everybody')} covered={total} filters={chosen} />
            </li>
            {data.roles.rows.map((covered) => (
              <li key={covered.role?._id ?? ''}>
                <CoverageLine
                  name={covered.role?.name ?? t('Without a role')}
                  covered={covered}
                  filters={covered.role && { ...chosen, roleId: covered.role._id }}
                />
              </li>
            ))}
          </ul>
          {data.roles.total > PAGE_SIZES[0] && (
            <ListPager
              {...data.roles}
              shown={{ page, size }}
              onShow={(change) => setShown({ ...shown, ...(change.size ? { page: 1 } : {}), ...change })}
            />
          )}
        </>
      )}
    </section>
  )
}
