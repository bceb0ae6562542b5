import type { overview } from '@gatehouse/contract/admin/overview/overview.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { useSession } from '../../session/use-session.ts'
import { recordPage } from '../../shell/screens.ts'
import { ChartKey } from '../../ui/BarChart.tsx'
import { ToLines } from './ActivityCard.tsx'
import { TableBehind } from './TableBehind.tsx'

type Applications = NonNullable<Output<typeof overview>['applications']>
type Props = { applications: Applications; from: string }

/** The applications that were opened most. */
export function BusiestApplications({ applications, from }: Props) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const id = useId()
  const number = (value: number) => formatNumber(value, i18n.language)
  const most = Math.max(1, ...applications.map(({ tiles, openId }) => tiles + openId))
  const toLines = (event: string, count: number, { _id, name }: Applications[number]) =>
    permissions.includes('audit:read') ? (
      <ToLines key={event} count={count} event={event} from={from} subject={[_id, name]} />
    ) : (
      <b key={event}>{number(count)}</b>
    )
  return (
    <section className="overview-card" data-calm aria-labelledby={id}>
      <div className="overview-card-head">
        <h2 id={id}>{t('Busiest applications')}</h2>
        <ul className="overview-totals">
          {[t('From the dashboard'), t('With OpenID Connect')].map((name, index) => (
            <li key={name}>
              <ChartKey index={index} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      {applications.length === 0 ? (
        <p className="overview-empty">{t('No applications were opened.')}</p>
      ) : (
        <>
          <ol className="overview-busiest">
            {applications.map(({ _id, name, tiles, openId }) => (
              <li key={_id}>
                <Link to={recordPage('/eaiapplication')} params={{ id: _id }} title={name}>
                  {name}
                </Link>
                <span className="overview-bar" aria-hidden="true">
                  <i style={{ width: `${(tiles / most) * 100}%` }} />
                  <i style={{ width: `${(openId / most) * 100}%` }} />
                </span>
                <b>{number(tiles + openId)}</b>
              </li>
            ))}
          </ol>
          <TableBehind
            caption={t('Busiest applications')}
            head={[t('Application'), t('From the dashboard'), t('With OpenID Connect')]}
            rows={applications.map((one) => [
              one.name,
              toLines('launch.granted', one.tiles, one),
              toLines('oidc.signed-in', one.openId, one),
            ])}
          />
        </>
      )}
    </section>
  )
}
