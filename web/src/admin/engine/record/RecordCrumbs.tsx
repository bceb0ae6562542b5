import { Link, useLocation } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ListWithPages, screenAt } from '../../../shell/screens.ts'

type Props = { list: ListWithPages; name: string | undefined }

/** The way back to the list, as it was when the record was opened from it. */
export function RecordCrumbs({ list, name }: Props) {
  const { t } = useTranslation()
  const listed = useLocation({ select: ({ state }) => state.listed })
  const { to, heading } = screenAt(list)
  return (
    <nav aria-label={t('You are here')} className="record-crumbs">
      <ol>
        <li>
          <Link to={to} search={listed ?? {}}>
            {t(heading)}
          </Link>
        </li>
        {name !== undefined && (
          <li>
            <ChevronRight size={14} aria-hidden />
            <span aria-current="page">{name}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
