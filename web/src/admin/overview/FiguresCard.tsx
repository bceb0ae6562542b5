import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import type { ListAddress } from './attention-words.ts'

type Figure = ListAddress & { label: string; figure: { count: number; isEstimate: boolean }; isBad?: boolean }
type Props = { title: string; note?: string; figures: Figure[] }

/** A few numbers, each of which leads to its list. */
export function FiguresCard({ title, note, figures }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  return (
    <section className="overview-card" aria-labelledby={id}>
      <div className="overview-card-head">
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      <ul className="overview-list">
        {figures.map(({ label, figure: { count, isEstimate }, isBad = false, to, search }) => {
          const number = formatNumber(count, i18n.language)
          return (
            <li key={label}>
              <Link to={to} search={search} className="overview-figure">
                <span>{label}</span>
                <b data-bad={(isBad && count > 0) || undefined}>
                  {isEstimate ? t('about {{number}}', { number }) : number}
                </b>
                <ChevronRight size={16} aria-hidden />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
