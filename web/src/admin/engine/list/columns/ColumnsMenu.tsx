import { Menu } from '@base-ui/react/menu'
import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { Check, Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import '../../../../ui/menu.css'
import { usePortalContainer } from '../../../../ui/portal-container.ts'
import type { Column } from '../../screen.ts'
import './columns-menu.css'
import { columnKey, type useColumns } from './use-columns.ts'

type Props<Row extends RecordRow> = {
  /** All that there are. */
  all: readonly Column<Row>[]
  columns: ReturnType<typeof useColumns<Row>>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Which columns a list shows. */
export function ColumnsMenu<Row extends RecordRow>({ all, columns, isOpen, onOpenChange }: Props<Row>) {
  const { t } = useTranslation()
  const { keys, isUsual, toggle, reset } = columns
  const container = usePortalContainer()
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <Menu.Trigger className="button button-neutral">
        <Columns3 size={16} aria-hidden />
        {t('Columns')}
      </Menu.Trigger>
      <Menu.Portal container={container}>
        <Menu.Positioner className="popup-layer" align="end" sideOffset={4} positionMethod="fixed">
          <Menu.Popup className="menu">
            {all.slice(1).map((column) => (
              <Menu.CheckboxItem
                key={columnKey(column)}
                className="menu-item columns-item"
                checked={keys.includes(columnKey(column))}
                onCheckedChange={() => toggle(columnKey(column))}
              >
                <span className="columns-box" aria-hidden="true">
                  <Menu.CheckboxItemIndicator>
                    <Check size={14} strokeWidth={3} />
                  </Menu.CheckboxItemIndicator>
                </span>
                {t(column.label)}
              </Menu.CheckboxItem>
            ))}
            <Menu.Separator className="menu-separator" />
            <Menu.Item className="menu-item" disabled={isUsual} onClick={reset}>
              {t('Reset columns')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
