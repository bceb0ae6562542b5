import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useCallback, useState } from 'react'
import type { StartValues } from '../../session/start-values.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { useSession } from '../../session/use-session.ts'
import { ListActions } from './list/actions/ListActions.tsx'
import './admin-screen.css'
import { useColumns } from './list/columns/use-columns.ts'
import { ListHead } from './list/ListHead.tsx'
import { ListTable } from './list/ListTable.tsx'
import { ListToolbar } from './list/ListToolbar.tsx'
import { useHighlight } from './list/use-highlight.ts'
import { useList, useListSearch } from './list/use-list.ts'
import { type Opened, RecordDialogs } from './RecordDialogs.tsx'
import type { Screen } from './screen.ts'
import { useNewFromAddress } from './use-new-from-address.ts'
import { useOpenFromAddress } from './use-open-from-address.ts'

/** A list of records with all their actions. */
export function AdminScreen<Row extends RecordRow>({ screen }: { screen: Screen<Row> }) {
  const { permissions } = useSession()
  const list = useListSearch(screen)
  const columns = useColumns(screen, list)
  const loaded = useList(screen.resource, list)
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const { highlighted, highlight } = useHighlight()
  const canWrite = permissions.includes(screen.resource.write)
  const handleClose = useCallback(() => setOpened(null), [])
  const handleNew = useCallback(
    (start?: StartValues) => setOpened({ kind: 'form', row: null, ...(start && { start }) }),
    [],
  )
  /** An action may change its row while its dialog stays open. */
  const latest = (row: Row) => loaded.data?.rows.find(({ _id }) => _id === row._id) ?? row
  const handleSaved = useCallback(
    (row: Row) => {
      highlight(row)
      const Dialog = screen.afterSave?.(row)
      setOpened(Dialog ? { kind: 'action', row, Dialog } : null)
    },
    [highlight, screen],
  )
  const title = useScreenTitle()
  useNewFromAddress(canWrite, handleNew)
  useOpenFromAddress(screen, loaded.isPlaceholderData ? undefined : loaded.data?.rows, setOpened)

  return (
    <ListActions>
      <div className="console list-page">
        <ListHead title={title} screen={screen} list={list} onNew={canWrite ? () => handleNew() : undefined} />
        <div className="list-card">
          <ListToolbar
            screen={screen}
            list={list}
            columns={columns}
            example={loaded.isPlaceholderData ? undefined : loaded.data?.rows[0]}
          />
          <ListTable
            title={title}
            screen={screen}
            list={list}
            columns={columns.chosen}
            loaded={loaded}
            highlighted={highlighted}
            onOpen={setOpened}
          />
        </div>
        <RecordDialogs screen={screen} opened={opened} latest={latest} onClose={handleClose} onSaved={handleSaved} />
      </div>
    </ListActions>
  )
}
