import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { EmptyNotice } from '../../../ui/EmptyNotice.tsx'
import { leavingFocus } from './leaving-focus.ts'
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
  const isFirst = shown.page === 1

  function way(label: string, change: Partial<ListSearch>) {
    return (
      <Button variant="neutral" onClick={leavingFocus(() => onShow(change))}>
        {t(label)}
      </Button>
    )
  }

  if (shown.search)
    return (
      <EmptyNotice icon={SearchX} title={t('Not found')} action={way('Clear search', { search: '', filters: {} })}>
        {t('No results found for "{{query}}". Try checking for typos or using complete words.', {
          query: shown.search,
        })}
      </EmptyNotice>
    )
  if (Object.keys(shown.filters).length > 0)
    return (
      <EmptyNotice icon={SearchX} action={way('Clear filters', { search: '', filters: {} })}>
        {t('Nothing matches these filters.')}
      </EmptyNotice>
    )
  if (shown.deleted)
    return (
      <EmptyNotice action={!isFirst && way('First page', {})}>
        {t('Nothing was deleted in the last 30 days.')}
      </EmptyNotice>
    )
  return (
    <EmptyNotice title={t('There is nothing here yet.')} action={!isFirst && way('First page', {})}>
      {isFirst && about && t(about)}
    </EmptyNotice>
  )
}
