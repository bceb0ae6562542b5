import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Checkbox.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FormEnd } from '../../../../ui/FormEnd.tsx'
import type { Column } from '../../screen.ts'
import { columnKey, type useColumns } from './use-columns.ts'

type Props<Row extends RecordRow> = {
  /** All that there are. */
  all: readonly Column<Row>[]
  columns: ReturnType<typeof useColumns<Row>>
  onClose: () => void
}

/** Which columns a list shows, where there is no room for a menu of them. */
export function ColumnsDialog<Row extends RecordRow>({ all, columns, onClose }: Props<Row>) {
  const { t } = useTranslation()
  const { keys, isUsual, toggle, reset } = columns
  return (
    <Dialog title={t('Columns')} size="sheet" onClose={onClose}>
      <div className="form">
        {all.slice(1).map((column) => (
          <Checkbox
            key={columnKey(column)}
            label={t(column.label)}
            checked={keys.includes(columnKey(column))}
            onChange={() => toggle(columnKey(column))}
          />
        ))}
        <FormEnd>
          <Button variant="neutral" disabled={isUsual} onClick={reset}>
            {t('Reset columns')}
          </Button>
          <Button onClick={onClose}>{t('Done')}</Button>
        </FormEnd>
      </div>
    </Dialog>
  )
}
