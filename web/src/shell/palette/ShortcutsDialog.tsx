import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import './shortcuts-dialog.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const shortcuts = [
    { keys: ['Ctrl', 'K'], does: t('Search or jump to…') },
    { keys: ['/'], does: t('Search in the list') },
    { keys: ['←', '↑', '→', '↓'], does: t('Dashboard: move between applications') },
    { keys: ['Enter'], does: t('Dashboard: open the application') },
    { keys: ['F'], does: t('Dashboard: add or remove a favourite') },
    { keys: ['?'], does: t('Show the keyboard shortcuts') },
    { keys: ['Esc'], does: t('Close the open dialog or menu') },
  ]
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      <dl className="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
