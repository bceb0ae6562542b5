import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notLoaded } from '../load-part.ts'
import { isTyping } from '../ui/is-typing.ts'
import './jump.css'

const CommandPalette = lazy(async () => ({
  default: (await import('./palette/CommandPalette.tsx').catch(notLoaded)).CommandPalette,
}))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./palette/ShortcutsDialog.tsx').catch(notLoaded)).ShortcutsDialog,
}))

/** The button and the keys that open the command palette, and the key that lists all keys. */
export function Jump() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null)
  const handleClose = () => setOpened(null)

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (document.querySelector('dialog[open]')) return
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setOpened('palette')
      }
      if (event.key === '?' && !isTyping(event.target)) setOpened('shortcuts')
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return (
    <>
      <button type="button" className="jump" aria-haspopup="dialog" onClick={() => setOpened('palette')}>
        <Search size={16} aria-hidden />
        <span className="jump-text">{t('Search or jump to…')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Suspense>
        {opened === 'palette' && <CommandPalette onClose={handleClose} />}
        {opened === 'shortcuts' && <ShortcutsDialog onClose={handleClose} />}
      </Suspense>
    </>
  )
}
