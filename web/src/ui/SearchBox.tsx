import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import './field.css'
import { isTyping } from './is-typing.ts'
import './search-box.css'

type Props = {
  label: string
  /** Shown in the empty field where the label has no room. */
  hint?: string | undefined
  value: string
  onChange: (value: string) => void
  /** The `/` key comes here. */
  isShortcut?: boolean
}

/** A field to search in; Escape empties it. */
export function SearchBox({ label, hint = label, value, onChange, isShortcut = false }: Props) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!isShortcut) return
    function handleKey(event: globalThis.KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isShortcut])

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') onChange('')
  }

  return (
    <div className="search-box">
      <Search size={16} aria-hidden />
      <input
        ref={input}
        type="search"
        className="control"
        aria-label={label}
        placeholder={hint}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKey}
      />
      {isShortcut && (
        <span className="search-box-key" aria-hidden="true">
          <kbd>/</kbd>
        </span>
      )}
    </div>
  )
}
