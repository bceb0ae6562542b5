import { useState } from 'react'
import type { ListSearch } from './list-search.ts'
import { toListQuery } from './list-search.ts'

/** Rows picked by hand, or everything that a list's search and filters match, without what was unticked. */
export type Selection = { ids: string[] } | { matching: { query: Record<string, unknown>; except: string[] } }

/** What is selected in a list. It stays from page to page, and is void once the list is narrowed otherwise. */
export function useSelection(shown: ListSearch) {
  const { page: _, pageSize: __, sort: ___, order: ____, ...query } = toListQuery(shown)
  const narrowing = JSON.stringify(query)
  const nothing = { narrowing, isAll: false, exceptions: new Set<string>() }
  const [made, setMade] = useState(nothing)
  const current = made.narrowing === narrowing ? made : nothing
  /** The rows that differ from `isAll`: those that were ticked, or those that were unticked among all. */
  const { isAll, exceptions } = current

  function select(ids: readonly string[], isSelected: boolean) {
    const next = new Set(exceptions)
    for (const id of ids) {
      if (isSelected === isAll) next.delete(id)
      else next.add(id)
    }
    setMade({ ...current, exceptions: next })
  }

  return {
    isAll,
    /** The rows that were picked one by one. */
    ids: isAll ? [] : [...exceptions],
    pick: (ids: readonly string[]) => setMade({ ...nothing, exceptions: new Set(ids) }),
    /** How many were ticked, or unticked among all. */
    exceptions: exceptions.size,
    isSelected: (id: string) => exceptions.has(id) !== isAll,
    select,
    selectAll: () => setMade({ ...nothing, isAll: true }),
    clear: () => setMade(nothing),
    /** For what is done with it. */
    toSelection: (): Selection => (isAll ? { matching: { query, except: [...exceptions] } } : { ids: [...exceptions] }),
  }
}
