import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { AskForAccess } from './AskForAccess.tsx'

type Props = { search: string; onClear: () => void; onExplain: () => void }

export function NothingFound({ search, onClear, onExplain }: Props) {
  const { t } = useTranslation()
  return (
    <div className="launcher-empty">
      <span className="launcher-empty-icon">
        <SearchX size={24} aria-hidden />
      </span>
      <p className="launcher-empty-title" role="status">
        {t('No results found for "{{search}}"', { search })}
      </p>
      <p>{t('Search by name, description or client, or use fewer words.')}</p>
      <div className="launcher-empty-buttons">
        <Button variant="neutral" onClick={onClear}>
          {t('Clear search')}
        </Button>
        <AskForAccess as="button" />
        <Button variant="quiet" onClick={onExplain}>
          {t('Why is it missing?')}
        </Button>
      </div>
    </div>
  )
}
