import { serviceAccounts } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { LinesInput } from '../engine/fields/LinesInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TextAreaInput } from '../engine/fields/TextAreaInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { KeysCell } from './KeysCell.tsx'
import { LastUse } from './LastUse.tsx'
import { OwnerCell } from './OwnerCell.tsx'
import { PermissionsInput } from './PermissionsInput.tsx'
import { ServiceAccountKeys } from './ServiceAccountKeys.tsx'

export const SERVICE_ACCOUNTS = {
  resource: serviceAccounts,
  page: '/serviceAccounts',
  newLabel: 'New Service Account',
  about: 'A service account is for a program that administers the portal. It has permissions and keys of its own.',
  dialogs: { create: 'New Service Account', update: 'Update Service Account' },
  size: 'large',
  searches: { name: 'Name', description: 'Description', permissions: 'Permissions', status: 'Status' },
  columns: [
    { label: 'Name', sort: 'name', cell: (row) => row.name },
    { label: 'Keys', sort: 'keysEndAt', cell: (row) => <KeysCell row={row} /> },
    { label: 'Last used', sort: 'lastUsedAt', cell: (row) => <LastUse at={row.lastUsedAt} from={row.lastUsedFrom} /> },
    { label: 'Owner', sort: 'ownerName', cell: (row) => <OwnerCell row={row} /> },
    { label: 'Permissions', sort: 'permissions', cell: (row) => row.permissions.join(', '), isExtra: true },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  ],
  filters: [
    { name: 'isEnding', label: 'A key expires within 14 days', isFlag: true },
    { name: 'isOwnerless', label: 'Without an active owner', isFlag: true },
  ],
  nameOf: (row) => row.name,
  isDeletedByName: true,
  fields: [
    { name: 'name', label: 'Name', Input: TextInput, hint: 'For example the program that uses it.' },
    { name: 'description', label: 'Description', Input: TextAreaInput },
    {
      name: 'ownerId',
      label: 'Owner',
      Input: pickerOf({ kind: 'people' }),
      hint: 'Is notified before a key expires. If you leave this empty, you are the owner.',
    },
    { name: 'status', label: 'Status', Input: StatusInput },
    { name: 'permissions', label: 'Permissions', Input: PermissionsInput, group: 'What it may do' },
    {
      name: 'networks',
      label: 'Allowed networks',
      Input: LinesInput,
      group: 'From where',
      hint: 'One per line, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32. If you leave this empty, keys work from everywhere.',
    },
  ],
  toForm: (row) => ({
    name: row?.name ?? '',
    description: row?.description ?? '',
    ownerId: row?.ownerId ?? '',
    permissions: row?.permissions ?? [],
    networks: row?.networks ?? [],
    status: row?.status ?? 'ACTIVE',
  }),
  rowActions: [{ label: 'Keys', Dialog: ServiceAccountKeys, permission: 'service-accounts:read', place: 'afterEdit' }],
  // A new account is of no use without a key.
  afterSave: (row) => (row.version === 1 && row.keyCount === 0 ? ServiceAccountKeys : null),
} satisfies ScreenOf<typeof serviceAccounts>

export function ServiceAccountsScreen() {
  return <AdminScreen screen={SERVICE_ACCOUNTS} />
}
