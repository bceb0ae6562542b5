import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Screen } from '../screen.ts'
import type { useListSearch } from './use-list.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  example: Row | undefined
}

/** What a list is narrowed to besides the search; pressing a chip takes it away. */
export function FilterChips<Row extends RecordRow>({ screen, list, example }: Props<Row>) {
  const { t } = useTranslation()
  const { shown, show } = list
  const active = screen.filters?.filter(({ name }) => name in shown.filters) ?? []
  return active.map(({ name, label, describe }) => {
    const { [name]: _, ...others } = shown.filters
    const value = example && describe(example)
    const text = value ? `${t(label)}: ${value}` : t(label)
    return (
      <button
        key={name}
        type="button"
        className="filter-chip"
        aria-label={t('Remove the filter {{text}}', { text })}
        onClick={() => show({ filters: others })}
      >
        {text}
        <X size={14} aria-hidden />
      </button>
    )
  })
}
