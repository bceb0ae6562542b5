import { type Attention, OVERVIEW_COUNTED_MAX } from '@gatehouse/contract/admin/overview/overview.ts'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { attentionLink, attentionText, isUrgent } from './attention-words.ts'

type Props = { attention: Attention[]; days: string[] }

/** What somebody should look at; each line leads to the list of what it counts. */
export function AttentionList({ attention, days }: Props) {
  const { t } = useTranslation()
  return (
    <section className="overview-card overview-attention" aria-labelledby="overview-attention">
      <h2 id="overview-attention">{t('Needs attention')}</h2>
      {attention.length === 0 ? (
        <p className="overview-well">
          <CircleCheck size={18} aria-hidden />
          {t('Nothing needs your attention.')}
        </p>
      ) : (
        <ul className="overview-lines">
          {attention.map((one) => (
            <li key={one.kind} data-kind={one.kind}>
              <Line one={one} days={days} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ one, days }: { one: Attention; days: string[] }) {
  const { t, i18n } = useTranslation()
  const link = attentionLink(one, days)
  const count = formatNumber(one.count, i18n.language) + (one.hasMore ? '+' : '')
  const content = (
    <>
      {isUrgent(one) ? (
        <CircleAlert size={18} aria-hidden className="overview-urgent" />
      ) : (
        <TriangleAlert size={18} aria-hidden className="overview-warning" />
      )}
      <span className="overview-sentence">{attentionText(one)}</span>
      <b title={one.hasMore ? t('Counted up to {{number}}', { number: OVERVIEW_COUNTED_MAX }) : undefined}>{count}</b>
    </>
  )
  if (link !== null)
    return (
      <Link {...link} className="overview-line">
        {content}
        <ChevronRight size={16} aria-hidden />
      </Link>
    )
  return (
    <>
      <div className="overview-line">{content}</div>
      <ul className="overview-places">
        {one.places.map(({ application, client, count: gaps, withoutPeople }) => (
          <li key={`${application._id} ${client._id}`}>
            <Link
              to="/dashboard/approvalProcess"
              search={{ checkApplication: application._id, checkClient: client._id }}
            >
              {application.name} · {client.name}
            </Link>
            <span>
              {[
                gaps > 0 && t('{{count}} gaps', { count: gaps }),
                withoutPeople > 0 && t('{{count}} steps without people', { count: withoutPeople }),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
        {one.count > one.places.length && (
          <li>{t('and {{number}} more', { number: formatNumber(one.count - one.places.length, i18n.language) })}</li>
        )}
      </ul>
    </>
  )
}
