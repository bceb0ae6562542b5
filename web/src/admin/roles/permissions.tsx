import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { DescriptionCell } from '../engine/cells/DescriptionCell.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'

const PERMISSIONS: ScreenOf<typeof permissions> = {
  resource: permissions,
  newLabel: 'New Permission',
  dialogs: { create: 'New Permission', update: 'Update Permission' },
  searches: { name: 'Name', description: 'Description', status: 'Status' },
  columns: [
    { label: 'Name', sort: 'name', cell: (permission) => permission.name },
    { label: 'Description', sort: 'description', cell: (permission) => <DescriptionCell of={permission} /> },
    { label: 'Status', sort: 'status', cell: (permission) => <StatusBadge status={permission.status} /> },
  ],
  nameOf: (permission) => permission.name,
  fields: [
    { name: 'name', label: 'Name', Input: TextInput },
    { name: 'description', label: 'Description', Input: TextInput },
    { name: 'status', label: 'Status', Input: StatusInput },
  ],
  toForm: (permission) => ({
    name: permission?.name ?? '',
    description: permission?.description ?? '',
    status: permission?.status ?? 'ACTIVE',
  }),
  isDeletable: (permission) => !permission.catalogue,
}

export function PermissionsScreen() {
  return <AdminScreen screen={PERMISSIONS} />
}
