import { useState } from 'react'
import type { ListSearch } from './list-search.ts'
import { toListQuery } from './list-search.ts'

/** Rows picked by hand, or everything that a list's search and filters match. */
export type Selection = { ids: string[] } | { query: Record<string, unknown>; total: number }

/** What is selected in a list. It stays from page to page, and is void once the list is narrowed otherwise. */
export function useSelection(shown: ListSearch) {
  const { page: _, pageSize: __, sort: ___, order: ____, ...query } = toListQuery(shown)
  const narrowing = JSON.stringify(query)
  const [made, setMade] = useState({ narrowing, selected: new Set<string>(), isAll: false })
  const current = made.narrowing === narrowing ? made : { narrowing, selected: new Set<string>(), isAll: false }
  const { selected, isAll } = current

  return {
    selected,
    isAll,
    select: (ids: ReadonlySet<string>) => setMade({ narrowing, selected: new Set(ids), isAll: false }),
    selectAll: () => setMade({ ...current, isAll: true }),
    clear: () => setMade({ narrowing, selected: new Set(), isAll: false }),
    /** For what is done with it; `total` is how many rows the list matches. */
    toSelection: (total: number): Selection => (isAll ? { query, total } : { ids: [...selected] }),
  }
}
