import type { ConflictException } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { recordPage } from '../../../shell/screens.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import '../../../access-requests/access-requests.css'

/** The columns of exceptions, with who ended them where they are over. */
export function useExceptionColumns(areOver: boolean): TableColumn<ConflictException>[] {
  const { t } = useTranslation()
  const columns: TableColumn<ConflictException>[] = [
    {
      label: t('Person'),
      cell: ({ person }) => (
        <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
          {person.name}
        </Link>
      ),
    },
    {
      label: t('Rule'),
      cell: ({ rule, application }) => (
        <div className="cell-lines">
          {rule.name}
          <small>{application.name}</small>
        </div>
      ),
    },
    {
      label: t('Reason'),
      isWhole: true,
      cell: ({ reason, control }) => (
        <div className="cell-lines">
          {reason}
          {control !== '' && <small>{t('Instead: {{control}}', { control })}</small>}
        </div>
      ),
    },
    { label: t('Until'), cell: ({ validUntil }) => <Moment at={validUntil} /> },
    { label: t('Granted by'), leftOutBelow: 900, cell: ({ owner }) => owner.name },
  ]
  if (!areOver) return columns
  return [
    ...columns,
    { label: t('Ended by'), cell: ({ endedAt, endedBy }) => (endedAt === null ? t('On its day') : endedBy) },
  ]
}
