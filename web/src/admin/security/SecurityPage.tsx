import { type CheckedSecurity, securityChecklist } from '@gatehouse/contract/admin/security/checklist.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { CheckLine } from './CheckLine.tsx'
import { FactorCoverage } from './FactorCoverage.tsx'
import './security.css'
import { PartFailure } from '../../ui/PartFailure.tsx'

/** The settings that decide how secure the portal is, with what should be changed first. */
export function SecurityPage() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['security'],
    queryFn: ({ signal }) => call(securityChecklist, {}, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const inState = (state: CheckedSecurity['state']) => data?.filter((one) => one.state === state) ?? []
  const found = [...inState('danger'), ...inState('warning')]

  return (
    <div className="security">
      <h1>{title}</h1>
      {data && (
        <p className="security-intro">
          {t('Settings of this deployment and of its records, as they are now. Only what is listed here is checked.')}
        </p>
      )}
      <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {found.length > 0 && <Checks heading={t('Should be changed')} checks={found} />}
      <FactorCoverage />
      {data && <Checks heading={t('In order')} checks={inState('good')} />}
    </div>
  )
}

function Checks({ heading, checks }: { heading: string; checks: CheckedSecurity[] }) {
  return (
    <section className="security-card">
      <h2>
        {heading} <span>{checks.length}</span>
      </h2>
      <ul>
        {checks.map((check) => (
          <li key={check.kind} data-kind={check.kind} data-state={check.state}>
            <CheckLine check={check} />
          </li>
        ))}
      </ul>
    </section>
  )
}
