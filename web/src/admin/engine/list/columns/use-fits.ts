import { useIsNarrow, useIsPhone } from '../../../../ui/use-phone.ts'
import type { Column } from '../../screen.ts'

/** Says whether a column has its place in a window as wide as this one: a tablet has the least room for a row, a phone shows entries. */
export function useFits() {
  const isNarrow = useIsNarrow()
  const isPhone = useIsPhone()
  return ({ isExtra }: Pick<Column<never>, 'isExtra'>) =>
    !(isNarrow && (isExtra === 'narrow' || (isExtra === 'tablet' && !isPhone)))
}
