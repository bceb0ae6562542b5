import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useRowMenu } from '../list/use-row-menu.tsx'
import type { Opened } from '../RecordDialogs.tsx'
import type { RecordDefinition } from './record.ts'

type Props<Row extends RecordRow> = {
  record: RecordDefinition<Row>
  row: Row
  onOpen: (opened: Opened<Row>) => void
}

/** What a record is called, how it stands, and what can be done with it: the same as in the menu of its row. */
export function RecordHead<Row extends RecordRow>({ record, row, onOpen }: Props<Row>) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { screen, picture, status, detail } = record
  const name = screen.nameOf(row)
  const rowMenu = useRowMenu(screen, false, onOpen)
  return (
    <header className="record-head">
      <div className="record-picture">{picture(row)}</div>
      <div className="record-name">
        <div className="record-title">
          <h1>{name}</h1>
          <StatusBadge status={status(row)} />
        </div>
        <p title={detail(row)}>{detail(row)}</p>
      </div>
      <div className="record-actions">
        {permissions.includes(screen.resource.write) && (
          <Button variant="neutral" onClick={() => onOpen({ kind: 'form', row })}>
            <Pencil size={16} aria-hidden />
            {t('Edit')}
          </Button>
        )}
        {rowMenu?.(row)}
      </div>
    </header>
  )
}
