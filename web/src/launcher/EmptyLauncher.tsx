import { LayoutGrid } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { AskForAccess } from './AskForAccess.tsx'

/** Nothing is assigned yet, or nothing can be opened. */
export function EmptyLauncher({ onExplain }: { onExplain: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="launcher-empty">
      <span className="launcher-empty-icon">
        <LayoutGrid size={24} aria-hidden />
      </span>
      <p className="launcher-empty-title">{t('No applications assigned yet. Ask your administrator.')}</p>
      <p>{t('Applications assigned to you appear here when you come back or reload this page.')}</p>
      <div className="launcher-empty-buttons">
        <AskForAccess as="button" />
        <Button variant="quiet" onClick={onExplain}>
          {t('Missing an application?')}
        </Button>
      </div>
    </div>
  )
}
