import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ListWithPages, screenAt } from '../../../shell/screens.ts'
import { Crumbs } from './Crumbs.tsx'

type Props = { list: ListWithPages; name: string | undefined }

/** The way back to the list, as it was when the record was opened from it. */
export function RecordCrumbs({ list, name }: Props) {
  const { t } = useTranslation()
  const listed = useLocation({ select: ({ state }) => state.listed })
  const { to, heading } = screenAt(list)
  return (
    <Crumbs name={name}>
      <Link to={to} search={listed ?? {}}>
        {t(heading)}
      </Link>
    </Crumbs>
  )
}
