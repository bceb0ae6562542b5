import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../../ui/PartFailure.tsx'
import './command-palette.css'
import { PaletteOptions } from './PaletteOptions.tsx'
import { type Entry, usePalette } from './use-palette.ts'

type Props = {
  /** What was typed before this was loaded. */
  typedAhead: RefObject<string>
  onClose: () => void
  onShortcuts: () => void
}

/** Jumps to a screen or a record by its name. */
export function CommandPalette({ typedAhead, onClose, onShortcuts }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState(() => typedAhead.current)
  const [position, setPosition] = useState(0)
  const { groups, isSearching, error, retry } = usePalette(typed)
  const entries = groups.flatMap((group) => group.entries)
  const active = entries[Math.min(position, entries.length - 1)]

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  function handleOpen(entry: Entry) {
    if (!('link' in entry)) return onShortcuts()
    onClose()
    void navigate(entry.link)
  }

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      setPosition((Math.min(position, entries.length - 1) + step + entries.length) % entries.length)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      handleOpen(active)
    }
  }

  function handlePress(event: MouseEvent) {
    // The dialog itself is covered by its content: a press on it was on the backdrop.
    if (event.target === dialog.current) dialog.current?.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('Search or jump to…')}
      onClick={handlePress}
      onClose={() => dialog.current?.open || onClose()}
    >
      <div className="palette-content">
        <div className="palette-search">
          <Search size={18} aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-label={t('Search or jump to…')}
            aria-expanded={entries.length > 0}
            aria-controls={listId}
            aria-activedescendant={active && `${listId}-${active.id}`}
            aria-autocomplete="list"
            placeholder={t('Search or jump to…')}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setPosition(0)
            }}
            onKeyDown={handleKey}
          />
        </div>
        <PartFailure error={error} onRetry={retry} />
        <PaletteOptions id={listId} groups={groups} active={active} onOpen={handleOpen} />
        <p role="status" className={entries.length > 0 ? 'visually-hidden' : 'palette-status'}>
          {isSearching
            ? t('Searching…')
            : entries.length > 0
              ? t('{{total}} results', { total: entries.length, count: entries.length })
              : error === null && t('No results found for "{{query}}".', { query: typed })}
        </p>
      </div>
    </dialog>
  )
}
