import { type Covered, factorCoverage } from '@gatehouse/contract/admin/security/coverage.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useSession } from '../../session/use-session.ts'
import { mayOpen } from '../../shell/screens.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import './factor-coverage.css'

/** How many people of each role have a passkey or an authenticator app, and who has neither. */
export function FactorCoverage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['factorCoverage'],
    queryFn: ({ signal }) => call(factorCoverage, {}, signal),
    staleTime: 0,
  })
  return (
    <section className="security-card">
      <h2>{t('How people sign in')}</h2>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && (
        <ul className="coverage">
          {data.map((covered) => (
            <li key={covered.role?._id ?? ''}>
              <CoverageLine covered={covered} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function CoverageLine({ covered: { role, people, passkeys, authenticators, codesOnly } }: { covered: Covered }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const number = (value: number) => formatNumber(value, i18n.language)
  const isListed = codesOnly > 0 && role !== null && mayOpen(permissions, '/dashboard/user')
  return (
    <>
      <h3>{role?.name ?? t('Without a role')}</h3>
      <progress value={people - codesOnly} max={people} aria-hidden="true" />
      <p className="coverage-total">
        {t('{{number}} of {{people}} with a passkey or app', {
          number: number(people - codesOnly),
          people: number(people),
        })}
      </p>
      <p>
        {t('With a passkey: {{passkeys}}. With an authenticator app: {{authenticators}}. Only codes: {{codesOnly}}.', {
          passkeys: number(passkeys),
          authenticators: number(authenticators),
          codesOnly: number(codesOnly),
        })}{' '}
        {isListed && (
          <Link
            to="/dashboard/user"
            search={{ state: 'codesOnly', roleId: role._id } as never}
            aria-label={t('Show who: {{name}}', role)}
          >
            {t('Show who')}
          </Link>
        )}
      </p>
    </>
  )
}
