import type { Invitation } from '@gatehouse/contract/admin/people/invitations.ts'
import { useState } from 'react'
import type { RowSelection } from '../../../ui/DataTable.tsx'

type Picked = RowSelection & { invitations: readonly Invitation[]; clear: () => void }

/**
 * Selected invitations. They stay from page to page, and are void once the list is narrowed otherwise.
 *
 * @param rows the invitations of the page that is shown
 */
export function usePicked(narrowing: string, rows: readonly Invitation[]): Picked {
  const nothing = { narrowing, invitations: [] as readonly Invitation[] }
  const [made, setMade] = useState(nothing)
  const { invitations } = made.narrowing === narrowing ? made : nothing
  return {
    invitations,
    clear: () => setMade(nothing),
    isSelected: (id) => invitations.some(({ _id }) => _id === id),
    onSelect: (ids, isSelected) => {
      const others = invitations.filter(({ _id }) => !ids.includes(_id))
      const added = isSelected ? rows.filter(({ _id }) => ids.includes(_id)) : []
      setMade({ narrowing, invitations: [...others, ...added] })
    },
  }
}
