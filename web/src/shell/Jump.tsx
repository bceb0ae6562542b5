import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from '../ui/is-typing.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import './jump.css'

const CommandPalette = lazyDialog(() => import('./palette/CommandPalette.tsx'), 'CommandPalette', 'Search or jump to…')
const ShortcutsDialog = lazyDialog(
  () => import('./palette/ShortcutsDialog.tsx'),
  'ShortcutsDialog',
  'Keyboard shortcuts',
)

/** The button and the keys that open the command palette, and the key that lists all keys. */
export function Jump() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null)
  /** What was typed before the palette was loaded. */
  const typedAhead = useRef('')
  const handleClose = () => setOpened(null)

  function openPalette() {
    typedAhead.current = ''
    setOpened('palette')
  }

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (document.querySelector('dialog[open]')) return
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        typedAhead.current = ''
        setOpened('palette')
      }
      if (event.key === '?' && !isTyping(event.target)) setOpened('shortcuts')
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  useEffect(() => {
    if (opened !== 'palette') return
    function handleEarlyKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      const typed = typedAhead.current
      if (event.key.length === 1) typedAhead.current = typed + event.key
      else if (event.key === 'Backspace') typedAhead.current = typed.slice(0, -1)
      else if (event.key === 'Escape') setOpened(null)
      else return
      // No key of the page: whoever types is in the palette already.
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', handleEarlyKey, true)
    return () => window.removeEventListener('keydown', handleEarlyKey, true)
  }, [opened])

  return (
    <>
      <button type="button" className="jump" aria-haspopup="dialog" onClick={openPalette}>
        <Search size={16} aria-hidden />
        <span className="jump-text">{t('Search or jump to…')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {opened === 'palette' && (
        <CommandPalette typedAhead={typedAhead} onClose={handleClose} onShortcuts={() => setOpened('shortcuts')} />
      )}
      {opened === 'shortcuts' && <ShortcutsDialog onClose={handleClose} />}
    </>
  )
}
