import { Inbox, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { ListFailure } from './ListFailure.tsx'
import type { ListSearch } from './list-search.ts'

type Props = {
  shown: ListSearch
  error: unknown
  isBusy: boolean
  onClear: () => void
  onFirst: () => void
  onRetry: () => void
}

/** Shown instead of the rows: why there are none, and what to do. */
export function ListNotice({ shown, error, isBusy, onClear, onFirst, onRetry }: Props) {
  const { t } = useTranslation()
  if (error) {
    return <ListFailure error={error} isBusy={isBusy} onRetry={onRetry} />
  }
  if (shown.search) {
    return (
      <div className="list-notice">
        <SearchX size={28} aria-hidden />
        <h2>{t('Not found')}</h2>
        <p>
          {t('No results found for "{{query}}". Try checking for typos or using complete words.', {
            query: shown.search,
          })}
        </p>
        <Button variant="neutral" onClick={onClear}>
          {t('Clear search')}
        </Button>
      </div>
    )
  }
  if (Object.keys(shown.filters).length > 0) {
    return (
      <div className="list-notice">
        <SearchX size={28} aria-hidden />
        <p>{t('Nothing matches these filters.')}</p>
        <Button variant="neutral" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      </div>
    )
  }
  return (
    <div className="list-notice">
      <Inbox size={28} aria-hidden />
      <p>{shown.deleted ? t('Nothing was deleted in the last 30 days.') : t('There is nothing here yet.')}</p>
      {shown.page !== 1 && (
        <Button variant="neutral" onClick={onFirst}>
          {t('First page')}
        </Button>
      )}
    </div>
  )
}
