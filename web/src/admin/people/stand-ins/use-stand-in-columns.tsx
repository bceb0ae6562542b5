import type { StandIn } from '@gatehouse/contract/admin/people/stand-ins.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { recordPage } from '../../../shell/screens.ts'
import { authorityInWords, limitsInWords, timeInWords } from '../../../stand-ins/stand-in-words.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import '../../../access-requests/access-requests.css'

/** The columns of stand-ins, with who ended them where they are over. */
export function useStandInColumns(areOver: boolean): TableColumn<StandIn>[] {
  const { t, i18n } = useTranslation()
  const person = ({ _id, name }: StandIn['lender']) => (
    <Link to={recordPage('/user')} params={{ id: _id }} className="row-name">
      {name}
    </Link>
  )
  const columns: TableColumn<StandIn>[] = [
    { label: t('Stands in'), cell: ({ standIn }) => person(standIn) },
    { label: t('For'), cell: ({ lender }) => person(lender) },
    {
      label: t('Authority'),
      cell: (one) => (
        <div className="cell-lines">
          {authorityInWords(t, one)}
          {limitsInWords(t, one) && <small>{limitsInWords(t, one)}</small>}
        </div>
      ),
    },
    {
      label: t('Time'),
      cell: (one) => (
        <div className="cell-lines">
          {timeInWords(t, i18n.language, one)}
          {one.note && <small>{one.note}</small>}
        </div>
      ),
    },
    { label: t('Added by'), leftOutBelow: 900, cell: ({ createdBy }) => createdBy },
  ]
  if (!areOver) return columns
  const endOf = ({ endedAt, endedBy }: StandIn) => {
    if (endedAt === null) return t('On its day')
    return endedBy === '' ? t('With the role or account of the lender') : endedBy
  }
  return [...columns, { label: t('Ended by'), cell: endOf }]
}
