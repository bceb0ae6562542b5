import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatter } from '../../../i18n/formatters.ts'
import { Button } from '../../../ui/Button.tsx'
import { isMonth, monthOf, monthsLater } from './month.ts'
import './stand-in-calendar.css'

type Props = { month: string; onShow: (change: { month: string }) => void }

/** The month that is shown, the ones beside it, and the way back to the current one. */
export function MonthPicker({ month, onShow }: Props) {
  const { t, i18n } = useTranslation()
  const current = monthOf(new Date())
  const step = (count: number, label: string, Icon: typeof ChevronLeft) => {
    const other = monthsLater(month, count)
    return (
      <button
        type="button"
        className="icon-button"
        aria-label={t(label)}
        disabled={!isMonth(other)}
        onClick={() => onShow({ month: other })}
      >
        <Icon size={18} aria-hidden />
      </button>
    )
  }
  return (
    <div className="month-picker">
      {step(-1, 'Previous month', ChevronLeft)}
      <span className="month-name" role="status">
        {nameOfMonth(month, i18n.language)}
      </span>
      {step(1, 'Next month', ChevronRight)}
      {month !== current && (
        <Button variant="link" onClick={() => onShow({ month: current })}>
          {t('This month')}
        </Button>
      )}
    </div>
  )
}

/** A month such as '2026-11', in words: 'November 2026'. */
const nameOfMonth = (month: string, language: string): string =>
  formatter('moment', language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
