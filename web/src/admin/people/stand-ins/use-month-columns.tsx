import type { StandIn } from '@gatehouse/contract/admin/people/stand-ins.ts'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { dayNumber, dayOf, startOfDay } from '../../../i18n/time-zone.ts'
import { timeInWords } from '../../../stand-ins/stand-in-words.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { daysOf } from './month.ts'
import './stand-in-calendar.css'
import { useStandInColumns } from './use-stand-in-columns.tsx'

/** The days of a month that are named above the bars. */
const NAMED_DAYS = [1, 8, 15, 22, 29]

/** The columns of a month: who stands in for whom, and a bar over the days. */
export function useMonthColumns(month: string): TableColumn<StandIn>[] {
  const { t, i18n } = useTranslation()
  const [standIn, lender] = useStandInColumns(false) as [TableColumn<StandIn>, TableColumn<StandIn>]
  if (month === '') return []
  const days = daysOf(month)
  const today = dayOf(new Date())
  const marks = {
    '--days': days,
    ...(today.startsWith(month) && { '--today': Number(today.slice(8)) - 1 }),
  } as CSSProperties
  return [
    standIn,
    lender,
    {
      label: t('Days'),
      scale: (
        <span className="month-scale" style={marks} aria-hidden>
          {NAMED_DAYS.filter((day) => day <= days).map((day) => (
            <span key={day} style={{ '--day': day - 1 } as CSSProperties}>
              {formatNumber(day, i18n.language)}
            </span>
          ))}
        </span>
      ),
      cell: (one) => (
        <div className="month-cell">
          <div className="month-track" style={marks} data-has-today={'--today' in marks || undefined}>
            <span className="month-bar" data-state={one.state} style={barOf(one, month)} />
          </div>
          <small>
            {timeInWords(t, i18n.language, one)} · {one.role}, {one.application.name}
          </small>
        </div>
      ),
    },
  ]
}

/** From the first day of the month that it counts to the last one. */
function barOf({ validFrom, validUntil, endedAt }: StandIn, month: string): CSSProperties {
  const start = dayNumber(startOfDay(`${month}-01`))
  const last = start + daysOf(month) - 1
  // The end is exclusive: one at midnight does not reach into that day.
  const end = dayNumber(new Date(Date.parse(endedAt ?? validUntil) - 1))
  const from = Math.max(dayNumber(new Date(validFrom)), start)
  const until = Math.max(Math.min(end, last), from)
  return { '--from': from - start, '--length': until - from + 1 } as CSSProperties
}
