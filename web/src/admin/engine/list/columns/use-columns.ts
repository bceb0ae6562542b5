import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useState } from 'react'
import { useSession } from '../../../../session/use-session.ts'
import type { Column, Screen } from '../../screen.ts'
import type { useListSearch } from '../use-list.ts'
import { useFits } from './use-fits.ts'

/** The name of a column in the address and in what is stored. */
export const columnKey = ({ sort, label }: { sort?: string; label: string }) => sort ?? label

/**
 * The columns that a person has chosen for a list: those of the address, which a link or a view may name, or else those that
 * this browser remembers for them. The first column says what a row is, and always stands.
 */
export function useColumns<Row extends RecordRow>(
  { columns, resource }: Screen<Row>,
  { shown, show }: ReturnType<typeof useListSearch<Row>>,
) {
  const { user } = useSession()
  const fits = useFits()
  const storedAs = `columns:${resource.name}:${user._id}`
  const [stored, setStored] = useState(() => read(storedAs))
  const usual = columns.filter((column) => column.isExtra !== true && fits(column)).map(columnKey)
  const known = columns.map(columnKey)
  const asked = [shown.columns, stored].find((keys) => keys?.some((key) => known.includes(key))) ?? usual
  const chosen = columns.filter((column, position) => position === 0 || asked.includes(columnKey(column)))

  function choose(keys: readonly string[] | undefined) {
    write(storedAs, keys)
    setStored(keys)
    if (shown.columns) show({ columns: undefined, page: shown.page })
  }

  return {
    chosen: chosen as readonly Column<Row>[],
    keys: chosen.map(columnKey),
    isUsual: chosen.length === usual.length && chosen.every((column) => usual.includes(columnKey(column))),
    toggle(key: string) {
      const keys = chosen.map(columnKey)
      choose(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])
    },
    reset: () => choose(undefined),
  }
}

function read(storedAs: string): readonly string[] | undefined {
  try {
    const keys: unknown = JSON.parse(localStorage.getItem(storedAs) ?? 'null')
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : undefined
  } catch {
    return undefined
  }
}

function write(storedAs: string, keys: readonly string[] | undefined): void {
  try {
    if (keys) localStorage.setItem(storedAs, JSON.stringify(keys))
    else localStorage.removeItem(storedAs)
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}
