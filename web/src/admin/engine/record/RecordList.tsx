import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { type ListFilter, listLink } from '../../../session/list-link.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { useFits } from '../list/columns/use-fits.ts'
import { useRowMenu } from '../list/use-row-menu.tsx'
import { useTableColumns } from '../list/use-table-columns.ts'
import { type Opened, RecordDialogs } from '../RecordDialogs.tsx'
import type { Screen } from '../screen.ts'
import { SectionTable } from './SectionTable.tsx'
import { useSectionRows } from './use-section-rows.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  /** English. */
  label: string
  /** Of the call that lists, and its value: the record on whose page the list stands. */
  filter: string
  id: string
  /** English: stands there where there are none. */
  empty: string
  /** Where they can be searched. */
  list: ListFilter
}

/** The records that belong to another one, on its page: with the columns, menus and dialogs of their own list. */
export function RecordList<Row extends RecordRow>({ screen, label, filter, id, empty, list }: Props<Row>) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const rows = useSectionRows(
    [screen.resource.name, 'list'],
    { [filter]: id },
    (query) =>
      // Asked for a page, the server answers one.
      call(screen.resource.list, query) as Promise<Page<Row>>,
  )
  const { data } = rows
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  // The column of the record on whose page they stand would repeat its name in every row.
  const own = screen.filters?.find(({ name }) => name === filter)?.label
  const fits = useFits()
  const columns = useTableColumns(screen.columns.filter((column) => column.label !== own && fits(column)))
  const rowMenu = useRowMenu(screen, false, setOpened)
  const handleClose = () => setOpened(null)

  return (
    <div className="list-card">
      <div className="record-bar">
        <p role="status">{data && t('{{total}} results', { total: data.total, count: data.total })}</p>
        <div className="record-actions">
          <Link {...listLink(list, { _id: id, name: '' })} className="button button-neutral">
            {t('Open the list')}
          </Link>
          {permissions.includes(screen.resource.write) && (
            <Button onClick={() => setOpened({ kind: 'form', row: null, start: { [filter]: id } })}>
              <Plus size={16} aria-hidden />
              {t(screen.newLabel)}
            </Button>
          )}
        </div>
      </div>
      <SectionTable
        label={t(label)}
        columns={columns}
        loaded={rows}
        rowName={screen.nameOf}
        rowMenu={rowMenu}
        menuLabel={t('Actions')}
        empty={t(empty)}
      />
      <RecordDialogs
        screen={screen}
        opened={opened}
        latest={(one) => data?.rows.find(({ _id }) => _id === one._id) ?? one}
        onClose={handleClose}
        onSaved={handleClose}
      />
    </div>
  )
}
