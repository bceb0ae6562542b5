import type { Permission } from '@gatehouse/contract/permissions.ts'
import { LayoutGrid, type LucideIcon } from 'lucide-react'

export type MenuEntry = {
  /** English; shown through `t()`. */
  label: string
  to: '/dashboard/app'
  icon: LucideIcon
  /** Who sees the entry; `null`: everybody. The server decides again at every call. */
  permission: Permission | null
}

/** Entries of the sidebar in their order, under a heading or none. */
export const MENU: readonly { heading: string | null; entries: readonly MenuEntry[] }[] = [
  {
    heading: null,
    entries: [{ label: 'Dashboard', to: '/dashboard/app', icon: LayoutGrid, permission: null }],
  },
]
