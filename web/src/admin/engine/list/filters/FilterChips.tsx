import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/Button.tsx'
import type { Screen } from '../../screen.ts'
import { leavingFocus } from '../leaving-focus.ts'
import type { useListSearch } from '../use-list.ts'
import { FilterChip } from './FilterChip.tsx'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  /** One of the rows that are shown: it has the values of the filters. */
  example: Row | undefined
  /** A sheet has a button of its own that clears the filters. */
  isInSheet?: boolean
}

/** What a list is narrowed to besides the search; pressing a chip takes it away. */
export function FilterChips<Row extends RecordRow>({ screen, list, example, isInSheet = false }: Props<Row>) {
  const { t } = useTranslation()
  const { shown, show } = list
  const active = screen.filters?.filter(({ name }) => name in shown.filters) ?? []
  if (active.length === 0) return null
  return (
    <div className="list-chips">
      {active.map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          value={shown.filters[filter.name] as string}
          described={example && filter.describe?.(example)}
          onRemove={() => show({ filters: without(shown.filters, filter.name) })}
        />
      ))}
      {!isInSheet && (
        <Button variant="link" onClick={leavingFocus(() => show({ filters: {} }))}>
          {t('Clear all')}
        </Button>
      )}
    </div>
  )
}

function without(filters: Record<string, string>, name: string): Record<string, string> {
  const { [name]: _, ...others } = filters
  return others
}
