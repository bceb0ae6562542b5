import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { ANY_FIELD } from '@gatehouse/contract/paging.ts'
import { ListFilter, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import '../../../ui/field.css'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import '../../../ui/select.css'
import type { Screen } from '../screen.ts'
import { ColumnsMenu } from './columns/ColumnsMenu.tsx'
import type { useColumns } from './columns/use-columns.ts'
import { FilterChips } from './filters/FilterChips.tsx'
import { FilterFields } from './filters/FilterFields.tsx'
import './filters/filters.css'
import { offeredFilters } from './filters/offered-filters.ts'
import { writeListSearch } from './list-search.ts'
import type { useListSearch } from './use-list.ts'
import { useTypedSearch } from './use-typed-search.ts'
import { ViewsButton } from './views/ViewsButton.tsx'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  columns: ReturnType<typeof useColumns<Row>>
  /** One of the rows that match: it has the values of the filters. */
  example: Row | undefined
}

/** What narrows a list: a search in one field or all, filters, and the way to what was deleted. */
export function ListToolbar<Row extends RecordRow>({ screen, list, columns, example }: Props<Row>) {
  const { t, i18n } = useTranslation()
  const filtersId = useId()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { permissions } = useSession()
  const { shown, show } = list
  const { resource, searches, searchHint = 'Search in all fields' } = screen
  const [typed, setTyped] = useTypedSearch(shown.search, (search) => show({ search }))
  const offered = offeredFilters(screen.filters, permissions)
  const count = Object.keys(shown.filters).length
  const viewed = writeListSearch(
    { ...shown, page: 1, columns: columns.isUsual ? undefined : columns.keys },
    resource.fields,
  )
  const name = t(searches[shown.field] ?? shown.field)
  const hint = shown.field === ANY_FIELD ? t(searchHint) : t('Search by {{name}}', { name })

  return (
    <div className="list-toolbar">
      <select
        className="control select list-field"
        aria-label={t('Search in')}
        value={shown.field}
        onChange={(event) => show({ field: event.target.value })}
      >
        {resource.fields.map((field) => (
          <option key={field} value={field}>
            {t(searches[field] ?? field)}
          </option>
        ))}
      </select>
      <SearchBox label={hint} value={typed} onChange={setTyped} isShortcut />
      {offered.length > 0 && (
        <Button
          variant="neutral"
          className="list-unfold"
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? filtersId : undefined}
          aria-label={count > 0 ? t('Filters ({{number}})', { number: formatNumber(count, i18n.language) }) : undefined}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          <ListFilter size={16} aria-hidden />
          {t('Filters')}
          {count > 0 && <span className="list-count">{formatNumber(count, i18n.language)}</span>}
        </Button>
      )}
      <ColumnsMenu all={screen.columns} columns={columns} />
      <ViewsButton list={resource.name} query={viewed} />
      {permissions.includes(resource.write) && (
        <button
          type="button"
          className="button button-quiet list-deleted"
          aria-pressed={shown.deleted}
          onClick={() => show({ deleted: !shown.deleted, search: '' })}
        >
          <Trash2 size={16} aria-hidden />
          {t('Recently deleted')}
        </button>
      )}
      {isUnfolded && <FilterFields id={filtersId} filters={offered} list={list} />}
      <FilterChips screen={screen} list={list} example={example} />
    </div>
  )
}
