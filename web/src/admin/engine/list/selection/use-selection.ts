import { useState } from 'react'
import type { ListSearch } from '../list-search.ts'
import { toListQuery } from '../list-search.ts'

/** Rows selected one by one, or all that match the search and filters except deselected ones. */
export type Selection = { ids: string[] } | { matching: { query: Record<string, unknown>; except: string[] } }

/** The selection of a list. It is kept across pages and cleared when the search or filters change. */
export function useSelection(shown: ListSearch) {
  const { page: _, pageSize: __, sort: ___, order: ____, ...query } = toListQuery(shown)
  const narrowing = JSON.stringify(query)
  const nothing = { narrowing, isAll: false, exceptions: new Set<string>() }
  const [made, setMade] = useState(nothing)
  const current = made.narrowing === narrowing ? made : nothing
  /** The exceptions to `isAll`: the selected rows, or the deselected ones among all. */
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
    /** The rows selected one by one. */
    ids: isAll ? [] : [...exceptions],
    pick: (ids: readonly string[]) => setMade({ ...nothing, exceptions: new Set(ids) }),
    /** The number of selected rows, or of deselected ones among all. */
    exceptions: exceptions.size,
    isSelected: (id: string) => exceptions.has(id) !== isAll,
    select,
    selectAll: () => setMade({ ...nothing, isAll: true }),
    clear: () => setMade(nothing),
    /** The selection for a bulk action. */
    toSelection: (): Selection => (isAll ? { matching: { query, except: [...exceptions] } } : { ids: [...exceptions] }),
  }
}
