import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import './shortcuts-dialog.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const shortcuts = [
    { keys: ['Ctrl', 'K'], does: t('Search or jump to…') },
    { keys: ['/'], does: t('Search in the list') },
    { keys: ['←', '↑', '→', '↓'], does: t('Dashboard: go from application to application') },
    { keys: ['Enter'], does: t('Dashboard: open the application') },
    { keys: ['F'], does: t('Dashboard: make the application a favourite, or no longer') },
    { keys: ['?'], does: t('Show the keyboard shortcuts') },
    { keys: ['Esc'], does: t('Close what is open') },
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
