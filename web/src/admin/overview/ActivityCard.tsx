import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { BarChart, ChartKey } from '../../ui/BarChart.tsx'
import { formatDay, formatFullDay } from './days.ts'
import { TableBehind } from './TableBehind.tsx'

type Series = { name: string; event: string; values: number[] }

type Props = {
  title: string
  /** What is said where there is nothing in all these days. */
  none: string
  days: string[]
  series: Series[]
  /** The second one is nothing bad. */
  isCalm?: boolean
}

/** What happened on each day, as a chart and as a table. Every number leads to its lines of the activity. */
export function ActivityCard({ title, none, days, series, isCalm }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const number = (value: number) => formatNumber(value, i18n.language)
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <section className="overview-card" data-calm={isCalm || undefined} aria-labelledby={id}>
      <div className="overview-card-head">
        <h2 id={id}>{title}</h2>
        <ul className="overview-totals">
          {series.map(({ name, event, values }, index) => (
            <li key={event}>
              <ChartKey index={index} />
              {name}
              <ToLines count={values.reduce((sum, value) => sum + value, 0)} event={event} from={days[0]} />
            </li>
          ))}
        </ul>
      </div>
      {isEmpty ? (
        <p className="overview-empty">{none}</p>
      ) : (
        <BarChart
          label={title}
          bars={days.map((day) => ({ short: formatDay(day, i18n.language), full: formatFullDay(day, i18n.language) }))}
          series={series}
          format={number}
        />
      )}
      <TableBehind
        caption={title}
        head={[t('Day'), ...series.map(({ name }) => name)]}
        rows={days
          .map((day, index) => [
            formatFullDay(day, i18n.language),
            ...series.map(({ event, values }) => (
              <ToLines key={event} count={values[index] ?? 0} event={event} from={day} to={day} />
            )),
          ])
          .toReversed()}
      />
    </section>
  )
}

type ToLinesProps = { count: number; event: string; from: string | undefined; to?: string; subject?: [string, string] }

/** A number of lines of the activity, which leads to these. */
export function ToLines({ count, event, from = '', to, subject }: ToLinesProps) {
  const { i18n } = useTranslation()
  const shown = formatNumber(count, i18n.language)
  if (count === 0) return <b>{shown}</b>
  const search = { event, from, ...(to && { to }), ...(subject && { subjectId: subject[0], subject: subject[1] }) }
  return (
    <Link to="/dashboard/activity" search={search}>
      {shown}
    </Link>
  )
}
