import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { useLinesSearch } from '../../engine/lines/use-lines.ts'
import { useDrawnSearch } from '../../engine/list/use-typed-search.ts'
import { readVersionsSearch } from './versions-search.ts'

/** Searches in the rows of a draft, or shows its changes only. */
export function DraftToolbar({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const [typed, setTyped] = useDrawnSearch(shown.search, (search) => show({ search }))
  return (
    <div className="list-toolbar">
      <SegmentedControl
        label={t('Show')}
        value={shown.changed === 'true' ? 'changed' : 'all'}
        onChange={(chosen) => show({ changed: chosen === 'changed' ? 'true' : '' })}
        choices={[
          { value: 'all', label: t('All') },
          { value: 'changed', label: t('Changes') },
        ]}
      />
      <SearchBox label={t('Search')} value={typed} onChange={setTyped} />
      {children}
    </div>
  )
}
