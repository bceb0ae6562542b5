import { Inbox, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { EmptyNotice } from '../../../ui/EmptyNotice.tsx'
import type { ListSearch } from './list-search.ts'

type Props = {
  shown: ListSearch
  /** English: what the records are for. */
  about: string | undefined
  onShow: (change: Partial<ListSearch>) => void
}

/** Shown instead of the rows: why there are none, and what to do. */
export function ListNotice({ shown, about, onShow }: Props) {
  const { t } = useTranslation()
  const handleClear = () => onShow({ search: '', filters: {} })
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
        <Button variant="neutral" onClick={handleClear}>
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
        <Button variant="neutral" onClick={handleClear}>
          {t('Clear filters')}
        </Button>
      </div>
    )
  }
  if (shown.page === 1 && !shown.deleted && about) {
    return (
      <div className="list-notice">
        <Inbox size={28} aria-hidden />
        <h2>{t('There is nothing here yet.')}</h2>
        <p>{t(about)}</p>
      </div>
    )
  }
  return (
    <EmptyNotice
      action={
        shown.page !== 1 && (
          <Button variant="neutral" onClick={() => onShow({})}>
            {t('First page')}
          </Button>
        )
      }
    >
      {shown.deleted ? t('Nothing was deleted in the last 30 days.') : t('There is nothing here yet.')}
    </EmptyNotice>
  )
}
