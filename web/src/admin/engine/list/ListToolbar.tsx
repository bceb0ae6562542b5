import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { ANY_FIELD } from '@gatehouse/contract/paging.ts'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import '../../../ui/field.css'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import '../../../ui/select.css'
import type { Screen } from '../screen.ts'
import { FilterChips } from './FilterChips.tsx'
import type { useListSearch } from './use-list.ts'
import { useTypedSearch } from './use-typed-search.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  /** One of the rows that are shown: it tells what the filters mean. */
  example: Row | undefined
}

/** What narrows a list: a search in one field, filters, and the way to what was deleted. */
export function ListToolbar<Row extends RecordRow>({ screen, list, example }: Props<Row>) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { shown, show } = list
  const { resource, searches, searchHint = 'Search in all fields' } = screen
  const [typed, setTyped] = useTypedSearch(shown.search, (search) => show({ search }))
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
      <FilterChips screen={screen} list={list} example={example} />
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
    </div>
  )
}
