import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../session/use-session.ts'
import { useChangeAddress } from '../../ui/use-change-address.ts'
import type { Opened } from './RecordDialogs.tsx'
import type { Screen } from './screen.ts'

/**
 * Opens the form of the record that the address names by `open`, or the dialog that it names by `action`, once the record is
 * listed, and takes both out of the address.
 */
export function useOpenFromAddress<Row extends RecordRow>(
  screen: Screen<Row>,
  rows: readonly Row[] | undefined,
  onOpen: (opened: Opened<Row>) => void,
): void {
  const changeAddress = useChangeAddress()
  const { permissions } = useSession()
  const { open, action }: Record<string, unknown> = useSearch({ strict: false })
  const start = useLocation({ select: ({ state }) => state.start })

  useEffect(() => {
    if (open === undefined || !rows) return
    changeAddress({ search: withoutOpen, replace: true })
    const row = rows.find(({ _id }) => _id === open)
    if (!row) return
    const { resource, rowActions = [] } = screen
    const isAllowed = (permission: string = resource.write) => permissions.includes(permission)
    if (action === undefined) {
      if (isAllowed()) onOpen({ kind: 'form', row })
      return
    }
    const asked = rowActions.find((one) => 'Dialog' in one && one.address === action)
    if (asked && 'Dialog' in asked && isAllowed(asked.permission))
      onOpen({ kind: 'action', row, Dialog: asked.Dialog, ...(start && { start }) })
  }, [open, action, rows, screen, permissions, start, onOpen, changeAddress])
}

function withoutOpen({ open: _, action: __, ...rest }: Record<string, unknown>) {
  return rest
}
