import { Menu } from '@base-ui/react/menu'
import { MoreHorizontal } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './menu.css'
import { usePortalContainer } from './portal-container.ts'
import { Spinner } from './Spinner.tsx'

export type MenuItem = {
  label: string
  onChoose: () => void
  /** Comes last, set apart. */
  isDestructive?: boolean
}

/** Names the row that it belongs to, or itself. */
type Named = { name: string; label?: never } | { name?: never; label: string }

type Props = Named & {
  items: readonly MenuItem[]
  /** Shows that what was chosen is under way. */
  isBusy?: boolean
}

/** What can be done with one row, or with a list. */
export function RowMenu({ name, label, items, isBusy = false }: Props) {
  const { t } = useTranslation()
  const container = usePortalContainer()
  const chosen = useRef<MenuItem>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  // A row that goes away must not take the focus along: it stays in the table's frame.
  useLayoutEffect(() => {
    const button = trigger.current
    return () => {
      if (document.activeElement === button) button?.closest('section')?.focus()
    }
  }, [])

  function handleChoose(item: MenuItem) {
    chosen.current = item
  }

  function handleClosed(isOpen: boolean) {
    if (isOpen || !chosen.current) return
    // A dialog that opens now gives the focus back to where it is now: it must not be the menu that is going.
    trigger.current?.focus()
    chosen.current.onChoose()
    chosen.current = null
  }

  const ordinary = items.filter(({ isDestructive }) => !isDestructive)
  const destructive = items.filter(({ isDestructive }) => isDestructive)
  return (
    <Menu.Root modal={false} onOpenChangeComplete={handleClosed}>
      <Menu.Trigger
        ref={trigger}
        className="icon-button"
        aria-label={label ?? t('Actions for {{name}}', { name })}
        aria-busy={isBusy || undefined}
      >
        {isBusy ? <Spinner size={18} /> : <MoreHorizontal size={18} aria-hidden />}
      </Menu.Trigger>
      <Menu.Portal container={container}>
        <Menu.Positioner className="popup-layer" align="end" sideOffset={4} positionMethod="fixed">
          <Menu.Popup className="menu">
            {ordinary.map((item) => (
              <Item key={item.label} {...item} onChoose={() => handleChoose(item)} />
            ))}
            {ordinary.length > 0 && destructive.length > 0 && <Menu.Separator className="menu-separator" />}
            {destructive.map((item) => (
              <Item key={item.label} {...item} onChoose={() => handleChoose(item)} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Item({ label, onChoose, isDestructive }: MenuItem) {
  return (
    <Menu.Item className={isDestructive ? 'menu-item menu-item-danger' : 'menu-item'} onClick={onChoose}>
      {label}
    </Menu.Item>
  )
}
