import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Opens the form of the record that the address names by `open`, once it is listed, and takes that out of the address. */
export function useOpenFromAddress<Row extends RecordRow>(
  rows: readonly Row[] | undefined,
  canWrite: boolean,
  onOpen: (row: Row) => void,
): void {
  const navigate = useNavigate()
  const { open }: Record<string, unknown> = useSearch({ strict: false })

  useEffect(() => {
    if (open === undefined || !rows) return
    void navigate({ to: '.', search: withoutOpen, replace: true })
    const row = rows.find(({ _id }) => _id === open)
    if (row && canWrite) onOpen(row)
  }, [open, rows, canWrite, onOpen, navigate])
}

function withoutOpen({ open: _, ...rest }: Record<string, unknown>) {
  return rest
}
