import { useIsPhone } from '../use-phone.ts'

type TableRole = 'table' | 'rowgroup' | 'row' | 'columnheader' | 'cell'

/**
 * Gives an element of a table its role in writing. On phones rows are laid out as entries, and browsers drop the roles of
 * tables that are laid out in another way (ADR 0026).
 */
export function useTableRoles(): (role: TableRole) => { role?: TableRole } {
  const isPhone = useIsPhone()
  return (role) => (isPhone ? { role } : {})
}
