import { listWhoCan, type SomeoneWhoCan, whoCanFile } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { formatDay, formatNumber } from '../../../i18n/format.ts'
import { recordPage } from '../../../shell/screens.ts'
import { Button } from '../../../ui/Button.tsx'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { DownloadFile } from '../../engine/DownloadFile.tsx'
import { ListPager } from '../../engine/list/ListPager.tsx'
import { LoadedTable } from '../../engine/list/LoadedTable.tsx'
import { grantWords } from './grant-words.ts'

export type AskedWhoCan = Omit<Input<typeof listWhoCan>, 'page' | 'pageSize'>

const SIZE = 10

/** Everyone who can, once that is asked for: a page at a time, each with the way to their record, and as a file. */
export function WhoCan({ asked }: { asked: AskedWhoCan }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen)
    return (
      <div>
        <Button variant="neutral" onClick={() => setIsOpen(true)}>
          {t('Show everyone who can')}
        </Button>
      </div>
    )
  // Another question begins at its first page.
  return <People key={JSON.stringify(asked)} asked={asked} />
}

function People({ asked }: { asked: AskedWhoCan }) {
  const { t, i18n } = useTranslation()
  const [shown, setShown] = useState({ page: 1, size: SIZE })
  const loaded = usePeople({ ...asked, page: shown.page - 1, pageSize: shown.size })
  const columns: TableColumn<SomeoneWhoCan>[] = [
    {
      label: t('Person'),
      cell: ({ person, onBehalfOf }) => (
        <div className="cell-lines">
          <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
            {person.name}
          </Link>
          {onBehalfOf && <small>{t('for {{lender}}', { lender: onBehalfOf.name })}</small>}
        </div>
      ),
    },
    {
      label: t('Role'),
      cell: ({ role, action, sequence }) => (
        <div className="cell-lines">
          {role}
          <small>
            {[
              action && t(action),
              action && sequence !== null && t('Step {{number}}', { number: formatNumber(sequence, i18n.language) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </div>
      ),
    },
    {
      label: t('Authority'),
      cell: ({ granted, until }) => (
        <div className="cell-lines">
          {grantWords(granted)}
          {until !== null && (
            <small>{t('until {{until}}', { until: formatDay(new Date(Date.parse(until) - 1), i18n.language) })}</small>
          )}
        </div>
      ),
    },
  ]
  const { data } = loaded
  return (
    <section className="who-can" aria-label={t('Everyone who can')}>
      <div className="who-can-head">
        <h3>{t('Everyone who can')}</h3>
        {data !== undefined && data.total > 0 && <DownloadFile file={whoCanFile} query={asked} />}
      </div>
      <LoadedTable
        label={t('People')}
        columns={columns}
        loaded={loaded}
        rowKey={({ person, role, onBehalfOf, since }) => [person._id, role, onBehalfOf?._id, since].join(' ')}
        rowName={({ person, role }) => `${person.name}, ${role}`}
        size={data && data.total <= shown.size ? data.rows.length : shown.size}
        empty={t('Nobody can.')}
        pager={(answer) =>
          answer.total > SIZE && (
            <ListPager {...answer} shown={shown} onShow={(change) => setShown({ ...shown, page: 1, ...change })} />
          )
        }
      />
    </section>
  )
}

function usePeople(query: Input<typeof listWhoCan>) {
  return useQuery({
    queryKey: ['whoCan', query],
    queryFn: ({ signal }) => call(listWhoCan, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
