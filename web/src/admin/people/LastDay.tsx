import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '../../i18n/format.ts'

/** The last day of a person, such as '2027-03-31' on the wire; empty for none. */
export function LastDay({ day }: { day: string | null }) {
  const { i18n } = useTranslation()
  return day === null ? null : formatCalendarDay(day, i18n.language)
}
