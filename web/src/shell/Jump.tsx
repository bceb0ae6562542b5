import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/Dialog.tsx'
import { isTyping } from '../ui/is-typing.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import './jump.css'

type DialogProps = { onClose: () => void }

const asDialog = {
  pending: null,
  Frame: function Frame({ onClose, children }: DialogProps & { children: ReactNode }) {
    const { t } = useTranslation()
    return (
      <Dialog title={t('Search or jump to…')} onClose={onClose}>
        {children}
      </Dialog>
    )
  },
}
const CommandPalette = lazyPart(() => import('./palette/CommandPalette.tsx'), 'CommandPalette', asDialog)
const ShortcutsDialog = lazyPart(() => import('./palette/ShortcutsDialog.tsx'), 'ShortcutsDialog', asDialog)

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
      {opened === 'palette' && <CommandPalette onClose={handleClose} onShortcuts={() => setOpened('shortcuts')} />}
      {opened === 'shortcuts' && <ShortcutsDialog onClose={handleClose} />}
    </>
  )
}
