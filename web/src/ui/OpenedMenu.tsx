import { Menu } from '@base-ui/react/menu'
import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import { isPressOf } from './is-press-of.ts'
import './menu.css'
import { usePortalContainer } from './portal-container.ts'
import type { MenuItem } from './RowMenu.tsx'
import { useMedia } from './use-media.ts'

/** What a menu begins with: the item that a key leads to, or none where it is opened by a pointer. */
export type MenuStart = 'none' | 'first' | 'last'

type Props = {
  id: string
  button: RefObject<HTMLButtonElement | null>
  items: readonly MenuItem[]
  isOpen: boolean
  start: MenuStart
  /** It has begun. */
  onStarted: () => void
  onOpenChange: (isOpen: boolean) => void
}

/** The items of a menu, at the button that opens it. */
export function OpenedMenu({ id, button, items, isOpen, start, onStarted, onOpenChange }: Props) {
  const container = usePortalContainer()
  const chosen = useRef<MenuItem>(null)
  // A finger that puts the menu away must not open what lies under it.
  const isTouched = useMedia('(hover: none)')

  // First the menu gets the focus, when it is in its place.
  function handleFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (target !== currentTarget || start === 'none') return
    const found = currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')
    found[start === 'first' ? 0 : found.length - 1]?.focus()
    onStarted()
  }

  function handleOpenChange(isNext: boolean, details: Menu.Root.ChangeEventDetails) {
    if (isPressOf(button.current, details)) details.cancel()
    else onOpenChange(isNext)
  }

  function handleClosed(isNow: boolean) {
    const item = chosen.current
    if (isNow || !item) return
    chosen.current = null
    // A dialog that opens now gives the focus back to where it is now: it must not be the menu that is going.
    button.current?.focus()
    item.onChoose()
  }

  // The menu stands at the end of the page: Tab goes on from its button.
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Tab') return
    button.current?.focus()
    if (event.shiftKey) event.preventDefault()
    onOpenChange(false)
  }

  const ordinary = items.filter(({ isDestructive }) => !isDestructive)
  const destructive = items.filter(({ isDestructive }) => isDestructive)
  const toItem = (item: MenuItem) => (
    <Menu.Item
      key={item.label}
      className={item.isDestructive ? 'menu-item menu-item-danger' : 'menu-item'}
      onClick={() => {
        chosen.current = item
      }}
    >
      {item.label}
    </Menu.Item>
  )
  return (
    <Menu.Root open={isOpen} modal={isTouched} onOpenChange={handleOpenChange} onOpenChangeComplete={handleClosed}>
      <Menu.Portal container={container}>
        <Menu.Positioner anchor={button} className="popup-layer" align="end" sideOffset={4} positionMethod="fixed">
          <Menu.Popup
            id={id}
            className="menu"
            aria-labelledby={button.current?.id}
            onFocus={handleFocus}
            onKeyDown={handleKeyDown}
          >
            {ordinary.map(toItem)}
            {ordinary.length > 0 && destructive.length > 0 && <Menu.Separator className="menu-separator" />}
            {destructive.map(toItem)}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
