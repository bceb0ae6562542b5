import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { DescriptionCell } from '../engine/cells/DescriptionCell.tsx'
import { ConfirmMinutesInput } from '../engine/fields/ConfirmMinutesInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import { demandOf, NEEDS_PASSKEY, STRONG_SIGN_IN_FROM } from '../engine/fields/sign-in-demand.ts'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { RolePermissions } from './RolePermissions.tsx'

const ROLES: ScreenOf<typeof roles> = {
  resource: roles,
  newLabel: 'New User Role',
  dialogs: { create: 'New User Role', update: 'Update Role' },
  searches: { name: 'Name', description: 'Description', status: 'Status' },
  columns: [
    { label: 'Name', sort: 'name', cell: (role) => role.name },
    { label: 'Description', sort: 'description', cell: (role) => <DescriptionCell of={role} /> },
    { label: 'Status', sort: 'status', cell: (role) => <StatusBadge status={role.status} /> },
  ],
  nameOf: (role) => role.name,
  fields: [
    { name: 'name', label: 'Name', Input: TextInput },
    { name: 'description', label: 'Description', Input: TextInput },
    {
      name: 'needsStrongSignIn',
      label: 'Needs a passkey or an authenticator app',
      Input: SwitchInput,
      hint: 'Without such a sign-in its people have no permissions in the console, and open no applications.',
    },
    NEEDS_PASSKEY,
    STRONG_SIGN_IN_FROM,
    {
      name: 'remembersBrowsers',
      label: 'Browsers may be remembered',
      Input: SwitchInput,
      hint: 'In a remembered browser its people sign in with the password alone. Without permissions in the console everybody may do so.',
    },
    {
      name: 'confirmMinutes',
      label: 'Sign-in before sensitive changes and applications',
      Input: ConfirmMinutesInput,
      hint: 'Whoever gives or takes rights, makes secrets, downloads lists or opens an application must have signed in so recently, or confirms that it is them.',
    },
    { name: 'status', label: 'Status', Input: StatusInput },
  ],
  toForm: (role) => ({
    name: role?.name ?? '',
    description: role?.description ?? '',
    ...demandOf(role),
    remembersBrowsers: role?.remembersBrowsers ?? false,
    confirmMinutes: role === null || role === undefined ? null : role.confirmMinutes,
    status: role?.status ?? 'ACTIVE',
  }),
  rowActions: [{ label: 'Assign Permission', Dialog: RolePermissions }],
  isDeletable: (role) => role.system === null,
}

export function RolesScreen() {
  return <AdminScreen screen={ROLES} />
}
