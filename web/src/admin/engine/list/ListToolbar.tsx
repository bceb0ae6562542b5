import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { ANY_FIELD } from '@gatehouse/contract/paging.ts'
import { Bookmark, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { useIsPhone } from '../../../ui/use-phone.ts'
import type { Screen } from '../screen.ts'
import { ColumnsDialog } from './columns/ColumnsDialog.tsx'
import { ColumnsMenu } from './columns/ColumnsMenu.tsx'
import type { useColumns } from './columns/use-columns.ts'
import { FilterChips } from './filters/FilterChips.tsx'
import { FilterFields } from './filters/FilterFields.tsx'
import { FilterSheet } from './filters/FilterSheet.tsx'
import { FiltersButton } from './filters/FiltersButton.tsx'
import { offeredFilters } from './filters/offered-filters.ts'
import { ListMenu } from './ListMenu.tsx'
import { ListSearchField } from './ListSearchField.tsx'
import { writeListSearch } from './list-search.ts'
import { TypedSearch } from './TypedSearch.tsx'
import type { useListSearch } from './use-list.ts'
import { ViewsDialog } from './views/ViewsDialog.tsx'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  columns: ReturnType<typeof useColumns<Row>>
  /** One of the rows that match: it has the values of the filters. */
  example: Row | undefined
}

/**
 * What narrows a list: a search in one field or all, filters, and the way to what was deleted; and its columns and views.
 * A phone shows the search, one button for the filters and a menu. What is open stays open when the window becomes
 * narrower or wider, as it does when a phone is turned.
 */
export function ListToolbar<Row extends RecordRow>({ screen, list, columns, example }: Props<Row>) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const filtersId = useId()
  const [isFiltering, setIsFiltering] = useState(false)
  const [opened, setOpened] = useState<'columns' | 'views' | null>(null)
  const { permissions } = useSession()
  const { shown, show } = list
  const { resource, searches, searchHint = 'Search in all fields' } = screen
  const offered = offeredFilters(screen.filters, permissions)
  const count = Object.keys(shown.filters).length
  const viewed = writeListSearch(
    { ...shown, page: 1, columns: columns.isUsual ? undefined : columns.keys },
    resource.fields,
  )
  const name = t(searches[shown.field] ?? shown.field)
  const hint = shown.field === ANY_FIELD ? t(searchHint) : t('Search by {{name}}', { name })
  const handleClose = () => setOpened(null)
  const fields = offered.length > 0 && <FilterFields id={filtersId} filters={offered} list={list} />
  const chips = <FilterChips screen={screen} list={list} example={example} isInSheet={isPhone} />

  return (
    <div className="list-toolbar" tabIndex={-1}>
      {!isPhone && <ListSearchField screen={screen} list={list} isBesideSearch />}
      <TypedSearch
        label={hint}
        hint={isPhone ? t('Search') : undefined}
        search={shown.search}
        onSearch={(search) => void list.showFound(search)}
      />
      {(isPhone || fields) && (
        <FiltersButton
          count={count}
          isSheet={isPhone}
          isOpen={isFiltering}
          onToggle={() => setIsFiltering(!isFiltering)}
          controls={filtersId}
        />
      )}
      {isPhone ? (
        <ListMenu
          screen={screen}
          list={list}
          onColumns={() => setOpened('columns')}
          onViews={() => setOpened('views')}
        />
      ) : (
        <>
          <ColumnsMenu
            all={screen.columns}
            columns={columns}
            isOpen={opened === 'columns'}
            onOpenChange={(isOpen) => setOpened(isOpen ? 'columns' : null)}
          />
          <Button variant="neutral" aria-haspopup="dialog" onClick={() => setOpened('views')}>
            <Bookmark size={16} aria-hidden />
            {t('Views')}
          </Button>
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
          {isFiltering && fields}
          {chips}
        </>
      )}
      {isPhone && isFiltering && (
        <FilterSheet
          onClear={count > 0 ? () => show({ filters: {} }) : undefined}
          onClose={() => setIsFiltering(false)}
        >
          <ListSearchField screen={screen} list={list} />
          {fields}
          {chips}
        </FilterSheet>
      )}
      {isPhone && opened === 'columns' && (
        <ColumnsDialog all={screen.columns} columns={columns} onClose={handleClose} />
      )}
      {opened === 'views' && <ViewsDialog list={resource.name} query={viewed} onClose={handleClose} />}
    </div>
  )
}
