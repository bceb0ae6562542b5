import { MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MenuStart, OpenedMenu } from './OpenedMenu.tsx'
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
  /** Asked when the menu is made: a table has many menus, and few are opened. */
  items: () => readonly MenuItem[]
  /** Shows that what was chosen is under way. */
  isBusy?: boolean
}

/** What can be done with one row, or with a list. The menu is made when its button is first pressed (ADR 0136). */
export function RowMenu({ name, label, items, isBusy = false }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [start, setStart] = useState<MenuStart | null>(null)

  // A row that goes away must not take the focus along: it stays in the table's frame.
  useLayoutEffect(() => {
    const one = button.current
    return () => {
      if (document.activeElement === one) one?.closest('section')?.focus()
    }
  }, [])

  function open(from: MenuStart) {
    // Not every browser gives a pressed button the focus, which comes back here.
    button.current?.focus()
    setStart(from)
    setIsOpen(true)
  }

  function handleClick({ detail }: MouseEvent) {
    if (isOpen) setIsOpen(false)
    // Keys and screen readers press without a pointer.
    else open(detail === 0 ? 'first' : 'none')
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!isOpen) open(event.key === 'ArrowUp' ? 'last' : 'first')
  }

  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        aria-label={label ?? t('Actions for {{name}}', { name })}
        aria-busy={isBusy || undefined}
        data-popup-open={isOpen || undefined}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
      >
        {isBusy ? <Spinner size={18} /> : <MoreHorizontal size={18} aria-hidden />}
      </button>
      {start && (
        <OpenedMenu
          id={`${id}-menu`}
          button={button}
          items={items()}
          isOpen={isOpen}
          start={start}
          onStarted={() => setStart('none')}
          onOpenChange={setIsOpen}
        />
      )}
    </>
  )
}
