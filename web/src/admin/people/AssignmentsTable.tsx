import { type Assignment, listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import { PAGE_SIZES } from '@gatehouse/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatFullMoment, formatMoment } from '../../i18n/format.ts'
import { recordPage } from '../../shell/screens.ts'
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ListFailure } from '../engine/list/ListFailure.tsx'
import { usePage } from '../engine/record/use-page.ts'
import { accessState, originWords } from './access-words.ts'

type Of = 'userId' | 'applicationId' | 'clientId'

type Props = {
  label: string
  /** Whose assignments they are: what all of them share has no column. */
  of: Of
  id: string
  /** Stands there where there are none. */
  empty: string
}

/** Who may open what for whom, a page at a time; the page is in the address. */
export function AssignmentsTable({ label, of, id, empty }: Props) {
  const { t } = useTranslation()
  const { page, size, show } = usePage()
  const query = { [of]: id, page: page - 1, pageSize: size }
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: ['assignments', query],
    queryFn: () => call(listAssignments, query),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const columns = useColumns(of)
  const isFailed = error !== null && (!data || isPlaceholderData)
  const isLast = !data || (data.isEstimate ? data.rows.length < size : page * size >= data.total)

  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={data?.rows}
        rowKey={({ _id }) => _id}
        rowName={(row) => nameOf(row, of)}
        // A list that fits on its first page stands for itself: nothing below it moves.
        size={data && data.total <= size ? data.rows.length : size}
        sorting={null}
        onSort={() => undefined}
        isStale={isPlaceholderData}
        isReloading={isFetching}
        rowMenu={(row) => <WhyLink assignment={row} isOnPage={of === 'userId'} />}
        menuLabel={t('Action')}
        notice={
          isFailed ? (
            <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
          ) : (
            data?.rows.length === 0 && (
              <div className="list-notice">
                <Inbox size={28} aria-hidden />
                <p>{empty}</p>
              </div>
            )
          )
        }
      />
      {data && !isFailed && data.total > Math.min(...PAGE_SIZES) && (
        <Pagination
          {...data}
          page={page}
          size={size}
          sizes={PAGE_SIZES}
          rowCount={data.rows.length}
          isLast={isLast}
          onPage={(next) => show({ page: next })}
          onSize={(next) => show({ size: next })}
        />
      )}
    </>
  )
}

type WhyProps = {
  assignment: Assignment
  /** On the page of that person, which keeps its way back. */
  isOnPage: boolean
}

/** To the conditions of the rule, for this person and this application. */
function WhyLink({ assignment: { person, application }, isOnPage }: WhyProps) {
  const { t } = useTranslation()
  return (
    <Link
      to={recordPage('/user')}
      params={{ id: person._id, section: 'access' }}
      search={{ application: application._id }}
      {...(isOnPage && { state: true as const })}
      aria-label={t('Why: {{name}}', { name: `${person.name}, ${application.name}` })}
    >
      {t('Why?')}
    </Link>
  )
}

const nameOf = ({ person, application, client }: Assignment, of: Of) =>
  of === 'userId' ? `${application.name}, ${client.name}` : person.name

function useColumns(of: Of): TableColumn<Assignment>[] {
  const { t, i18n } = useTranslation()
  const columns: (TableColumn<Assignment> & { not?: Of })[] = [
    {
      label: t('Person'),
      not: 'userId',
      cell: ({ person }) => (
        <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
          {person.name}
        </Link>
      ),
    },
    { label: t('Email'), not: 'userId', cell: ({ person }) => person.email },
    { label: t('Application'), not: 'applicationId', cell: ({ application }) => application.name },
    { label: t('Client'), not: 'clientId', cell: ({ client }) => client.name },
    { label: t('Role'), cell: ({ role }) => role },
    {
      label: t('Since'),
      cell: ({ assignedAt }) => (
        <time dateTime={assignedAt} title={formatFullMoment(new Date(assignedAt), i18n.language)}>
          {formatMoment(new Date(assignedAt), new Date(), i18n.language)}
        </time>
      ),
    },
    { label: t('How'), cell: (row) => t(originWords(row), { name: row.administrator }) },
    { label: t('Status'), isStatus: true, cell: (row) => <StatusBadge {...accessState(row)} /> },
  ]
  return columns.filter(({ not }) => not !== of)
}
